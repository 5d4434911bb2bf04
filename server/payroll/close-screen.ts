import { z } from "zod";
import { LedgerLine } from "~models";
import { one, rows } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { amount, cents } from "../kernel/text/money";
import { limit, List } from "../kernel/operation/page";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { type RowOf, selected, sql } from "../kernel/database/sql";
import { refuseUnclosable } from "./close";
import { LastRate, lastRates, unusual } from "./last-rates";
import { agentNow, names, officeNow, pricedLines } from "./lines";
import { allPeriods, findPeriod, PayPeriodOutput } from "./periods";
import { whyNot } from "./periods-screen";
import { Rate } from "./close";

// SQL by hand: sums of all lines that closing a half-month will freeze, one page of accounts at a time.

const Account = z.object({
  agentId: z.int(),
  companyId: z.int(),
  agent: z.string(),
  officeName: z.string(),
  lines: z.int(),
  count: z.int(),
  php: z.number(),
  usd: z.number().nullable(),
});
const Sums = z.object({ accounts: z.int(), lines: z.int(), php: z.number(), usd: z.number().nullable() });
const ofAccount = selected(LedgerLine, ["agentId", "companyId"], { from: "e" });
type Found = RowOf<typeof ofAccount> & RowOf<typeof officeNow> & { agent: string; lines: number; count: number };
type Texts = { php: string; usd: string | null };

/** The amounts that closing a half-month will freeze, by account. Dollars are null until a rate is given. */
export const closeScreen = query({
  name: "payroll.closeScreen",
  does: "close pay periods",
  allow: atLeast("superadmin"),
  input: z.object({
    id: Id,
    phpPerUsd: z.preprocess((given) => (given === "" ? undefined : given), Rate.optional()),
    page: z.int("Please enter a page number.").min(1).max(1_000_000).default(1),
  }),
  output: List(Account).extend({
    period: PayPeriodOutput,
    /** The reason why it cannot be closed now; null if it can. */
    impossible: z.string().nullable(),
    phpPerUsd: z.number().nullable(),
    lastRates: z.array(LastRate),
    /** The reason why this rate must be confirmed; null if it need not be. */
    unusual: z.string().nullable(),
    page: z.int(),
    pageSize: z.int(),
    sums: Sums,
  }),
  async run(_call, { id, phpPerUsd = null, page }) {
    const period = await findPeriod(id);
    const impossible = await closableNow(period);
    const last = await lastRates();
    const asked = { page, pageSize: 50 };
    const priced = sql`
      SELECT agent_id, company_id, count(*)::int AS lines, sum(count)::int AS count, sum(php) AS php,
        CASE WHEN ${phpPerUsd !== null} THEN sum(usd) END AS usd
      FROM (${pricedLines(period, {}, phpPerUsd === null ? null : String(phpPerUsd))}) AS l GROUP BY 1, 2`;
    const found = await rows<Found & Texts>(sql`
      SELECT ${ofAccount}, ${agentNow} AS agent, ${officeNow}, e.lines, e.count, e.php, e.usd
      FROM (${priced}) AS e ${names(sql`e`)}
      ORDER BY lower(${agentNow}), e.agent_id, e.company_id ${limit(asked)}`);
    const sums = await one<{ accounts: number; lines: number } & Texts>(sql`
      SELECT count(*)::int AS accounts, coalesce(sum(lines), 0)::int AS lines, coalesce(sum(php), 0) AS php,
        CASE WHEN ${phpPerUsd !== null} THEN coalesce(sum(usd), 0) END AS usd
      FROM (${priced}) AS e`);
    if (!sums) throw new Error("A sum has no row.");
    return {
      ...{ period, impossible, phpPerUsd, ...asked, total: sums.accounts, lastRates: last },
      unusual: phpPerUsd === null ? null : unusual(phpPerUsd, last),
      items: found.map((account) => ({ ...account, ...numbers(account) })),
      sums: { ...sums, ...numbers(sums) },
    };
  },
});

const closableNow = async (period: PayPeriodOutput) => {
  const all = await allPeriods();
  return whyNot(() => refuseUnclosable(period, all));
};

const numbers = ({ php, usd }: Texts) => ({
  php: amount(cents(php)),
  usd: usd === null ? null : amount(cents(usd)),
});
