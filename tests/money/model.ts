import { periodAround, nextDay, wallClock, firstMinute } from "../oracle/days";
import { centsOf } from "../oracle/money";
import { type Found, priceBy, tierBy, type TierRow, type Version } from "../oracle/prices";
import type { Raw, RawEvent } from "../oracle/report";

/**
 * A company's books as a person would keep them on paper: every version, stay and event in a list that is read from its
 * beginning. Shares no code with the product.
 */

export type Event = RawEvent & {
  id: number;
  at: number;
  source: string;
  click: string;
  reversed: boolean;
  /** The event that this one reverses; a reversal is not reversed again. */
  undoes?: Event;
};
/** A sum of the ledger for one half-month, agent, office and kind, in centavos. */
export type Entry = { half: string; agentId: number; companyId: number; kind: string; php: bigint };
/** A payment run: what it entered, and the agents whose payment failed. */
export type Run = {
  id: number;
  half: Half;
  payments: Entry[];
  exported: boolean;
  undone: boolean;
  failed: Set<number>;
};
const CORRECTION = 4;
const sum = (entries: readonly Entry[]) => entries.reduce((all, { php }) => all + php, 0n);
type Flags = { siteId: number; since: number; flags: number };
export type Half = { start: string; end: string };
type Stay = { agentId: number; companyId: number; since: number };

export const dayAt = (time: number): string => wallClock(time).day;
export const halfOf = (day: string): string => periodAround(day, "beWeek").start;

export class Books {
  readonly events: Event[] = [];
  readonly versions = new Map<number, Version[]>();
  readonly stays: Stay[] = [];
  readonly flags: Flags[] = [];
  tiers: TierRow[] = [];
  /** By the first day of the half-month. */
  readonly rates = new Map<string, string>();
  readonly frozen = new Map<Event, bigint>();
  readonly entries: Entry[] = [];
  readonly paid = new Set<string>();
  readonly runs: Run[] = [];
  /** Agents who are held back, and whether any run has left one out. */
  readonly held = new Set<number>();
  leftOut = false;

  constructor(readonly firstDay: string) {}

  officeOf(agentId: number, time: number): number {
    const stay = this.stays.filter((one) => one.agentId === agentId && one.since <= time).at(-1);
    if (!stay) throw new Error("The agent was nowhere then.");
    return stay.companyId;
  }

  flagsOf(siteId: number, time: number): number {
    return this.flags.filter((one) => one.siteId === siteId && one.since <= time).at(-1)?.flags ?? 0;
  }

  priceOf(typeId: number, companyId: number, geo: string, bonus: boolean, moment: number): Found | undefined {
    const versions = this.versions.get(typeId) ?? [];
    return priceBy(versions, { companyId, geo, event: bonus ? "bonus" : "sale", moment });
  }

  isClosed = (day: string): boolean => this.rates.has(halfOf(day));

  /** The day on which an event is booked: its own day, else that of its report, else today. */
  dayFor(at: number, receivedAt: number, now: number): string {
    return [dayAt(at), dayAt(receivedAt)].find((day) => !this.isClosed(day)) ?? dayAt(now);
  }

  /** The half-months up to now, oldest first. */
  halves(now: number): Half[] {
    const all = [periodAround(this.firstDay, "beWeek")];
    for (let last = all[0]; last && last.end < dayAt(now); last = all.at(-1)) {
      all.push(periodAround(nextDay(last.end), "beWeek"));
    }
    return all;
  }

  /** Why a half-month cannot be closed now. */
  unclosable({ start, end }: Half, now: number): string | undefined {
    if (this.rates.has(start)) return "This half-month is already closed.";
    if (end >= dayAt(now)) return "This half-month is not over yet.";
    const first = this.halves(now).find((half) => !this.rates.has(half.start));
    return first && first.start < start ? `Please close ${first.start} ~ ${first.end} first.` : undefined;
  }

  /** Why a half-month cannot be paid now. */
  unpayable({ start }: Half, now: number): string | undefined {
    if (!this.rates.has(start)) return "This half-month is open. Please close it first.";
    if (this.paid.has(start)) return "This half-month is already paid.";
    const first = this.halves(now).find((half) => !this.paid.has(half.start));
    return first && first.start < start ? `Pay ${first.start} ~ ${first.end} first.` : undefined;
  }

  /** Closes a half-month: the pay of its events is fixed from now on. */
  close(half: Half, rate: string): void {
    for (const event of this.events.filter(({ day }) => halfOf(day) === half.start)) {
      const php = this.pesosOf(event);
      this.frozen.set(event, php);
      if (event.flags < CORRECTION) this.enter({ ...event, half: half.start, kind: "event", php });
    }
    this.rates.set(half.start, rate);
  }

  enter({ half, agentId, companyId, kind, php }: Entry): void {
    this.entries.push({ half, agentId, companyId, kind, php });
  }

  /** Pays in the current half-month all amounts due up to the end of `half`, less earlier payments. */
  pay(half: Half, now: number): void {
    this.paid.add(half.start);
    const due = this.entries.filter((one) => one.half <= half.start || one.kind === "payment");
    const payments: Entry[] = [];
    for (const agentId of new Set(due.map((one) => one.agentId))) {
      const own = due.filter((one) => one.agentId === agentId);
      if (sum(own) <= 0n) continue;
      if (this.held.has(agentId)) {
        this.leftOut = true;
        continue;
      }
      for (const companyId of new Set(own.map((one) => one.companyId))) {
        const php = -sum(own.filter((one) => one.companyId === companyId));
        if (php !== 0n) payments.push({ half: halfOf(dayAt(now)), agentId, companyId, kind: "payment", php });
      }
    }
    for (const payment of payments) this.enter(payment);
    this.runs.push({ id: this.runs.length + 1, half, payments, exported: false, undone: false, failed: new Set() });
  }

  /** Why a run cannot be undone now. */
  standing({ half, exported, undone }: Run, now: number): string | undefined {
    if (undone) return "This payment run is undone.";
    if (exported) {
      return "This payment run was exported and can no longer be undone. Mark its payments as failed instead.";
    }
    const later = this.halves(now).find(({ start }) => start > half.start && this.paid.has(start));
    return later && `Undo the payment of ${later.start} ~ ${later.end} first.`;
  }

  undo(run: Run, now: number): void {
    run.undone = true;
    this.paid.delete(run.half.start);
    this.giveBack(
      run.payments.filter(({ agentId }) => !run.failed.has(agentId)),
      now,
    );
  }

  fail(run: Run, agentId: number, now: number): void {
    run.failed.add(agentId);
    this.giveBack(
      run.payments.filter((payment) => payment.agentId === agentId),
      now,
    );
  }

  private giveBack(payments: readonly Entry[], now: number): void {
    for (const payment of payments) this.enter({ ...payment, half: halfOf(dayAt(now)), php: -payment.php });
  }

  /** The pesos of one event by current terms, in centavos. */
  pesosOf(event: Event): bigint {
    const { flags, bonus, sign } = event;
    const stored = centsOf(event.payout);
    if (bonus || flags >= CORRECTION) return stored;
    if (flags % 2 === 1) return BigInt(sign) * centsOf(this.tierOf(event.agentId, halfOf(event.day))?.php ?? "0");
    return flags === 2 ? 0n : stored;
  }

  tierOf(agentId: number, half: string): TierRow | undefined {
    const counted = this.events.filter(
      (one) =>
        one.agentId === agentId && !one.bonus && (one.flags === 1 || one.flags === 3) && halfOf(one.day) === half,
    );
    return tierBy(
      this.tiers,
      half,
      counted.reduce((sum, { sign }) => sum + sign, 0),
    );
  }

  raw(): Raw {
    return { clicks: [], events: this.events, terms: { tiers: this.tiers, rates: this.rates } };
  }
}

/** The time at which New York's next day begins. */
export const nextMidnight = (time: number): number => firstMinute(nextDay(dayAt(time)));
