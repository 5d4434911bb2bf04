import { z } from "zod";
import { agentGiven, agentNamed } from "../agents";
import { Flag, Id, Text } from "../kernel/operation/input";
import { isHalfMonth, parsePeriod } from "../kernel/periods";
import { Refusal } from "../kernel/operation/refusal";
import type { Actor } from "../kernel/operation/roles";
import { findType } from "../types";
import { criteriaOf, NO_PAYOUT_PERIOD, rangedAs, readQuery, type SitesQuery } from "./query";
import { SortField } from "./sorting";
import type { Variant } from "./variants";

/** Maximum number of rows in the print version. */
export const PRINTED = 5000;

/** The value of a criterion when the form was rendered; "all" if none was chosen. */
const Before = z.string().max(20).optional();

/** A payout period from the list; `start` and `end` already hold its days. Other reports accept any hint. */
const PayoutPeriod = z.string().refine((text) => {
  const period = parsePeriod(text);
  return period && isHalfMonth(period);
}, NO_PAYOUT_PERIOD);

/** The criteria as the screen's form sends them: the agent by ID or name, plus the previous site, office and order. */
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
      /** Grouping, site, column, ascending: `agent~all~raws~false`. */
      sortWas: z.string().max(80).optional(),
      siteWas: Before,
      companyWas: Before,
    }),
  );
export type SitesForm = z.output<ReturnType<typeof formOf>>;

/**
 * Validates the criteria of a form. A changed site resets the link unless it belongs to that site. A changed office
 * resets the agent unless they belong to it (STAT-29, STAT-30). A changed site or grouping resets the order (STAT-27),
 * and so does a link whose column the report no longer has. Throws what readQuery throws, and 422 at `agentId` for an
 * unknown name.
 */
export async function readForm(actor: Actor, variant: Variant, form: SitesForm): Promise<SitesQuery> {
  const { print, siteId, typeId, companyId } = form;
  const otherSite = form.siteWas !== undefined && form.siteWas !== String(siteId ?? "all");
  const otherOffice = form.companyWas !== undefined && form.companyWas !== String(companyId ?? "all");
  const vanished = otherSite && siteId !== undefined && typeId && (await findType(actor, typeId))?.siteId !== siteId;
  const agentId = await agentOf(actor, form, otherOffice);
  const criteria = { ...form, agentId, typeId: vanished ? undefined : typeId };
  const order = keptOrder(form);
  const query = await readQuery(actor, variant, { ...criteria, ...order }).catch((thrown: unknown) => {
    if (order && isUnsorted(thrown)) return readQuery(actor, variant, criteria);
    throw thrown;
  });
  return print ? { ...query, limit: PRINTED, offset: 0 } : query;
}

/** The order of the previous page, if the form sets none and keeps the grouping and site. */
function keptOrder({ sortField, sortAsc, sortWas, groupBy, siteId }: SitesForm) {
  const [grouping, site, field, ascending] = (sortWas ?? "").split("~");
  if (sortField !== undefined || sortAsc !== undefined || grouping !== groupBy || site !== String(siteId ?? "all")) {
    return undefined;
  }
  const column = SortField.safeParse(field);
  return column.success ? { sortField: column.data, sortAsc: ascending === "true" } : undefined;
}

const isUnsorted = (thrown: unknown): boolean =>
  thrown instanceof Refusal && Object.keys(thrown.data ?? {}).join() === "sortField";

async function agentOf(
  actor: Actor,
  { agentId: agent, companyId }: SitesForm,
  otherOffice: boolean,
): Promise<number | undefined> {
  if (agent === undefined) return undefined;
  if (!otherOffice) return agentGiven(actor, agent);
  return (await agentNamed(actor, String(agent), companyId)) ?? (typeof agent === "number" ? agent : undefined);
}
