import { z } from "zod";
import { AuditRow, Click, SaleEvent } from "~models";
import { abilities, ownRows } from "../../accounts";
import { type RowOf, selectColumns, sql } from "../../kernel/database/sql";
import { queryRows } from "../../kernel/database/transactions";
import { EVENTS } from "../../trade/events";
import type { Actor } from "../../kernel/operation/roles";
import { isoTime } from "../../kernel/time";
import { payPeriodId } from "../../trade/periods";
import { DAY_MS } from "../../kernel/time/durations";
import { now } from "../../kernel/time/now";
import { clickedAt, describeOutcome } from "../../tracking";

const Replay = z.object({
  at: z.string(),
  username: z.string().nullable(),
  /** Username of the creator of the link or token that was used, if that is another account. */
  by: z.string().nullable(),
  /** The verdict and its reason as sentences. */
  result: z.string(),
});

/** The content of an opened row. Leaves out whatever this account may not see. */
export const Details = z.object({
  /** The time of the click; null if there is none to see. */
  clickTime: z.string().nullable(),
  /** The event that the postback was booked as or repeats. */
  sale: z
    .object({
      clickId: z.string(),
      date: z.string(),
      agentId: z.int(),
      typeId: z.int(),
      /** The pay period whose statement has it; null for the site's own clicks, which are not paid. */
      periodId: z.int().nullable(),
    })
    .nullable(),
  /** The rest is for those who may replay it. The receipt is the X-Request-Id of the answer to the site. */
  receipt: z.string().optional(),
  tries: z.int().optional(),
  decidedAt: z.string().nullable().optional(),
  /** Newest first. */
  replays: z.array(Replay).optional(),
});
type Details = z.output<typeof Details>;

/** A row of the postback log. */
type Row = {
  id: number;
  agentId: number | null;
  clickId: string | null;
  eventId: number | null;
  receipt: string;
  tries: number;
  decidedAt: string | null;
};

const MAX_REPLAYS = 500;

/** The details of these postbacks, by row. */
export async function detailsOf(actor: Actor, records: readonly Row[]): Promise<(row: Row) => Details> {
  const mayReplay = abilities(actor).replayPostbacks;
  const clickTimes = await clickTimesOf(actor, records);
  const sales = await salesOf(actor, records);
  const replays = mayReplay ? await replaysOf(records) : new Map<number, z.output<typeof Replay>[]>();
  return ({ id, clickId, eventId, receipt, tries, decidedAt }) => ({
    clickTime: clickTimes.get(clickId ?? "") ?? null,
    sale: sales.get(eventId ?? 0) ?? null,
    ...(mayReplay ? { receipt, tries, decidedAt, replays: replays.get(id) ?? [] } : {}),
  });
}

const clickColumns = selectColumns(Click, ["id"], { from: "l", as: { clickTime: "clickedAt" } });

/** The clicks of known agents. Another site's click has no agent here. */
async function clickTimesOf(actor: Actor, records: readonly Row[]): Promise<Map<string, string>> {
  // An ID that was not created here has an arbitrary time.
  const latest = now().getTime() + DAY_MS;
  const known = records.flatMap(({ clickId, agentId }) =>
    clickId !== null && agentId !== null && clickedAt(clickId) < latest
      ? [{ clickId, agentId, at: new Date(clickedAt(clickId)).toISOString() }]
      : [],
  );
  if (known.length === 0) return new Map();
  const clicks = await queryRows<RowOf<typeof clickColumns>>(sql`
    SELECT ${clickColumns} FROM clicks l
    WHERE l.agent_id = ANY(${known.map(({ agentId }) => agentId)}::int[])
      AND l.clicked_at = ANY(${known.map(({ at }) => at)}::timestamptz[])
      AND l.id = ANY(${known.map(({ clickId }) => clickId)}::uuid[])
      AND ${ownRows(actor, { agent: sql`l.agent_id`, company: sql`l.company_id` })}`);
  return new Map(clicks.map(({ id, clickTime }) => [id, isoTime(clickTime)]));
}

const saleColumns = selectColumns(SaleEvent, ["id", "clickId", "agentId", "typeId", "event", "day"], {
  ...{ from: "l", as: { date: "occurredAt" } },
});

async function salesOf(actor: Actor, records: readonly Row[]): Promise<Map<number, NonNullable<Details["sale"]>>> {
  const ids = records.flatMap(({ eventId }) => eventId ?? []);
  if (ids.length === 0) return new Map();
  const sales = await queryRows<RowOf<typeof saleColumns>>(sql`
    SELECT ${saleColumns} FROM sale_events l
    WHERE l.id = ANY(${ids}::bigint[])
      AND ${ownRows(actor, { agent: sql`l.agent_id`, company: sql`l.company_id` })}`);
  return new Map(
    sales.map(({ id, clickId, agentId, typeId, event, day, date }) => [
      id,
      { clickId, agentId, typeId, date: isoTime(date), periodId: event === EVENTS.click ? null : payPeriodId(day) },
    ]),
  );
}

const auditColumns = selectColumns(AuditRow, ["recordId", "at", "username", "by"], { from: "audit" });
type Audited = RowOf<typeof auditColumns> & { verdict: string; reason: string | null };

async function replaysOf(records: readonly Row[]): Promise<Map<number, z.output<typeof Replay>[]>> {
  const found = await queryRows<Audited>(sql`
    SELECT ${auditColumns}, after->>'verdict' AS verdict, after->>'reason' AS reason
    FROM audit WHERE record = 'postback' AND record_id = ANY(${records.map(({ id }) => String(id))}::text[])
    ORDER BY id DESC LIMIT ${MAX_REPLAYS}`);
  const replays = new Map<number, z.output<typeof Replay>[]>();
  for (const { recordId, at, username, by, verdict, reason } of found) {
    const row = { at: isoTime(at), username, by, result: describeOutcome(verdict, reason) };
    replays.set(Number(recordId), [...(replays.get(Number(recordId)) ?? []), row]);
  }
  return replays;
}
