import { z } from "zod";
import { Account, PaymentRun } from "~models";
import { all, type Nullable, type RowOf, selectColumns, sql, type Statement } from "../../kernel/database/sql";
import { queryRows } from "../../kernel/database/transactions";
import { noSuch } from "../../kernel/operation/refusal";
import { config } from "../../kernel/process/config";
import { isoTime } from "../../kernel/time";
import { payPeriod } from "../../trade/periods";
import { fromCents, toCents } from "../../kernel/text/money";

/** A payment run: the payments that settle a half-month, until it is undone. */
export const RunOutput = z
  .object({
    /** Its number. */
    id: z.int(),
    periodId: z.int(),
    start: z.string(),
    end: z.string(),
    madeAt: z.string(),
    madeBy: z.string().nullable(),
    /** The first export or print. From then on the run cannot be undone. */
    exportedAt: z.string().nullable(),
    exportedBy: z.string().nullable(),
    undoneAt: z.string().nullable(),
    undoneBy: z.string().nullable(),
    /** The release by a second superadmin; null before it, and where no release is needed. */
    releasedAt: z.string().nullable(),
    releasedBy: z.string().nullable(),
    /** True while the run can be neither exported nor printed, because RELEASE_BY_TWO is on and nobody released it. */
    needsRelease: z.boolean(),
    /** False for runs of earlier releases: their payments show the payout details that are used now. */
    destinationsKept: z.boolean(),
    /** One for each paid agent, and the number of those that failed. */
    payments: z.int(),
    failed: z.int(),
    /** Accounts (an agent at an office) settled by the payments. */
    accounts: z.int(),
    php: z.number(),
    usd: z.number(),
    /** Pesos and dollars that failed or undone payments returned to the balances. */
    returnedPhp: z.number(),
    returnedUsd: z.number(),
  })
  .meta({ id: "PaymentRun", description: "A payment run: what was paid for a half-month at once." });
export type RunOutput = z.output<typeof RunOutput>;

const runColumns = selectColumns(
  PaymentRun,
  ["id", "periodId", "madeAt", "exportedAt", "undoneAt", "releasedAt", "destinationsKept"],
  { from: "r" },
);
const makerName = selectColumns(Account, [], { from: "maker", as: { madeBy: "username" } });
const exporterName = selectColumns(Account, [], { from: "exporter", as: { exportedBy: "username" } });
const undoerName = selectColumns(Account, [], { from: "undoer", as: { undoneBy: "username" } });
const releaserName = selectColumns(Account, [], { from: "releaser", as: { releasedBy: "username" } });
type Names = RowOf<typeof makerName> &
  RowOf<typeof exporterName> &
  RowOf<typeof undoerName> &
  RowOf<typeof releaserName>;
type Sums = {
  payments: number;
  failed: number;
  accounts: number;
  php: string;
  usd: string;
  returned: string;
  returnedUsd: string;
};
type Row = RowOf<typeof runColumns> & Nullable<Names> & Sums;

/** The runs `r` that meet a condition. `tail` orders and limits them. */
export async function readRuns(condition: Statement, tail: Statement): Promise<RunOutput[]> {
  const rows = await queryRows<Row>(sql`
    SELECT ${runColumns}, ${makerName}, ${exporterName}, ${undoerName}, ${releaserName}, p.payments, p.failed, l.accounts, l.php, l.usd,
      l.returned, l."returnedUsd"
    FROM payment_runs r
    LEFT JOIN accounts maker ON maker.id = r.made_by
    LEFT JOIN accounts exporter ON exporter.id = r.exported_by
    LEFT JOIN accounts undoer ON undoer.id = r.undone_by
    LEFT JOIN accounts releaser ON releaser.id = r.released_by
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS payments, count(failed_at)::int AS failed FROM payments WHERE run_id = r.id
    ) AS p
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE refers_to IS NULL)::int AS accounts,
        coalesce(-sum(php) FILTER (WHERE refers_to IS NULL), 0)::numeric(14,2) AS php,
        coalesce(-sum(usd) FILTER (WHERE refers_to IS NULL), 0)::numeric(14,2) AS usd,
        coalesce(sum(php) FILTER (WHERE refers_to IS NOT NULL), 0)::numeric(14,2) AS returned,
        coalesce(sum(usd) FILTER (WHERE refers_to IS NOT NULL), 0)::numeric(14,2) AS "returnedUsd"
      FROM ledger WHERE run_id = r.id
    ) AS l
    WHERE ${all([condition])} ${tail}`);
  return rows.map(toRun);
}

function toRun({ periodId, madeAt, php, usd, returned, returnedUsd, ...row }: Row): RunOutput {
  const { exportedAt, undoneAt, releasedAt } = row;
  const half = payPeriod(periodId);
  if (!half) throw new Error(`Run ${row.id} pays no half-month.`);
  return {
    ...{ ...row, periodId, ...half },
    madeAt: isoTime(madeAt),
    exportedAt: exportedAt && isoTime(exportedAt),
    undoneAt: undoneAt && isoTime(undoneAt),
    releasedAt: releasedAt && isoTime(releasedAt),
    needsRelease: config().RELEASE_BY_TWO && releasedAt === null && exportedAt === null && undoneAt === null,
    php: fromCents(toCents(php)),
    usd: fromCents(toCents(usd)),
    returnedPhp: fromCents(toCents(returned)),
    returnedUsd: fromCents(toCents(returnedUsd)),
  };
}

/** Throws 404 for an unknown run. */
export async function findRun(id: number): Promise<RunOutput> {
  const [run] = await readRuns(sql`r.id = ${id}`, sql``);
  if (!run) throw noSuch("payment run");
  return run;
}

/** The reference of a payment, for its transfer and statement: run and number. */
export const referenceOf = (run: number, number: number): string => `R${run}-${number}`;
