import { z } from "zod";
import { Account, Signal, SIGNAL_KINDS, Site } from "~models";
import { findOneVisible, sitesVisible } from "../accounts";
import { all, type Nullable, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { queryOne, queryRows } from "../kernel/database/transactions";
import { cursorAnswer, cursorInput } from "../kernel/operation/cursor";
import { Flag, Id, Lines } from "../kernel/operation/input";
import { command, query } from "../kernel/operation/operation";
import { List, orderBy, Paging, queryPage } from "../kernel/operation/page";
import { noSuch } from "../kernel/operation/refusal";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";
import { type Day, dayOf, isoTime } from "../kernel/time";
import { now } from "../kernel/time/now";

const SignalOutput = z
  .object({
    id: z.int(),
    kind: z.enum(SIGNAL_KINDS),
    siteId: z.int().nullable(),
    agentId: z.int().nullable(),
    openedAt: z.string(),
    closedAt: z.string().nullable(),
    sentence: z.string(),
    expected: z.string(),
    evidence: z.record(z.string(), z.unknown()),
    acknowledgedAt: z.string().nullable(),
    acknowledgedBy: z.string().nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: "Signal", description: "A fault that a rule found in the figures, with its evidence." });

const columns = selectColumns(
  Signal,
  [
    "id",
    "kind",
    "siteId",
    "agentId",
    "openedAt",
    "closedAt",
    "sentence",
    "expected",
    "evidence",
    "acknowledgedAt",
    "note",
  ],
  { from: "s" },
);
const byColumns = selectColumns(Account, [], { from: "person", as: { acknowledgedBy: "username" } });
type Row = RowOf<typeof columns> & Nullable<RowOf<typeof byColumns>>;
const from = sql`signals s LEFT JOIN accounts person ON person.id = s.acknowledged_by`;

/** The rule of `Signal.visibleTo`. */
const visible = (actor: Actor): Statement | false =>
  !hasRole(actor, "admin") && sql`s.company_id = ${actor.companyId ?? 0}`;

const toOutput = (row: Row): z.output<typeof SignalOutput> => ({
  ...row,
  openedAt: isoTime(row.openedAt),
  closedAt: row.closedAt && isoTime(row.closedAt),
  acknowledgedAt: row.acknowledgedAt && isoTime(row.acknowledgedAt),
});

const order = { openedAt: sql`s.opened_at`, closedAt: sql`s.closed_at`, kind: sql`s.kind` };
const Input = Paging(["openedAt", "closedAt", "kind"], "openedAt", false).extend({
  kind: z.enum(SIGNAL_KINDS, "Please choose a kind from the list.").optional(),
  open: Flag.optional().describe("True for those that are open, false for the closed ones."),
  siteId: Id.optional(),
});

const Followed = Input.extend(cursorInput);

async function listSignals(actor: Actor, { kind, open, siteId, ...paging }: z.output<typeof Followed>) {
  if (siteId !== undefined) await findOneVisible(Site, actor, siteId);
  const where = all([
    visible(actor),
    kind !== undefined && sql`s.kind = ${kind}`,
    siteId !== undefined && sql`s.site_id = ${siteId}`,
    open !== undefined && (open ? sql`s.closed_at IS NULL` : sql`s.closed_at IS NOT NULL`),
  ]);
  const page = {
    ...{ columns: sql`${columns}, ${byColumns}`, from, where, order: orderBy(order, paging, sql`s.id`) },
    cursor: { name: "signals", id: sql`s.id` },
  };
  const { rows, ...counted } = await queryPage<Row>(page, paging);
  return { items: rows.map(toOutput), ...counted };
}

/** Signals, newest first: all of them for admins, for managers those of their office. */
export const search = query({
  name: "signals.search",
  does: "read signals",
  allow: atLeast("company"),
  input: Followed,
  output: List(SignalOutput).extend(cursorAnswer),
  run: ({ actor }, input) => listSignals(actor, input),
});

const SiteChoice = z.object({ value: z.int(), label: z.string() });

/** A page of the signals, and the sites to choose from. */
export const listScreen = query({
  name: "signals.listScreen",
  does: "read signals",
  allow: atLeast("company"),
  input: Input,
  output: List(SignalOutput).extend({ asked: Input, sites: z.array(SiteChoice), kinds: z.array(z.enum(SIGNAL_KINDS)) }),
  async run({ actor }, input) {
    const sites = await queryRows<z.output<typeof SiteChoice>>(sql`
      SELECT id AS value, sitename AS label FROM sites WHERE ${sitesVisible(actor)} ORDER BY sitename COLLATE by_name, id`);
    return { ...(await listSignals(actor, input)), asked: input, sites, kinds: [...SIGNAL_KINDS] };
  },
});

async function findSignal(actor: Actor, id: number): Promise<z.output<typeof SignalOutput>> {
  const row = await queryOne<Row>(sql`
    SELECT ${columns}, ${byColumns} FROM ${from} WHERE ${all([sql`s.id = ${id}`, visible(actor)])}`);
  if (!row) throw noSuch("signal");
  return toOutput(row);
}

export const read = query({
  name: "signals.read",
  does: "read signals",
  allow: atLeast("company"),
  input: z.object({ id: Id }),
  output: SignalOutput,
  run: ({ actor }, { id }) => findSignal(actor, id),
});

/** Notes that somebody has seen a signal, with what they found. It stays open until its fault is over. */
export const acknowledge = command({
  name: "signals.acknowledge",
  does: "acknowledge signals",
  allow: atLeast("company"),
  type: "UPDATE",
  input: z.object({ id: Id, note: Lines(1_000).min(1, "Please fill in this field.") }),
  output: SignalOutput,
  async run({ actor, changed }, { id, note }) {
    const signal = await findOneVisible(Signal, actor, id, { lock: true });
    const before = { note: signal.note };
    await signal.update({ note, acknowledgedAt: now(), acknowledgedBy: actor.accountId });
    changed({ record: "signal", id, before, after: { note } });
    return findSignal(actor, id);
  },
});

type Open = { count: number; since: Day | undefined };

/** The open signals of the actor that nobody has acknowledged, and the day of the oldest. */
export async function countOpen(actor: Actor): Promise<Open> {
  const row = await queryOne<{ count: number; since: Date | null }>(
    sql`SELECT count(*)::int AS count, min(s.opened_at) AS since FROM signals s
      WHERE ${all([sql`s.closed_at IS NULL AND s.acknowledged_at IS NULL`, visible(actor)])}`,
    { plan: "prepared" },
  );
  return { count: row?.count ?? 0, since: row?.since ? dayOf(row.since) : undefined };
}
