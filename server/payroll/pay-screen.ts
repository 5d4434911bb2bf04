import { z } from "zod";
import { queryOne, queryRows } from "../kernel/database/transactions";
import { Ids } from "../kernel/operation/input";
import { fromCents, toCents } from "../kernel/text/money";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { type RowOf, sql } from "../kernel/database/sql";
import { requirePayable } from "./close";
import { currentAgentName, nameJoins, currentOfficeName } from "./lines";
import { balancesDue } from "./pay";
import { allPeriods, findPeriod, PayPeriodOutput } from "./periods";
import { refusalMessage } from "./periods-screen";

const Account = z.object({ agent: z.string(), officeName: z.string(), php: z.number(), usd: z.number() });
/** Maximum number of listed accounts; the sums include all of them. */
const MAX_ACCOUNTS = 100;
type MoneyTexts = { php: string; usd: string };

/** The amounts that paying a half-month will pay, by account. */
export const payScreen = query({
  name: "payroll.payScreen",
  does: "pay half-months",
  allow: atLeast("superadmin"),
  input: z.object({ ids: Ids }),
  output: z.object({
    period: PayPeriodOutput,
    /** The reason why it cannot be paid now; null if it can. */
    impossible: z.string().nullable(),
    accounts: z.array(Account),
    sums: z.object({ accounts: z.int(), php: z.number(), usd: z.number() }),
  }),
  async run(_call, { ids: [id = 0] }) {
    const period = await findPeriod(id);
    const periods = await allPeriods();
    const impossible = refusalMessage(() => requirePayable(period, periods));
    if (impossible !== null) return { period, impossible, accounts: [], sums: { accounts: 0, php: 0, usd: 0 } };
    const accounts = await queryRows<{ agent: string } & RowOf<typeof currentOfficeName> & MoneyTexts>(sql`
      SELECT ${currentAgentName} AS agent, ${currentOfficeName}, due.php, due.usd
      FROM (${balancesDue(id)}) AS due ${nameJoins(sql`due`)}
      ORDER BY (${currentAgentName}) COLLATE by_name, due.agent_id, due.company_id LIMIT ${MAX_ACCOUNTS}`);
    const sums = await queryOne<{ accounts: number } & MoneyTexts>(sql`
      SELECT count(*)::int AS accounts, coalesce(sum(php), 0) AS php, coalesce(sum(usd), 0) AS usd
      FROM (${balancesDue(id)}) AS due`);
    return {
      ...{ period, impossible },
      accounts: accounts.map((account) => ({ ...account, ...toNumbers(account) })),
      sums: { accounts: sums?.accounts ?? 0, ...toNumbers(sums ?? { php: "0", usd: "0" }) },
    };
  },
});

const toNumbers = ({ php, usd }: MoneyTexts) => ({ php: fromCents(toCents(php)), usd: fromCents(toCents(usd)) });
