import { z } from "zod";
import { Id } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { isoTime } from "../../kernel/periods";
import { invalid } from "../../kernel/operation/refusal";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import type { Line } from "../lines";
import { findPeriod } from "../periods";
import { accountOf, amounts, centsOf } from "./account";
import { namesShown, partyOf } from "./party";

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
