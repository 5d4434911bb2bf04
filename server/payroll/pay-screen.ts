import { z } from "zod";
import { one, rows } from "../kernel/database/transactions";
import { Ids } from "../kernel/operation/input";
import { amount, cents } from "../kernel/text/money";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { type RowOf, sql } from "../kernel/database/sql";
import { refuseUnpayable } from "./close";
import { agentNow, names, officeNow } from "./lines";
import { dueBy } from "./pay";
import { allPeriods, findPeriod, PayPeriodOutput } from "./periods";
import { whyNot } from "./periods-screen";

// SQL by hand: the first balances of all accounts, and their sums.

const Account = z.object({ agent: z.string(), officeName: z.string(), php: z.number(), usd: z.number() });
/** Maximum number of listed accounts; the sums include all of them. */
const SHOWN = 100;
type Texts = { php: string; usd: string };

/** The amounts that paying a half-month will pay, by account. */
export const payScreen = query({
  name: "payroll.payScreen",
  does: "pay pay periods",
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
    const all = await allPeriods();
    const impossible = whyNot(() => refuseUnpayable(period, all));
    if (impossible !== null) return { period, impossible, accounts: [], sums: { accounts: 0, php: 0, usd: 0 } };
    const accounts = await rows<{ agent: string } & RowOf<typeof officeNow> & Texts>(sql`
      SELECT ${agentNow} AS agent, ${officeNow}, due.php, due.usd
      FROM (${dueBy(id)}) AS due ${names(sql`due`)}
      ORDER BY lower(${agentNow}), due.agent_id, due.company_id LIMIT ${SHOWN}`);
    const sums = await one<{ accounts: number } & Texts>(sql`
      SELECT count(*)::int AS accounts, coalesce(sum(php), 0) AS php, coalesce(sum(usd), 0) AS usd
      FROM (${dueBy(id)}) AS due`);
    return {
      ...{ period, impossible },
      accounts: accounts.map((account) => ({ ...account, ...numbers(account) })),
      sums: { accounts: sums?.accounts ?? 0, ...numbers(sums ?? { php: "0", usd: "0" }) },
    };
  },
});

const numbers = ({ php, usd }: Texts) => ({ php: amount(cents(php)), usd: amount(cents(usd)) });
