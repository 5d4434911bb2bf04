import { z } from "zod";
import { LedgerLine } from "~models";
import { queryOne, queryRows } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { fromCents, toCents } from "../kernel/text/money";
import { limit, List } from "../kernel/operation/page";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { type RowOf, selectColumns, sql } from "../kernel/database/sql";
import { Rate, requireClosable } from "./close";
import { LastRate, lastRates, unusualRateWarning } from "./last-rates";
import { currentAgentName, nameJoins, currentOfficeName, pricedLines } from "./lines";
import { allPeriods, findPeriod, PayPeriodOutput } from "./periods";
import { refusalMessage } from "./periods-screen";

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
const accountColumns = selectColumns(LedgerLine, ["agentId", "companyId"], { from: "e" });
type AccountRow = RowOf<typeof accountColumns> &
  RowOf<typeof currentOfficeName> & { agent: string; lines: number; count: number };
type MoneyTexts = { php: string; usd: string | null };

/** The amounts that closing a half-month will freeze, by account. Dollars are null until a rate is given. */
export const closeScreen = query({
  name: "payroll.closeScreen",
  does: "close pay periods",
  allow: atLeast("superadmin"),
  input: z.object({
    id: Id,
    phpPerUsd: z.preprocess((value) => (value === "" ? undefined : value), Rate.optional()),
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
    const impossible = await findClosingRefusal(period);
    const last = await lastRates();
    const paging = { page, pageSize: 50 };
    const priced = sql`
      SELECT agent_id, company_id, count(*)::int AS lines, sum(count)::int AS count, sum(php) AS php,
        CASE WHEN ${phpPerUsd !== null} THEN sum(usd) END AS usd
      FROM (${pricedLines(period, {}, phpPerUsd === null ? null : String(phpPerUsd))}) AS l GROUP BY 1, 2`;
    const accounts = await queryRows<AccountRow & MoneyTexts>(sql`
      SELECT ${accountColumns}, ${currentAgentName} AS agent, ${currentOfficeName}, e.lines, e.count, e.php, e.usd
      FROM (${priced}) AS e ${nameJoins(sql`e`)}
      ORDER BY lower(${currentAgentName}), e.agent_id, e.company_id ${limit(paging)}`);
    const sums = await queryOne<{ accounts: number; lines: number } & MoneyTexts>(sql`
      SELECT count(*)::int AS accounts, coalesce(sum(lines), 0)::int AS lines, coalesce(sum(php), 0) AS php,
        CASE WHEN ${phpPerUsd !== null} THEN coalesce(sum(usd), 0) END AS usd
      FROM (${priced}) AS e`);
    if (!sums) throw new Error("A sum has no row.");
    return {
      ...{ period, impossible, phpPerUsd, ...paging, total: sums.accounts, lastRates: last },
      unusual: phpPerUsd === null ? null : unusualRateWarning(phpPerUsd, last),
      items: accounts.map((account) => ({ ...account, ...toNumbers(account) })),
      sums: { ...sums, ...toNumbers(sums) },
    };
  },
});

const findClosingRefusal = async (period: PayPeriodOutput) => {
  const periods = await allPeriods();
  return refusalMessage(() => requireClosable(period, periods));
};

const toNumbers = ({ php, usd }: MoneyTexts) => ({
  php: fromCents(toCents(php)),
  usd: usd === null ? null : fromCents(toCents(usd)),
});
