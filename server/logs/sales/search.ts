import { z } from "zod";
import { abilities } from "../../accounts";
import { EVENTS } from "../../kernel/events";
import { Id, Text } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { List } from "../../kernel/operation/page";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { all, sql } from "../../kernel/database/sql";
import { requireSite } from "../../sites";
import {
  ClickId,
  Filter,
  checkCriteria,
  type CheckedCriteria,
  LogCriteria,
  NOT_IN_LIST,
  ScreenFields,
} from "../reader/criteria";
import { SubIdFilter } from "../sub-ids";
import { readLog } from "../reader/read";
import { After, Continued, readFeed, saleFeed } from "../reader/feed";
import { hasClickWithSubId, type SaleField, saleFields, saleLog, type SaleRecord, SaleRow, saleRows } from "./kind";

/** The stored values of the record types Sale, Bonus and Click. */
export const recordTypes = Object.values(EVENTS);

const Geo = Text(16)
  .transform((text) => text.toUpperCase())
  .pipe(z.string().regex(/^([A-Z]{2})?$/, "Please enter a country as two letters."));

const Criteria = LogCriteria(saleFields, "date").extend({
  siteId: Filter(Id),
  recordType: Filter(
    z.int(NOT_IN_LIST).refine((type) => (recordTypes as readonly number[]).includes(type), NOT_IN_LIST),
  ),
  clickId: Filter(ClickId),
  txid: Filter(Text()),
  email: Filter(Text(254)),
  geo: Filter(Geo),
  subId: SubIdFilter,
});
export const SaleForm = Criteria.extend(ScreenFields);
export type SaleForm = z.output<typeof SaleForm>;

/** Events reported by sites, newest first, or with `after` in the order in which they were booked. Agents see their own, managers those of their office, admins all. */
export const searchSales = query({
  name: "logs.sales",
  does: "read sale logs",
  allow: atLeast("agent"),
  mayLag: true,
  input: Criteria.extend({ after: After }),
  output: z.object({
    items: List(SaleRow),
    earningVisible: z.boolean(),
    ...Continued,
  }),
  async run({ actor }, { after, ...criteria }) {
    const { question } = await checkSaleCriteria(actor, criteria);
    const earningVisible = abilities(actor).seeEarning;
    if (after !== undefined) {
      const { records, ...continued } = await readFeed<SaleRecord, SaleField>(saleFeed, saleLog, question, {
        ...criteria,
        after,
      });
      const items = await saleRows(actor, records);
      return { items: { items, total: items.length }, earningVisible, ...continued };
    }
    const { items, total, totalIsEstimate } = await readLog<SaleRecord, SaleField>(saleLog, question);
    const estimate = totalIsEstimate ? { totalIsEstimate } : {};
    return {
      items: { items: await saleRows(actor, items), total, ...estimate },
      earningVisible,
    };
  },
});

/** Columns that this account may not see: names by role, amounts without visible earnings, the referer. */
export function hiddenOf(actor: Actor): SaleField[] {
  const can = abilities(actor);
  const hidden: (SaleField | false)[] = [
    !can.chooseOffice && "officeName",
    !can.chooseAgent && "agent",
    !can.seeEarning && "earning",
    !can.seeEarning && "payout",
    !can.seeReferer && "referer",
  ];
  return hidden.filter((field) => field !== false);
}

export async function checkSaleCriteria(actor: Actor, input: SaleForm): Promise<CheckedCriteria<SaleField>> {
  const { siteId, recordType, clickId, txid, email, geo, subId } = input;
  const { question, chosen } = await checkCriteria(actor, saleLog, input, hiddenOf(actor));
  const site = siteId === undefined ? undefined : await requireSite(actor, siteId);
  const matching = all([
    question.matching,
    siteId !== undefined && sql`l.site_id = ${siteId}`,
    recordType !== undefined && sql`l.event = ${recordType}`,
    clickId !== undefined && sql`l.click_id = ${clickId}::uuid`,
    txid !== undefined && sql`l.txid = ${txid}`,
    email !== undefined && sql`lower(l.email) = ${email.toLowerCase()}`,
    geo !== undefined && sql`l.geo = ${geo}`,
    subId !== undefined && hasClickWithSubId(subId),
  ]);
  const selective = clickId !== undefined || txid !== undefined || email !== undefined;
  return { question: { ...question, matching, selective }, chosen: { ...chosen, site: site?.sitename } };
}
