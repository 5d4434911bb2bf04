import { z } from "zod";
import { abilities } from "../../accounts";
import { requireAgent } from "../../agents";
import { Id } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { invalid } from "../../kernel/operation/refusal";
import { type Actor, atLeast, levels } from "../../kernel/operation/roles";
import { isoTime } from "../../kernel/time";
import { payPeriodId, previous, type Range } from "../../trade/periods";
import { requireOffice } from "../../offices";
import { maySeeDetails } from "../../payouts";
import { type Line, linesOf, readTotalUpTo, type LineFilter } from "../lines";
import { findPeriod } from "../periods";
import { readSettlement, Settlement } from "./settlement";
import { addSums, amounts, Amounts, centsOf, type Sum } from "./sums";

export type Account = { opening: Sum; lines: Line[]; total: Sum };

/** The balance before a period, its lines, and the balance after it: `total` is `opening` plus all lines. */
export async function readAccount({ id, start, end }: Range & { id: number }, filter: LineFilter): Promise<Account> {
  const before = await readTotalUpTo(payPeriodId(previous({ start, end }, "beWeek").start), filter);
  const lines = await linesOf(id, filter);
  const opening = centsOf(before);
  return { opening, lines, total: addSums([opening, ...lines.map(centsOf)]) };
}

/** The lines of the period without payments. */
export const earnedIn = ({ lines }: Account): Sum =>
  addSums(lines.filter(({ kind }) => kind !== "payment").map(centsOf));

/** The agent or office of a statement (the other ID is null), and the lines of it that the account may see. */
export type Party = {
  agentId: number | null;
  companyId: number | null;
  /** The agent's username, which is null for a deleted agent, or the office's name. */
  name: string | null;
  /** First and last name of the agent; '' for a deleted one and for offices. */
  fullName: string;
  filter: LineFilter;
  /** Whether the account sees where the agent was paid to: the agent themselves, and superadmins. */
  seesDestination: boolean;
};

const INVALID_CHOICE = "Please choose one from the list.";

/**
 * The named agent or office. Without one, agents get themselves, managers their office, and others undefined. A manager
 * only sees an agent's lines of the manager's own office. Throws 404 for an agent or office that the account may not
 * see, and 422 at a filter that its role does not have.
 */
export async function findParty(actor: Actor, { agentId, companyId }: LineFilter): Promise<Party | undefined> {
  const own = actor.role === levels.agent ? { agentId: actor.agentId ?? 0 } : undefined;
  if (companyId !== undefined && own) throw invalid({ companyId: [INVALID_CHOICE] });
  if (companyId !== undefined) return officeParty(actor, companyId);
  if (agentId !== undefined) return agentParty(actor, agentId);
  if (own) return agentParty(actor, own.agentId);
  return actor.companyId === null ? undefined : officeParty(actor, actor.companyId);
}

async function agentParty(actor: Actor, id: number): Promise<Party> {
  const { username, fullName } = await requireAgent(actor, id);
  const officeFilter = actor.role === levels.company && actor.companyId !== null ? { companyId: actor.companyId } : {};
  const filter = { agentId: id, ...officeFilter };
  const seesDestination = actor.agentId === id || maySeeDetails(actor);
  return { agentId: id, companyId: null, name: username, fullName, filter, seesDestination };
}

async function officeParty(actor: Actor, id: number): Promise<Party> {
  const { officeName } = await requireOffice(actor, id);
  const party = { agentId: null, companyId: id, name: officeName, fullName: "", filter: { companyId: id } };
  return { ...party, seesDestination: false };
}

/** The names shown in lines: offices for admins, agents for company level and above. */
export const visibleNames = (actor: Actor) => {
  const { groupByOffice: offices, groupByAgent: agents } = abilities(actor);
  return { offices, agents };
};

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
export const CHOOSE_PARTY = "Please choose an agent or an office.";
export const CHOOSE_ONE_PARTY = "Please choose an agent or an office, not both.";

/** A half-month, and the agent or office whose statement it is. */
export const PartyOfStatement = z
  .object({ periodId: Id, agentId: Filter, companyId: Filter })
  .refine((input) => input.agentId === undefined || input.companyId === undefined, {
    path: ["agentId"],
    error: CHOOSE_ONE_PARTY,
  });

/**
 * The lines of an agent or office in a pay period, with the balances before and after it (LEDGER-06). Agents may read
 * their own statement, managers those of their office and its agents.
 */
export const statement = query({
  name: "payroll.statement",
  countsClicks: true,
  does: "read statements",
  allow: atLeast("agent"),
  input: PartyOfStatement,
  output: z.object({
    periodId: z.int(),
    agentId: z.int().nullable(),
    companyId: z.int().nullable(),
    opening: Amounts,
    lines: z.array(StatementLine),
    total: Amounts,
    settlement: Settlement,
  }),
  async run({ actor }, { periodId, ...input }) {
    const party = await findParty(actor, input);
    if (!party) throw invalid({ agentId: [CHOOSE_PARTY] });
    const { agentId, companyId, filter } = party;
    const period = await findPeriod(periodId);
    const account = await readAccount(period, filter);
    const { opening, lines, total } = account;
    return {
      ...{ periodId, agentId, companyId },
      opening: amounts(opening),
      lines: lines.map((line) => toStatementLine(actor, line)),
      total: amounts(total),
      settlement: await readSettlement(period, party, { earned: earnedIn(account), total }),
    };
  },
});

export function toStatementLine(actor: Actor, line: Line): z.input<typeof StatementLine> {
  const { agent, officeName, at, ...rest } = line;
  const visible = visibleNames(actor);
  return {
    ...rest,
    ...amounts(centsOf(line)),
    at: at && isoTime(at),
    ...(visible.agents ? { agent } : {}),
    ...(visible.offices ? { officeName } : {}),
  };
}
