import { z } from "zod";
import { abilities } from "../accounts";
import { pendingCount } from "../approvals";
import { waitingClaims } from "../claims";
import { together } from "../kernel/database/statements";
import { queryOne } from "../kernel/database/transactions";
import { sql } from "../kernel/database/sql";
import { Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";
import { dayOf } from "../kernel/time";
import { now } from "../kernel/time/now";
import { countFailed } from "../mail";
import { lastMaintenance, lastRunWarnings, pendingPostbacks, runWarnings } from "../maintenance";
import { allPeriods } from "../payroll";
import { countOpen } from "../signals";
import { countDisabled } from "../webhooks";

const kinds = [
  "approvals",
  "postbacks",
  "close",
  "pay",
  "webhooks",
  "mails",
  "signals",
  "claims",
  ...runWarnings,
] as const;

export const Attention = z.array(
  z.object({
    kind: z.enum(kinds),
    /** Agents, postbacks, half-months, endpoints, mails, signals, claims or failed checks; 1 where there is nothing to count. */
    count: z.int(),
    /** The first day of the oldest half-month, or the day of the oldest postback, signal or claim. */
    since: z.string().optional(),
    /** The ID of the oldest half-month. */
    periodId: z.int().optional(),
  }),
);
type Attention = z.output<typeof Attention>;

/** Pending work that this account can do something about. Empty if there is none. */
export const attention = query({
  name: "home.attention",
  does: "read what needs attention",
  allow: atLeast("admin"),
  input: Nothing,
  output: Attention,
  run: ({ actor }) => attentionFor(actor),
});

/** For managers, the disabled webhook endpoints, signals and open claims of their office. */
export async function attentionFor(actor: Actor): Promise<Attention> {
  const can = abilities(actor);
  if (!hasRole(actor, "admin")) return (await together(webhooks(actor), signals(actor), claims(actor))).flat();
  const parts = await together(
    can.approveAgents ? approvals(actor) : [],
    postbacks(),
    can.managePayroll ? halfMonths() : [],
    hasRole(actor, "superadmin") ? webhooks(actor) : [],
    can.seeHealth ? maintenance() : [],
    can.seeHealth ? mails() : [],
    signals(actor),
    claims(actor),
  );
  return parts.flat();
}

async function approvals(actor: Actor): Promise<Attention> {
  const row = await queryOne<{ count: number }>(sql`SELECT (${pendingCount(actor)}) AS count`, { plan: "prepared" });
  return row && row.count > 0 ? [{ kind: "approvals", count: row.count }] : [];
}

async function postbacks(): Promise<Attention> {
  const { count, oldestAt } = await pendingPostbacks();
  return oldestAt === null ? [] : [{ kind: "postbacks", count, since: dayOf(new Date(oldestAt)) }];
}

/** Half-months that are over and open, and those that are closed and unpaid. */
async function halfMonths(): Promise<Attention> {
  const today = dayOf(now());
  const over = (await allPeriods()).filter(({ end }) => end < today);
  return (["open", "closed"] as const).flatMap((state) => {
    const due = over.filter((period) => period.state === state);
    const [oldest] = due;
    const kind = state === "open" ? "close" : "pay";
    return oldest ? [{ kind, count: due.length, since: oldest.start, periodId: oldest.id } as const] : [];
  });
}

async function webhooks(actor: Actor): Promise<Attention> {
  const count = await countDisabled(actor);
  return count > 0 ? [{ kind: "webhooks", count }] : [];
}

/** Those that nobody has acknowledged. */
async function signals(actor: Actor): Promise<Attention> {
  const { count, since } = await countOpen(actor);
  return count > 0 ? [{ kind: "signals", count, since }] : [];
}

/** Those that wait for a decision of this account. */
async function claims(actor: Actor): Promise<Attention> {
  const { count, since } = await waitingClaims(actor);
  return count > 0 ? [{ kind: "claims", count, since }] : [];
}

async function mails(): Promise<Attention> {
  const count = await countFailed();
  return count > 0 ? [{ kind: "mails", count }] : [];
}

async function maintenance(): Promise<Attention> {
  const [backup, doctor] = await together(lastMaintenance("backup"), lastMaintenance("doctor"));
  return lastRunWarnings({ backup, doctor }, now()).map((kind) => ({
    kind,
    count: kind === "findings" ? (doctor?.figures.broken ?? 1) : 1,
  }));
}
