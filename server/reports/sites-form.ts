import { z } from "zod";
import { agentGiven, agentNamed } from "../agents";
import { Flag, Id, Text } from "../kernel/input";
import type { Actor } from "../kernel/roles";
import { findType } from "../types";
import { ranged, readQuery, SitesCriteria, type SitesQuery } from "./query";

/** The longest print version. */
const PRINTED = 5000;

/** What a criterion was when the form was made; "all" where none was chosen. */
const Before = z.string().max(20).optional();

/** The criteria as the screen's form sends them: the agent by name too, and what office, site and grouping were before. */
export const SitesForm = ranged(
  SitesCriteria.extend({
    agentId: z
      .union([Id, Text(255)])
      .nullish()
      .transform((agent) => agent || undefined),
    print: Flag.default(false),
    groupWas: Before,
    siteWas: Before,
    companyWas: Before,
  }),
);
export type SitesForm = z.output<typeof SitesForm>;

/**
 * The question that a form asks. Another site leads back to all links where the chosen one is not its own, another
 * office to all agents where the chosen one is not in it (STAT-29, STAT-30), another site or grouping to the usual order
 * (STAT-27). Throws what readQuery throws, and 422 at `agentId` for a name that nobody has.
 */
export async function readForm(actor: Actor, form: SitesForm): Promise<SitesQuery> {
  const { print, siteId, typeId, companyId, groupBy } = form;
  const otherSite = form.siteWas !== undefined && form.siteWas !== String(siteId ?? "all");
  const otherOffice = form.companyWas !== undefined && form.companyWas !== String(companyId ?? "all");
  const otherGrouping = form.groupWas !== undefined && form.groupWas !== groupBy;
  const vanished = otherSite && siteId !== undefined && typeId && (await findType(actor, typeId))?.siteId !== siteId;
  const agentId = await agentOf(actor, form, otherOffice);
  const query = await readQuery(actor, {
    ...form,
    agentId,
    typeId: vanished ? undefined : typeId,
    ...(otherSite || otherGrouping ? { sortField: undefined, sortAsc: undefined } : {}),
  });
  return print ? { ...query, limit: PRINTED, offset: 0 } : query;
}

async function agentOf(
  actor: Actor,
  { agentId: agent, companyId }: SitesForm,
  otherOffice: boolean,
): Promise<number | undefined> {
  if (agent === undefined) return undefined;
  if (!otherOffice) return agentGiven(actor, agent);
  return (await agentNamed(actor, String(agent), companyId)) ?? (typeof agent === "number" ? agent : undefined);
}
