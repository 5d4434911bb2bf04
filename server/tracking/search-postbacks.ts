import { z } from "zod";
import { abilities, ownRows } from "../accounts";
import { requireAgent } from "../agents";
import { one, rows } from "../kernel/database";
import { Id, Text } from "../kernel/input";
import { query } from "../kernel/operation";
import { limit, List, orderBy, Paging } from "../kernel/page";
import { INVALID_RANGE, instants, isoTime, readRange } from "../kernel/periods";
import { type FieldMessages, invalid } from "../kernel/refusal";
import { type Actor, atLeast, reaches } from "../kernel/roles";
import { all, sql } from "../kernel/sql";
import { requireOffice } from "../offices";
import { requireSite } from "../sites";

const COLUMNS = {
  receivedAt: sql`p.received_at`,
  verdict: sql`p.verdict`,
  reason: sql`p.reason`,
  sitename: sql`s.sitename`,
  agentUsername: sql`a.username`,
  event: sql`p.event`,
  txid: sql`p.txid`,
  status: sql`p.status`,
} as const;
const FIELDS = Object.keys(COLUMNS) as [keyof typeof COLUMNS, ...(keyof typeof COLUMNS)[]];
const EXACT = {
  verdict: sql`p.verdict`,
  siteId: sql`p.site_id`,
  agentId: sql`p.agent_id`,
  companyId: sql`p.company_id`,
  clickId: sql`p.click_id`,
  txid: sql`p.txid`,
} as const;
const NOT_YOURS = "Please choose one from the list.";
/** Beyond these many rows a list is not counted, and by other columns than the time not sorted. */
const COUNTED = 10_000;
const SORTED = 100_000;

const Input = Paging(FIELDS, "receivedAt", false).extend({
  verdict: z.enum(["accepted", "duplicate", "held", "refused", "test"], NOT_YOURS).optional(),
  siteId: Id.optional(),
  agentId: Id.optional(),
  companyId: Id.optional(),
  clickId: z.uuid("Please enter a whole click id.").optional(),
  txid: Text().optional(),
  start: z.string().optional(),
  end: z.string().optional(),
});

const Row = z.object({
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
});

type Found = Omit<z.output<typeof Row>, "receivedAt"> & { receivedAt: Date };

/** Every request that a site sent, with its fate: agents and offices see their own, the parameters superadmins alone. */
export const searchPostbacks = query({
  name: "postbacks.search",
  does: "look at postbacks",
  allow: atLeast("agent"),
  input: Input,
  output: List(Row),
  async run({ actor }, input) {
    const range = await judged(actor, input);
    const matching = all([
      ownRows(actor, { agent: sql`p.agent_id`, company: sql`p.company_id` }),
      range && sql`p.received_at >= ${range[0]} AND p.received_at < ${range[1]}`,
      ...Object.entries(EXACT).map(([name, column]) => {
        const value = input[name as keyof typeof EXACT];
        return value !== undefined && value !== "" && sql`${column} = ${value}`;
      }),
    ]);
    const newest = sql`SELECT * FROM postbacks p WHERE ${matching} ORDER BY p.received_at DESC, p.id DESC LIMIT ${SORTED}`;
    const source = input.sortField === "receivedAt" ? sql`SELECT * FROM postbacks p WHERE ${matching}` : newest;
    const found = await rows<Found>(sql`
      SELECT p.id, p.received_at AS "receivedAt", p.verdict, p.reason, p.site_id AS "siteId", s.sitename,
        p.agent_id AS "agentId", CASE WHEN a.deleted_at IS NULL THEN a.username END AS "agentUsername",
        p.click_id AS "clickId", p.event, p.txid, p.status, host(p.ip) AS ip, p.params, p.event_id AS "eventId"
      FROM (${source}) p
      LEFT JOIN sites s ON s.id = p.site_id
      LEFT JOIN agents g ON g.id = p.agent_id
      LEFT JOIN accounts a ON a.id = g.account_id
      ${orderBy(COLUMNS, input, sql`p.id`)} ${limit(input)}`);
    const counted = await one<{ n: number }>(sql`
      SELECT count(*) AS n FROM (SELECT FROM postbacks p WHERE ${matching} LIMIT ${COUNTED + 1}) counted`);
    const total = counted?.n ?? 0;
    return {
      items: found.map((row) => shown(actor, row)),
      total: Math.min(total, COUNTED),
      ...(total > COUNTED ? { totalIsEstimate: true } : {}),
    };
  },
});

/** What the role may ask; 404 for what it may not know of. Answers the instants of the range, if one was named. */
async function judged(actor: Actor, input: z.output<typeof Input>): Promise<[Date, Date] | undefined> {
  const { siteId, agentId, companyId, sortField, start, end } = input;
  const can = abilities(actor);
  const range = readRange(start, end);
  const messages: FieldMessages = {
    ...(companyId && !can.chooseOffice ? { companyId: [NOT_YOURS] } : {}),
    ...(agentId && !can.chooseAgent ? { agentId: [NOT_YOURS] } : {}),
    ...(sortField === "agentUsername" && !can.chooseAgent ? { sortField: ["This column cannot be sorted by."] } : {}),
    ...((start || end) && !range ? { start: [INVALID_RANGE] } : {}),
  };
  if (Object.keys(messages).length > 0) throw invalid(messages);
  if (siteId) await requireSite(actor, siteId);
  if (companyId) await requireOffice(actor, companyId);
  if (agentId) await requireAgent(actor, agentId);
  return range && instants(range);
}

function shown(actor: Actor, { ip, params, agentUsername, ...row }: Found): z.input<typeof Row> {
  return {
    ...row,
    receivedAt: isoTime(row.receivedAt),
    ...(reaches(actor, "company") ? { agentUsername } : {}),
    ...(reaches(actor, "superadmin") ? { ip, params } : {}),
  };
}
