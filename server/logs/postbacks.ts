import { z } from "zod";
import { Postback } from "~models";
import { sql } from "../kernel/database/sql";
import { Flag, Id, SearchText } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { cursorAnswer, feedInput } from "../kernel/operation/cursor";
import { CutList } from "../kernel/operation/page";
import { atLeast } from "../kernel/operation/roles";
import { dateHints } from "../trade/periods";
import { canReplay, explainVerdict } from "../tracking";
import { Details, detailsOf } from "./postbacks/details";
import { integer, sitename } from "./reader/columns";
import { always, ClickId, logFilter, NOT_IN_LIST, siteFilter } from "./reader/criteria";
import { defineLog } from "./reader/define-log";
import { postbackFeed, readById } from "./reader/feed";
import { exportOf, followLog, LogScreen, oneOf, openLog, reading } from "./reader/operations";

const verdicts = ["accepted", "duplicate", "held", "refused", "test"] as const;
const Verdict = z.union([z.enum(verdicts), z.literal("")], NOT_IN_LIST);

const text = { type: z.string().nullable() } as const;
const number = { type: z.int().nullable() } as const;

/** Postbacks of sites, including those without a known site or agent. Only superadmins see the parameters. */
const postbackLog = defineLog({
  does: "look at postbacks",
  allow: atLeast("agent"),
  model: Postback,
  idType: "bigint",
  timeField: "receivedAt",
  row: { id: "Postback", description: "A request of a site and what became of it." },
  columns: {
    id: integer,
    receivedAt: { type: z.string(), time: true, label: "Received", sort: true },
    verdict: { type: z.enum(verdicts), label: "Verdict", sort: true },
    reason: { ...text, sort: true },
    /** The reason, in plain words; empty if the verdict says it all. */
    fate: { type: z.string(), from: null, internal: true, label: "Result" },
    siteId: number,
    sitename: { ...sitename, ...text },
    agentId: number,
    agentUsername: {
      ...text,
      from: sql`CASE WHEN a.deleted_at IS NULL THEN a.username END`,
      label: "Agent",
      sees: "chooseAgent",
      sort: "name",
    },
    event: { ...text, label: "Event", sort: true },
    status: { ...text, label: "Status", sort: true },
    txid: { ...text, label: "Transaction", sort: true },
    clickId: { ...text, label: "Click Id" },
    ip: { ...text, from: sql`host(l.ip)`, label: "IP", sees: "replayPostbacks" },
    params: {
      type: z.record(z.string(), z.unknown()),
      label: "Parameters",
      sees: "replayPostbacks",
      csv: (params: Record<string, unknown>) => JSON.stringify(params),
    },
    eventId: number,
    /** Whether a page of the site reported it by the pixel, which everybody can call. */
    pixel: {
      type: z.boolean(),
      from: sql`l.pixel_host IS NOT NULL`,
      label: "Pixel",
      csv: (pixel: boolean) => (pixel ? "yes" : ""),
    },
    /** Only for those who may replay it. */
    canReplay: { type: z.boolean(), from: null, sees: "replayPostbacks" },
    /** The X-Request-Id of the answer to the site. */
    receipt: { type: z.string(), internal: true },
    tries: { type: z.int(), internal: true },
    decidedAt: { ...text, time: true, internal: true },
    detail: { ...text, internal: true },
  },
  joins: sql`
    LEFT JOIN sites s ON s.id = l.site_id LEFT JOIN agents g ON g.id = l.agent_id
    LEFT JOIN accounts a ON a.id = g.account_id`,
  filters: {
    verdict: logFilter(Verdict, (verdict) => sql`l.verdict = ${verdict}`),
    siteId: siteFilter,
    clickId: logFilter(ClickId, (id) => sql`l.click_id = ${id}::uuid`, always),
    txid: logFilter(SearchText(), (txid) => sql`l.txid = ${txid}`, always),
    pixel: logFilter(Flag, (pixel) => sql`(l.pixel_host IS NOT NULL) = ${pixel}`),
  },
  compute: () => (postback) => ({ fate: explainVerdict(postback), canReplay: canReplay(postback) }),
  hints: dateHints,
});

/** One postback by its ID. */
export const readPostback = oneOf(postbackLog, {
  ...{ name: "postbacks.read", does: "read one postback", id: Id, record: "postback" },
  isRow: (id) => sql`l.id = ${id}`,
});

/** All postbacks with their results. Agents and managers see their own, and only superadmins see the parameters. */
export const searchPostbacks = query({
  ...reading(postbackLog, "postbacks.search"),
  input: postbackLog.Criteria.extend(feedInput),
  output: CutList(postbackLog.Row).extend(cursorAnswer),
  run: ({ actor }, criteria) => followLog(postbackLog, actor, criteria, readById(postbackFeed)),
});

/** The postback log with the choices of its form. */
export const postbackScreen = query({
  ...reading(postbackLog, "logs.postbackScreen"),
  input: postbackLog.Form,
  output: LogScreen(postbackLog.Row.extend({ fate: z.string(), details: Details })).extend({
    verdicts: z.array(z.string()),
  }),
  async run({ actor }, form) {
    const { items, ...answer } = await openLog(postbackLog, actor, form);
    const details = await detailsOf(actor, items);
    return { ...answer, items: items.map((row) => ({ ...row, details: details(row) })), verdicts: [...verdicts] };
  },
});

/** All rows of the postback log with the columns of its screen, as CSV. */
export const exportPostbacks = exportOf(postbackLog, {
  name: "logs.postbackExport",
  does: "export postbacks",
  file: "postbacks",
});
