import { z } from "zod";
import { LedgerLine } from "~models";
import { contains, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { queryOne, queryRows } from "../kernel/database/transactions";
import type { Range } from "../trade/periods";
import { fromCents, toCents } from "../kernel/text/money";
import { currentAgentName, currentOfficeName, nameJoins, pricedLines } from "./lines";

export const ClosingAccount = z.object({
  agentId: z.int(),
  companyId: z.int(),
  agent: z.string(),
  officeName: z.string(),
  lines: z.int(),
  count: z.int(),
  php: z.number(),
  usd: z.number().nullable(),
});
export const ClosingSums = z.object({ accounts: z.int(), lines: z.int(), php: z.number(), usd: z.number().nullable() });
export const ClosingOffice = ClosingSums.omit({ lines: true }).extend({ officeName: z.string() });

/** The half-month, its rate in pesos per dollar (null until one is given), and a part of an agent's or office's name. */
export type Closing = { period: Range; phpPerUsd: number | null; search: string };

const accountColumns = selectColumns(LedgerLine, ["agentId", "companyId"], { from: "e" });
type MoneyTexts = { php: string; usd: string | null };
type AccountRow = RowOf<typeof accountColumns> &
  RowOf<typeof currentOfficeName> &
  MoneyTexts & { agent: string; lines: number; count: number };

/** The accounts with events, as a relation. */
const accounts = ({ period, phpPerUsd, search }: Closing): Statement => sql`
  SELECT ${accountColumns}, ${currentAgentName} AS agent, ${currentOfficeName}, e.lines, e.count, e.php, e.usd
  FROM (
    SELECT agent_id, company_id, count(*)::int AS lines, sum(count)::int AS count, sum(php) AS php,
      CASE WHEN ${phpPerUsd !== null} THEN sum(usd) END AS usd
    FROM (${pricedLines(period, {}, phpPerUsd === null ? null : String(phpPerUsd))}) AS l GROUP BY 1, 2
  ) AS e ${nameJoins(sql`e`)}
  WHERE ${search === ""} OR ${contains(sql`concat_ws(' ', a.username, g.first_name, g.last_name, o.office_name)`, search)}`;

export async function closingAccounts(
  closing: Closing,
  paging: Statement = sql``,
): Promise<z.output<typeof ClosingAccount>[]> {
  const rows = await queryRows<AccountRow>(sql`
    SELECT * FROM (${accounts(closing)}) AS accounts ORDER BY agent COLLATE by_name, "agentId", "companyId" ${paging}`);
  return rows.map((row) => ({ ...row, ...toNumbers(row) }));
}

const money = ({ phpPerUsd }: Closing): Statement => sql`
  coalesce(sum(php), 0) AS php, CASE WHEN ${phpPerUsd !== null} THEN coalesce(sum(usd), 0) END AS usd`;

export async function closingSums(closing: Closing): Promise<z.output<typeof ClosingSums>> {
  const row = await queryOne<{ accounts: number; lines: number } & MoneyTexts>(sql`
    SELECT count(*)::int AS accounts, coalesce(sum(lines), 0)::int AS lines, ${money(closing)}
    FROM (${accounts(closing)}) AS accounts`);
  if (!row) throw new Error("A sum has no row.");
  return { ...row, ...toNumbers(row) };
}

export async function closingOffices(closing: Closing): Promise<z.output<typeof ClosingOffice>[]> {
  const rows = await queryRows<{ officeName: string; accounts: number } & MoneyTexts>(sql`
    SELECT "officeName", count(*)::int AS accounts, ${money(closing)} FROM (${accounts(closing)}) AS accounts
    GROUP BY "companyId", "officeName" ORDER BY "officeName" COLLATE by_name, "companyId"`);
  return rows.map((row) => ({ ...row, ...toNumbers(row) }));
}

const toNumbers = ({ php, usd }: MoneyTexts) => ({
  php: fromCents(toCents(php)),
  usd: usd === null ? null : fromCents(toCents(usd)),
});
