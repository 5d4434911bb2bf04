import { Signal, SIGNAL_KINDS, type SignalKind } from "~models";
import { LOCKS } from "../kernel/database/advisory-locks";
import { sql } from "../kernel/database/sql";
import { isUnreachable, queryOne, writeTransaction } from "../kernel/database/transactions";
import { gauges } from "../kernel/process/metrics";
import { HOUR_MS } from "../kernel/time/durations";
import { now } from "../kernel/time/now";
import { announce } from "../webhooks";
import { checkDomains } from "./domain-checks";
import { type Finding, readFindings } from "./findings";
import { countHours } from "./hours";
import { mailOpen } from "./mail";

/** Of the pause between evaluations of a server, which is five minutes: another server evaluates in the meantime. */
const LEAST_PAUSE_MS = 4.5 * (HOUR_MS / 60);
const LONGEST_MS = 10_000;

let open: { kind: SignalKind; count: number }[] = [];

/** In the process that evaluates. */
export const countOpenSignals = (): void =>
  gauges(
    "signals_open",
    "Signals that are open, by kind.",
    ["kind"],
    () => SIGNAL_KINDS.map((kind) => [{ kind }, open.find((one) => one.kind === kind)?.count ?? 0]),
    { shared: true },
  );

/**
 * Checks the domains, evaluates the rules of all signals, opens and closes, and mails what is open once a day. All servers call
 * this every five minutes, and one of them evaluates.
 */
export async function evaluateSignals(): Promise<void> {
  try {
    const at = now();
    await checkDomains(at);
    await writeTransaction(() => evaluate(at));
    const rows = await writeTransaction(() => Signal.count({ where: { closedAt: null }, group: ["kind"] }));
    open = rows.map(({ kind, count }) => ({ kind: kind as SignalKind, count }));
  } catch (error) {
    // Reported elsewhere; the next evaluation follows.
    if (!isUnreachable(error)) throw error;
  }
}

async function evaluate(at: Date): Promise<void> {
  await queryOne(sql`SELECT set_config('statement_timeout', ${String(LONGEST_MS)}, true)`);
  const lock = await queryOne<{ mine: boolean }>(sql`SELECT pg_try_advisory_xact_lock(${LOCKS.signals}) AS mine`);
  if (!lock?.mine) return;
  const last = await queryOne<{ at: Date | null }>(sql`
    SELECT max(counted_at) AS at FROM site_hours WHERE hour >= ${new Date(at.getTime() - 2 * HOUR_MS)}::timestamptz`);
  if (last?.at && at.getTime() - last.at.getTime() < LEAST_PAUSE_MS) return;
  await countHours(at);
  const former = await Signal.findAll({ where: { closedAt: null } });
  await settle(await readFindings(at, former), former, at);
  await mailOpen(at);
}

const keyOf = ({ kind, subject }: Pick<Finding, "kind" | "subject">) => `${kind} ${subject}`;

/** Closes the signals that are clear, and opens one for each fault that has none. */
async function settle(findings: readonly Finding[], former: readonly Signal[], at: Date): Promise<void> {
  const isOpen = new Map(former.map((signal) => [keyOf(signal), signal]));
  const states = new Map(findings.map((finding) => [keyOf(finding), finding.state]));
  const changed: { event: "signal.opened" | "signal.closed"; signal: Signal }[] = [];
  for (const [key, signal] of isOpen) {
    if ((states.get(key) ?? "clear") !== "clear") continue;
    changed.push({ event: "signal.closed", signal: await signal.update({ closedAt: at }) });
  }
  for (const { about, state, ...subject } of findings) {
    if (state !== "fault" || !about || isOpen.has(keyOf(subject))) continue;
    changed.push({ event: "signal.opened", signal: await Signal.create({ ...subject, ...about, openedAt: at }) });
  }
  await announce(changed.map(({ event, signal }) => ({ event, company_id: signal.companyId, data: dataOf(signal) })));
}

function dataOf({ id, kind, siteId, agentId, companyId, openedAt, closedAt, sentence, expected, evidence }: Signal) {
  const times = { openedAt: openedAt.toISOString(), closedAt: closedAt?.toISOString() ?? null };
  return { signalId: id, kind, siteId, agentId, companyId, ...times, sentence, expected, evidence };
}
