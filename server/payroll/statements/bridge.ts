import { z } from "zod";
import { abilities } from "../../accounts";
import { query } from "../../kernel/operation/operation";
import { invalid } from "../../kernel/operation/refusal";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { fromCents, toCents } from "../../kernel/text/money";
import { AT_TIER } from "../../tracking";
import { payPeriodId, previous as before, type Range } from "../../trade/periods";
import { type Line, type LineFilter, linesOf } from "../lines";
import { findPeriod } from "../periods";
import { findLinks } from "./details";
import { CHOOSE_PARTY, findParty, PartyOfStatement } from "./statement";

/**
 * The parts of the difference between two half-months, in their order: more or fewer sales and bonuses, at the average
 * pay of the half-month before; another pay per sale or bonus; another pay per sale at the AVP tier; corrections of
 * earlier half-months; and adjustments, advances and penalties.
 */
export const bridgeKeys = ["sales", "bonuses", "price", "tier", "corrections", "adjustments"] as const;
type Key = (typeof bridgeKeys)[number];

type Earned = Pick<Line, "kind" | "basis" | "agentId" | "typeId" | "count" | "php"> & { agent: string | null };

/** The lines of one agent and one link that are paid alike, in both half-months. Pesos are in centavos. */
type Group = {
  kind: "sale" | "bonus" | "tier" | "corrections" | "adjustments";
  agent: string | null;
  typeId: number | null;
  before: Amount;
  now: Amount;
};
type Amount = { count: number; php: bigint };

/** The share of a group in a part. */
type Share = { key: Key; php: bigint; group: Group };

/** Splits the difference between the lines of two half-months, without payments, into shares that add up to it. */
export function sharesOf(earlier: readonly Earned[], later: readonly Earned[]): Share[] {
  const groups = new Map<string, Group>();
  for (const [side, lines] of [["before", earlier] as const, ["now", later] as const]) {
    for (const { kind, basis, agentId, agent, typeId, count, php } of lines) {
      if (kind === "payment") continue;
      const group = kindOf(kind, basis);
      const key = `${group} ${agentId} ${typeId}`;
      const none = { kind: group, agent, typeId, before: { ...NONE }, now: { ...NONE } };
      const amount = (groups.get(key) ?? groups.set(key, none).get(key) ?? none)[side];
      amount.count += count ?? 0;
      amount.php += toCents(php);
    }
  }
  return [...groups.values()].flatMap((group) => split(group)).filter(({ php }) => php !== 0n);
}

const NONE: Amount = { count: 0, php: 0n };

function kindOf(kind: Line["kind"], basis: string | null): Group["kind"] {
  if (kind === "correction") return "corrections";
  if (kind !== "event") return "adjustments";
  if (basis === AT_TIER) return "tier";
  return basis?.startsWith("Bonus") ? "bonus" : "sale";
}

function split(group: Group): Share[] {
  const { kind, before: earlier, now } = group;
  const difference = now.php - earlier.php;
  if (kind === "corrections" || kind === "adjustments") return [{ key: kind, php: difference, group }];
  const more = BigInt(now.count - earlier.count);
  // Without an event to compare with, all of it is the number of events.
  const byNumber = earlier.count === 0 ? difference : rounded(more * earlier.php, BigInt(earlier.count));
  return [
    { key: kind === "bonus" ? "bonuses" : "sales", php: byNumber, group },
    { key: kind === "tier" ? "tier" : "price", php: difference - byNumber, group },
  ];
}

/** The quotient, rounded half away from zero. */
function rounded(dividend: bigint, divisor: bigint): bigint {
  const [sign, a, b] = [dividend < 0n === divisor < 0n ? 1n : -1n, absolute(dividend), absolute(divisor)];
  return sign * ((2n * a + b) / (2n * b));
}
const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

const sumOf = (lines: readonly Earned[]): bigint =>
  lines.reduce((sum, { kind, php }) => (kind === "payment" ? sum : sum + toCents(php)), 0n);

/** Pesos earned in the half-month before and in this one, and the parts of their difference, which add up to it. */
const Bridge = z
  .object({
    previous: z.number(),
    current: z.number(),
    difference: z.number(),
    parts: z.array(z.object({ key: z.enum(bridgeKeys), pesos: z.number() })),
  })
  .meta({ id: "Bridge", description: "The difference between two half-months, by cause." });

const Counted = z.object({ count: z.int(), php: z.number() });
/** The same with the links and agents behind each part, the largest amounts first. */
export const BridgeDetails = Bridge.extend({
  parts: z.array(
    Bridge.shape.parts.element.extend({
      count: z.int(),
      rows: z.array(
        z.object({
          agent: z.string().nullable(),
          site: z.string().nullable(),
          link: z.string().nullable(),
          ...{ before: Counted, now: Counted, pesos: z.number() },
        }),
      ),
    }),
  ),
  start: z.string(),
  end: z.string(),
});

/** Rows of a part that are shown. */
const MOST_ROWS = 10;

const periodBefore = (period: Range): Range & { id: number } => {
  const range = before(period, "beWeek");
  return { ...range, id: payPeriodId(range.start) };
};

async function compare(period: Range, filter: LineFilter, later: readonly Line[]) {
  const earlier = await linesOf(periodBefore(period).id, filter);
  const [previous, current] = [sumOf(earlier), sumOf(later)];
  return { lines: [...earlier, ...later], shares: sharesOf(earlier, later), previous, current };
}

type Compared = Awaited<ReturnType<typeof compare>>;
const totals = ({ previous, current }: Compared) => ({
  previous: fromCents(previous),
  current: fromCents(current),
  difference: fromCents(current - previous),
});
const partsOf = (shares: readonly Share[]) =>
  bridgeKeys.map((key) => {
    const own = shares.filter((share) => share.key === key);
    return { key, own, pesos: fromCents(own.reduce((sum, { php }) => sum + php, 0n)) };
  });

/** The comparison of a statement's lines with those of the half-month before, for its screen. */
export async function bridgeOf(
  actor: Actor,
  period: Range,
  filter: LineFilter,
  lines: readonly Line[],
): Promise<z.output<typeof BridgeDetails>> {
  const compared = await compare(period, filter, lines);
  const links = await findLinks(compared.lines);
  const { groupByAgent: seesAgents } = abilities(actor);
  const { start, end } = periodBefore(period);
  return {
    ...totals(compared),
    ...{ start, end },
    parts: partsOf(compared.shares).map(({ key, own, pesos }) => ({
      ...{ key, pesos, count: own.length },
      rows: own
        .sort((a, b) => Number(absolute(b.php) - absolute(a.php)))
        .slice(0, MOST_ROWS)
        .map(({ php, group: { agent, typeId, before: earlier, now } }) => ({
          agent: seesAgents ? agent : null,
          ...((typeId !== null && links.get(typeId)) || { site: null, link: null }),
          before: { count: earlier.count, php: fromCents(earlier.php) },
          now: { count: now.count, php: fromCents(now.php) },
          pesos: fromCents(php),
        })),
    })),
  };
}

/** Why an agent or office earned more or less than in the half-month before. */
export const bridge = query({
  name: "payroll.bridge",
  countsClicks: true,
  does: "read statements",
  allow: atLeast("agent"),
  input: PartyOfStatement,
  output: Bridge,
  async run({ actor }, { periodId, ...input }) {
    const party = await findParty(actor, input);
    if (!party) throw invalid({ agentId: [CHOOSE_PARTY] });
    const compared = await compare(await findPeriod(periodId), party.filter, await linesOf(periodId, party.filter));
    return { ...totals(compared), parts: partsOf(compared.shares).map(({ key, pesos }) => ({ key, pesos })) };
  },
});
