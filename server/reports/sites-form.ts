import { z } from "zod";
import { agentGiven, agentNamed } from "../agents";
import { Flag, Id, Text } from "../kernel/input";
import { isHalfMonth, parsePeriod } from "../kernel/periods";
import type { Actor } from "../kernel/roles";
import { findType } from "../types";
import { criteriaOf, NO_PAYOUT_PERIOD, rangedAs, readQuery, type SitesQuery } from "./query";
import type { Variant } from "./variants";

/** The longest print version. */
export const PRINTED = 5000;

/** What a criterion was when the form was made; "all" where none was chosen. */
const Before = z.string().max(20).optional();

/** A payout period of the list. Its days are the range already; of other reports the hint is any known range. */
const PayoutPeriod = z.string().refine((text) => {
  const period = parsePeriod(text);
  return period && isHalfMonth(period);
}, NO_PAYOUT_PERIOD);

/** The criteria as the screen's form sends them: the agent by name too, and what office, site and grouping were before. */
export const formOf = (variant: Variant) =>
  rangedAs(
    variant,
    criteriaOf(variant).extend({
      hint: variant.avp ? PayoutPeriod.optional() : z.unknown().optional(),
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
export type SitesForm = z.output<ReturnType<typeof formOf>>;

/**
 * The question that a form asks. Another site leads back to all links where the chosen one is not its own, another
 * office to all agents where the chosen one is not in it (STAT-29, STAT-30), another site or grouping to the usual order
 * (STAT-27). Throws what readQuery throws, and 422 at `agentId` for a name that nobody has.
 */
export async function readForm(actor: Actor, variant: Variant, form: SitesForm): Promise<SitesQuery> {
  const { print, siteId, typeId, companyId, groupBy } = form;
  const otherSite = form.siteWas !== undefined && form.siteWas !== String(siteId ?? "all");
  const otherOffice = form.companyWas !== undefined && form.companyWas !== String(companyId ?? "all");
  const otherGrouping = form.groupWas !== undefined && form.groupWas !== groupBy;
  const vanished = otherSite && siteId !== undefined && typeId && (await findType(actor, typeId))?.siteId !== siteId;
  const agentId = await agentOf(actor, form, otherOffice);
  const query = await readQuery(actor, variant, {
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
