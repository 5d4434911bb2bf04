import type { z } from "zod";
import { abilities } from "../../accounts";
import { addressRange } from "../../kernel/net/address-range";
import { Id, Text } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { List } from "../../kernel/operation/page";
import { invalid } from "../../kernel/operation/refusal";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { all, sql, type Statement } from "../../kernel/database/sql";
import { requireSite } from "../../sites";
import { ClickId, Filter, judge, type Judged, LogCriteria, ScreenFields } from "../reader/criteria";
import { readLog } from "../reader/read";
import { type ClickField, clickFields, type ClickFound, clickLog } from "./kind";
import { ClickRow, clickRows } from "./row";
import { clickTally } from "./tally";

const Criteria = LogCriteria(clickFields, "clickTime").extend({
  ipAddress: Filter(Text(64)),
  siteId: Filter(Id),
  clickId: Filter(ClickId),
});
export const ClickForm = Criteria.extend(ScreenFields);
export type ClickForm = z.output<typeof ClickForm>;

/** Clicks of every class on tracked links, newest first. Agents see their own, managers their office's, admins all. */
export const searchClicks = query({
  name: "logs.clicks",
  does: "read click logs",
  allow: atLeast("agent"),
  mayLag: true,
  input: Criteria,
  output: List(ClickRow),
  async run({ actor }, criteria) {
    const { question } = await judgeClicks(actor, criteria);
    const { items, ...counted } = await readLog<ClickFound, ClickField>(clickLog, question);
    return { items: clickRows(actor, items), ...counted };
  },
});

/** Columns that this account may not see: names by role, IP addresses and referrers by the brand's settings. */
export function hiddenOf(actor: Actor): ClickField[] {
  const can = abilities(actor);
  const hidden: (ClickField | false)[] = [
    !can.chooseOffice && "officeName",
    !can.chooseAgent && "agentUsername",
    !can.seeIp && "fromIp",
    !can.seeIp && "uniques",
    !can.seeReferrer && "referer",
  ];
  return hidden.filter((field) => field !== false);
}

/**
 * Builds the question to the click log. Without an IP address or click ID, it uses the row counts of the roll-ups.
 * Throws like `judge`, and 422 for an invalid or hidden IP address.
 */
export async function judgeClicks(actor: Actor, given: ClickForm): Promise<Judged<ClickField>> {
  const { ipAddress, siteId, clickId, companyId } = given;
  const { question, chosen } = await judge(actor, clickLog, given, hiddenOf(actor));
  const address = fromAddress(actor, ipAddress);
  if (siteId !== undefined) await requireSite(actor, siteId);
  const matching = all([
    question.matching,
    siteId !== undefined && sql`l.site_id = ${siteId}`,
    address,
    clickId !== undefined && withId(clickId),
  ]);
  const tally = clickTally(actor, { companyId, siteId, agentId: chosen.agentId }, chosen.days);
  const way = address || clickId ? { apart: true } : { tally };
  return { question: { ...question, matching, ...way }, chosen };
}

const ADDRESS = "Please enter a whole IP address, its beginning such as 192.0.2. or a network such as 192.0.2.0/24.";

function fromAddress(actor: Actor, text: string | undefined): Statement | undefined {
  if (text === undefined) return undefined;
  if (!abilities(actor).seeIp) throw invalid({ ipAddress: ["Addresses are not shown here."] });
  const range = addressRange(text);
  if (!range) throw invalid({ ipAddress: [ADDRESS] });
  const { first, last } = range;
  return first === last ? sql`l.ip = ${first}::inet` : sql`l.ip BETWEEN ${first}::inet AND ${last}::inet`;
}

/** A click ID contains its time, so the search is limited to that millisecond. */
function withId(id: string): Statement {
  const at = new Date(parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
  const next = new Date(Number(at) + 1);
  return sql`l.id = ${id}::uuid AND l.clicked_at >= ${at} AND l.clicked_at < ${next}`;
}
