import { z } from "zod";
import { defaultDomain, listDomainOptions } from "../domains";
import { Id, Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { listSiteOptions } from "../sites";
import { findOffice, OfficeOutput, toOfficeOutput } from "./office";

const Choice = z.object({ value: z.int(), label: z.string() });
const Choices = z.object({ domains: z.array(Choice), sites: z.array(Choice) });

/**
 * Initial values of a new office's form: every site selected, and the first preferred domain (OFFICE-20, OFFICE-21).
 */
export const createScreen = query({
  name: "offices.createScreen",
  does: "add offices",
  allow: atLeast("superadmin"),
  input: Nothing,
  output: z.object({ choices: Choices, siteIds: z.array(z.int()), preferredDomainId: z.int().nullable() }),
  async run({ actor }) {
    const [domains, sites] = [await listDomainOptions(), await listSiteOptions(actor, "all")];
    return {
      choices: toChoices(domains, sites),
      siteIds: sites.map(({ id }) => id),
      preferredDomainId: defaultDomain(domains)?.id ?? null,
    };
  },
});

/** An office's form: the office and its choices. */
export const editScreen = query({
  name: "offices.editScreen",
  does: "change offices",
  allow: atLeast("admin"),
  input: z.object({ id: Id }),
  output: z.object({ office: OfficeOutput, choices: Choices }),
  async run(call, { id }) {
    const office = await findOffice(call.actor, id);
    const domains = await listDomainOptions(office.preferredDomainId);
    // The form lists suspended sites for every account, because a site stays selected only if its form shows it.
    const sites = await listSiteOptions({ ...call.actor, showSuspend: true }, "all");
    return { office: toOfficeOutput(call, office), choices: toChoices(domains, sites) };
  },
});

const toChoices = (
  domains: readonly { id: number; domain: string }[],
  sites: readonly { id: number; sitename: string; active: boolean; hidden: boolean }[],
): z.output<typeof Choices> => ({
  domains: domains.map(({ id, domain }) => ({ value: id, label: domain })),
  sites: sites.map(({ id, sitename, active, hidden }) => {
    const status = [!active && "suspended", hidden && "hidden"].filter(Boolean).join(", ");
    return { value: id, label: status ? `${sitename} (${status})` : sitename };
  }),
});
