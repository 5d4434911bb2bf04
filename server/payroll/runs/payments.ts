import { z } from "zod";
import { Agent, LedgerLine, Payment } from "~models";
import { all, contains, nothing, type RowOf, selectColumns, sql, type Statement } from "../../kernel/database/sql";
import { queryRows } from "../../kernel/database/transactions";
import { isoTime } from "../../kernel/time";
import { payoutJoin } from "../../payouts";
import { fromCents, toCents } from "../../kernel/text/money";
import { referenceOf } from "./run";
import { type Template, templateOf } from "./templates";

const AccountPart = z.object({ officeName: z.string(), php: z.number(), usd: z.number() });

/** The payment of one agent. Its accounts (one at each office) are paid together and add up to its amount. */
export const PaymentOutput = z
  .object({
    reference: z.string(),
    agentId: z.int(),
    /** The names when the run was made. */
    agent: z.string(),
    accounts: z.array(AccountPart),
    /** First and last name now; empty for a deleted agent. */
    fullName: z.string(),
    php: z.number(),
    usd: z.number(),
    failedAt: z.string().nullable(),
    failedBy: z.string().nullable(),
    failedReason: z.string().nullable(),
  })
  .meta({ id: "Payment", description: "The payment of one payee in a run." });
export type PaymentOutput = z.output<typeof PaymentOutput>;

const paymentColumns = selectColumns(Payment, ["runId", "agentId", "number", "failedAt", "failedReason"], {
  from: "p",
});
const nameColumns = selectColumns(Agent, ["firstName", "lastName"], { from: "g" });
const officeName = selectColumns(LedgerLine, ["officeName"], { from: "l" });
type PartText = { officeName: string; php: string; usd: string };
type Row = RowOf<typeof paymentColumns> &
  RowOf<typeof nameColumns> & {
    agent: string;
    php: string;
    usd: string;
    accounts: PartText[];
    failedBy: string | null;
  };

export type PaymentFilter = {
  /** Part of a name, an office or the reference. */
  search?: string;
  state?: "paid" | "failed";
  /** The payments of the file for this payout method. */
  template?: Template;
};

/** The payments of a run as a relation, with the conditions of a filter. */
function paymentsOf(runId: number, { search = "", state, template }: PaymentFilter): Statement {
  return sql`
    SELECT ${paymentColumns}, ${nameColumns}, l.agent, l.php, l.usd, l.accounts, failer.username AS "failedBy"
    FROM payments p
    JOIN agents g ON g.id = p.agent_id
    LEFT JOIN accounts failer ON failer.id = p.failed_by
    JOIN (
      SELECT l.agent_id, min(l.agent) AS agent, -sum(l.php) AS php, -sum(l.usd) AS usd,
        string_agg(l.office_name, ' ') AS offices,
        json_agg(json_build_object(${officeName.pairs}, 'php', (-l.php)::text, 'usd', (-l.usd)::text)
                 ORDER BY l.office_name COLLATE by_name, l.company_id) AS accounts
      FROM ledger l WHERE l.run_id = ${runId} AND l.refers_to IS NULL GROUP BY l.agent_id
    ) AS l ON l.agent_id = p.agent_id
    ${template ? payoutJoin(sql`p.agent_id`) : nothing}
    WHERE p.run_id = ${runId} AND ${all([
      search !== "" &&
        contains(
          sql`concat_ws(' ', l.agent, g.first_name, g.last_name, l.offices, 'R' || p.run_id || '-' || p.number)`,
          search,
        ),
      template && sql`${templateOf} = ${template} AND p.failed_at IS NULL`,
      state && sql`(p.failed_at IS NOT NULL) = ${state === "failed"}`,
    ])}`;
}

/** The payments of a run in the order of their numbers. */
export async function readPayments(
  runId: number,
  filter: PaymentFilter,
  paging: Statement = sql``,
): Promise<PaymentOutput[]> {
  const rows = await queryRows<Row>(
    sql`SELECT * FROM (${paymentsOf(runId, filter)}) AS payments ORDER BY number ${paging}`,
  );
  return rows.map(toPayment);
}

/** The number of payments that meet a filter, and their sums: of those that did not fail, and of those that failed. */
export async function sumPayments(runId: number, filter: PaymentFilter) {
  const sum = (column: Statement, isFailed: boolean) =>
    sql`coalesce(sum(${column}) FILTER (WHERE ("failedAt" IS NOT NULL) = ${isFailed}), 0)::numeric(14,2)`;
  const [row] = await queryRows<Record<"php" | "usd" | "failedPhp" | "failedUsd", string> & { payments: number }>(sql`
    SELECT count(*)::int AS payments, ${sum(sql`php`, false)} AS php, ${sum(sql`usd`, false)} AS usd,
      ${sum(sql`php`, true)} AS "failedPhp", ${sum(sql`usd`, true)} AS "failedUsd"
    FROM (${paymentsOf(runId, filter)}) AS payments`);
  const { payments = 0, php = "0", usd = "0", failedPhp = "0", failedUsd = "0" } = row ?? {};
  return { payments, ...toNumbers({ php, usd }), failed: toNumbers({ php: failedPhp, usd: failedUsd }) };
}

/** The sums of a run by office without failed payments, under the names when it was made. */
export async function sumByOffice(runId: number) {
  const rows = await queryRows<RowOf<typeof officeName> & { accounts: number; php: string; usd: string }>(sql`
    SELECT ${officeName}, count(*)::int AS accounts, -sum(l.php) AS php, -sum(l.usd) AS usd
    FROM ledger l JOIN payments p ON p.run_id = l.run_id AND p.agent_id = l.agent_id AND p.failed_at IS NULL
    WHERE l.run_id = ${runId} AND l.refers_to IS NULL
    GROUP BY l.company_id, l.office_name ORDER BY l.office_name COLLATE by_name, l.company_id`);
  return rows.map((row) => ({ ...row, ...toNumbers(row) }));
}

const toNumbers = ({ php, usd }: { php: string; usd: string }) => ({
  php: fromCents(toCents(php)),
  usd: fromCents(toCents(usd)),
});

function toPayment({ runId, number, firstName, lastName, failedAt, accounts, ...row }: Row): PaymentOutput {
  return {
    ...row,
    ...toNumbers(row),
    reference: referenceOf(runId, number),
    fullName: [firstName, lastName].filter(Boolean).join(" "),
    accounts: accounts.map((account) => ({ officeName: account.officeName, ...toNumbers(account) })),
    failedAt: failedAt && isoTime(failedAt),
  };
}
