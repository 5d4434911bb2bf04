import { z } from "zod";
import { abilities } from "../../accounts";
import { Id, Text } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { List } from "../../kernel/operation/page";
import { isoTime } from "../../kernel/periods";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { all, sql } from "../../kernel/database/sql";
import { requireSite } from "../../sites";
import { canReplay } from "../../tracking";
import {
  ClickId,
  Filter,
  checkCriteria,
  type CheckedCriteria,
  LogCriteria,
  NOT_IN_LIST,
  ScreenFields,
} from "../reader/criteria";
import { After, Continued, postbackFeed, readFeed } from "../reader/feed";
import { readLog } from "../reader/read";
import { type PostbackField, postbackFields, type PostbackRecord, postbackLog } from "./kind";

export const verdicts = ["accepted", "duplicate", "held", "refused", "test"] as const;

const Criteria = LogCriteria(postbackFields, "receivedAt").extend({
  verdict: Filter(z.union([z.enum(verdicts), z.literal("")], NOT_IN_LIST)),
  siteId: Filter(Id),
  clickId: Filter(ClickId),
  txid: Filter(Text()),
});
export const PostbackForm = Criteria.extend(ScreenFields);
export type PostbackForm = z.output<typeof PostbackForm>;

export const PostbackRow = z
  .object({
    id: z.int(),
    receivedAt: z.string(),
    verdict: z.string(),
    reason: z.string().nullable(),
    siteId: z.int().nullable(),
    sitename: z.string().nullable(),
    agentId: z.int().nullable(),
    agentUsername: z.string().nullable().optional(),
    clickId: z.string().nullable(),
    event: z.string().nullable(),
    txid: z.string().nullable(),
    status: z.string().nullable(),
    ip: z.string().nullable().optional(),
    params: z.record(z.string(), z.unknown()).optional(),
    eventId: z.int().nullable(),
    /** Only for those who may replay it. */
    canReplay: z.boolean().optional(),
  })
  .meta({ id: "Postback", description: "A request of a site and what became of it." });
export type PostbackRow = z.output<typeof PostbackRow>;

/** All postbacks with their results. Agents and managers see their own, and only superadmins see the parameters. */
export const searchPostbacks = query({
  name: "postbacks.search",
  does: "look at postbacks",
  allow: atLeast("agent"),
  mayLag: true,
  input: Criteria.extend({ after: After }),
  output: List(PostbackRow).extend(Continued),
  async run({ actor }, { after, ...criteria }) {
    const { question } = await checkPostbackCriteria(actor, criteria);
    if (after !== undefined) {
      const { records, ...continued } = await readFeed<PostbackRecord, PostbackField>(
        postbackFeed,
        postbackLog,
        question,
        { ...criteria, after },
      );
      return { items: records.map((row) => postbackRow(actor, row)), total: records.length, ...continued };
    }
    const { items, total, totalIsEstimate } = await readLog<PostbackRecord, PostbackField>(postbackLog, question);
    const estimate = totalIsEstimate ? { totalIsEstimate } : {};
    return { items: items.map((row) => postbackRow(actor, row)), total, ...estimate };
  },
});

export async function checkPostbackCriteria(
  actor: Actor,
  input: PostbackForm,
): Promise<CheckedCriteria<PostbackField>> {
  const { verdict, siteId, clickId, txid } = input;
  const hidden: PostbackField[] = abilities(actor).chooseAgent ? [] : ["agentUsername"];
  const { question, chosen } = await checkCriteria(actor, postbackLog, input, hidden);
  const site = siteId === undefined ? undefined : await requireSite(actor, siteId);
  const matching = all([
    question.matching,
    verdict !== undefined && sql`l.verdict = ${verdict}`,
    siteId !== undefined && sql`l.site_id = ${siteId}`,
    clickId !== undefined && sql`l.click_id = ${clickId}::uuid`,
    txid !== undefined && sql`l.txid = ${txid}`,
  ]);
  return {
    question: { ...question, matching, selective: clickId !== undefined || txid !== undefined },
    chosen: { ...chosen, site: site?.sitename },
  };
}

export function postbackRow(
  actor: Actor,
  { ip, params, agentUsername, receivedAt, ...row }: PostbackRecord,
): PostbackRow {
  const can = abilities(actor);
  return {
    ...row,
    receivedAt: isoTime(receivedAt),
    ...(can.chooseAgent ? { agentUsername } : {}),
    ...(can.replayPostbacks ? { ip, params, canReplay: canReplay(row) } : {}),
  };
}
