import { z } from "zod";
import { abilities } from "../../accounts";
import { requireAgent } from "../../agents";
import { Id } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { invalid } from "../../kernel/operation/refusal";
import { type Actor, atLeast, levels } from "../../kernel/operation/roles";
import { isoTime, payPeriodId, previous, type Range } from "../../kernel/periods";
import { amount, cents } from "../../kernel/text/money";
import { requireOffice } from "../../offices";
import { type Line, linesOf, totalUpTo, type Whose } from "../lines";
import { findPeriod } from "../periods";

/** In centavos and cents. Dollars are null if any summand has none. */
export type Sum = { php: bigint; usd: bigint | null };

export type Account = { opening: Sum; lines: Line[]; total: Sum };

/** The balance before a period, its lines, and the balance after it: `total` is `opening` plus all lines. */
export async function accountOf({ id, start, end }: Range & { id: number }, whose: Whose): Promise<Account> {
  const before = await totalUpTo(payPeriodId(previous({ start, end }, "beWeek").start), whose);
  const lines = await linesOf(id, whose);
  const opening = centsOf(before);
  return { opening, lines, total: added([opening, ...lines.map(centsOf)]) };
}

export const centsOf = ({ php, usd }: { php: string; usd: string | null }): Sum => ({
  php: cents(php),
  usd: usd === null ? null : cents(usd),
});

export const added = (sums: readonly Sum[]): Sum =>
  sums.reduce(
    (all, { php, usd }) => ({
      php: all.php + php,
      usd: all.usd === null || usd === null ? null : all.usd + usd,
    }),
    NOTHING,
  );
const NOTHING: Sum = { php: 0n, usd: 0n };

/** A sum as numbers with two decimals, in pesos and dollars. */
export const amounts = ({ php, usd }: Sum): { php: number; usd: number | null } => ({
  php: amount(php),
  usd: usd === null ? null : amount(usd),
});

/** The agent or office of a statement (the other ID is null), and the lines of it that the account may see. */
export type Party = {
  agentId: number | null;
  companyId: number | null;
  /** The agent's username, which is null for a deleted agent, or the office's name. */
  name: string | null;
  whose: Whose;
};

const NOT_YOURS = "Please choose one from the list.";

/**
 * The named agent or office. Without one, agents get themselves, managers their office, and others undefined. A manager
 * only sees an agent's lines of the manager's own office. Throws 404 for an agent or office that the account may not
 * see, and 422 at a filter that its role does not have.
 */
export async function partyOf(actor: Actor, { agentId, companyId }: Whose): Promise<Party | undefined> {
  const own = actor.role === levels.agent ? { agentId: actor.agentId ?? 0 } : undefined;
  if (companyId !== undefined && own) throw invalid({ companyId: [NOT_YOURS] });
  if (companyId !== undefined) return officeOf(actor, companyId);
  if (agentId !== undefined) return agentOf(actor, agentId);
  if (own) return agentOf(actor, own.agentId);
  return actor.companyId === null ? undefined : officeOf(actor, actor.companyId);
}

async function agentOf(actor: Actor, id: number): Promise<Party> {
  const { username } = await requireAgent(actor, id);
  const within = actor.role === levels.company && actor.companyId !== null ? { companyId: actor.companyId } : {};
  return { agentId: id, companyId: null, name: username, whose: { agentId: id, ...within } };
}

async function officeOf(actor: Actor, id: number): Promise<Party> {
  const { officeName } = await requireOffice(actor, id);
  return { agentId: null, companyId: id, name: officeName, whose: { companyId: id } };
}

/** The names shown in lines: offices for admins, agents for company level and above. */
export const namesShown = (actor: Actor) => {
  const { groupByOffice: offices, groupByAgent: agents } = abilities(actor);
  return { offices, agents };
};

export const Amounts = z.object({ php: z.number(), usd: z.number().nullable() });

/** A line. Names are absent if the account may not see them. Event lines of an open period have no ID and no time. */
export const StatementLine = Amounts.extend({
  id: z.int().nullable(),
  periodId: z.int(),
  agentId: z.int(),
  companyId: z.int(),
  kind: z.enum(["event", "correction", "adjustment", "advance", "penalty", "payment"]),
  typeId: z.int().nullable(),
  basis: z.string().nullable(),
  count: z.int().nullable(),
  agent: z.string().optional(),
  officeName: z.string().optional(),
  reason: z.string().nullable(),
  by: z.string().nullable(),
  at: z.string().nullable(),
  refersTo: z.int().nullable(),
});

const Filter = Id.nullish().transform((id) => id ?? undefined);
export const CHOOSE = "Please choose an agent or an office.";
export const ONE = "Please choose an agent or an office, not both.";

/**
 * The lines of an agent or office in a pay period, with the balances before and after it (LEDGER-06). Agents may read
 * their own statement, managers those of their office and its agents.
 */
export const statement = query({
  name: "payroll.statement",
  does: "read statements",
  allow: atLeast("agent"),
  input: z
    .object({ periodId: Id, agentId: Filter, companyId: Filter })
    .refine((asked) => asked.agentId === undefined || asked.companyId === undefined, { path: ["agentId"], error: ONE }),
  output: z.object({
    periodId: z.int(),
    agentId: z.int().nullable(),
    companyId: z.int().nullable(),
    opening: Amounts,
    lines: z.array(StatementLine),
    total: Amounts,
  }),
  async run({ actor }, { periodId, ...named }) {
    const party = await partyOf(actor, named);
    if (!party) throw invalid({ agentId: [CHOOSE] });
    const { agentId, companyId, whose } = party;
    const { opening, lines, total } = await accountOf(await findPeriod(periodId), whose);
    return {
      ...{ periodId, agentId, companyId },
      opening: amounts(opening),
      lines: lines.map((line) => answered(actor, line)),
      total: amounts(total),
    };
  },
});

export function answered(actor: Actor, line: Line): z.input<typeof StatementLine> {
  const { agent, officeName, at, ...rest } = line;
  const shown = namesShown(actor);
  return {
    ...rest,
    ...amounts(centsOf(line)),
    at: at && isoTime(at),
    ...(shown.agents ? { agent } : {}),
    ...(shown.offices ? { officeName } : {}),
  };
}
