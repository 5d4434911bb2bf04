import { z } from "zod";
import { Account, LedgerLine, PaymentHold } from "~models";
import {
  all,
  contains,
  type Nullable,
  type RowOf,
  selectColumns,
  sql,
  type Statement,
} from "../../kernel/database/sql";
import { queryOne, queryRows } from "../../kernel/database/transactions";
import { isoTime } from "../../kernel/time";
import { now } from "../../kernel/time/now";
import { fromCents, toCents } from "../../kernel/text/money";
import { AgentPayout, destinationsOf, isChangedRecently, payoutJoin, recentChange, waitingOf } from "../../payouts";
import { currentAgentName, currentOfficeName, nameJoins } from "../lines";
import { balances } from "../pay";

/** An account (an agent at an office) with a balance before a half-month is paid. */
export const PreviewAccount = z.object({
  agentId: z.int(),
  companyId: z.int(),
  agent: z.string(),
  officeName: z.string(),
  /** The balance before the half-month, in pesos. */
  opening: z.number(),
  /** Events of the half-month. */
  earned: z.number(),
  /** Its corrections, adjustments, advances and penalties. */
  others: z.number(),
  balance: z.number(),
  /** Pesos and dollars that paying settles; 0 for an agent who is held back or owed nothing. */
  php: z.number(),
  usd: z.number(),
  /** The part of the balance that paying leaves in it. */
  carried: z.number(),
  /** Why the agent is held back, since when and by whom; null if they are not. */
  hold: z.object({ reason: z.string(), at: z.string(), by: z.string().nullable() }).nullable(),
  /** How the agent is paid; null if neither they nor their office have payout details. */
  payout: AgentPayout.nullable(),
  /** From when new payout details of the agent are used; null if none wait. */
  newPayoutFrom: z.string().nullable(),
});
export type PreviewAccount = z.output<typeof PreviewAccount>;

export type AccountFilter = { search: string; show?: "paid" | "held" | "unpaid" | "changed" | "missing" };

/** The columns of the balances `b` have the names of the ledger's. */
const accountIds = selectColumns(LedgerLine, ["agentId", "companyId"], { from: "b" });
const holdColumns = selectColumns(PaymentHold, ["reason", "heldAt"], { from: "h" });
const holderName = selectColumns(Account, [], { from: "holder", as: { heldBy: "username" } });
type Amounts = Record<"opening" | "earned" | "others" | "balance" | "php" | "usd" | "carried", string>;
type Row = Amounts &
  RowOf<typeof currentOfficeName> &
  Nullable<RowOf<typeof holdColumns> & RowOf<typeof holderName>> & {
    agentId: number;
    companyId: number;
    agent: string;
  };

/** No destination for the payment: neither the agent nor their office has payout details. */
const isMissing = sql`NOT EXISTS (SELECT 1 FROM (VALUES (1)) AS one ${payoutJoin(sql`b.agent_id`)} WHERE payout.account_id IS NOT NULL)`;
const isChanged = () => isChangedRecently(sql`b.agent_id`, now());
const isPaid = sql`(b.owed > 0 AND b.hold_id IS NULL)`;
const conditions: Record<NonNullable<AccountFilter["show"]>, () => Statement> = {
  paid: () => isPaid,
  held: () => sql`b.hold_id IS NOT NULL`,
  unpaid: () => sql`NOT ${isPaid}`,
  changed: isChanged,
  missing: () => sql`${isPaid} AND ${isMissing}`,
};

/** All accounts with a balance, as a relation that can be filtered. */
function accounts(periodId: number, { search, show }: AccountFilter): Statement {
  return sql`
    SELECT ${accountIds}, ${currentAgentName} AS agent, ${currentOfficeName},
      b.opening, b.earned, b.others, b.php AS balance, ${holdColumns}, ${holderName},
      CASE WHEN ${isPaid} THEN b.php ELSE 0 END AS php, CASE WHEN ${isPaid} THEN b.usd ELSE 0 END AS usd,
      CASE WHEN ${isPaid} THEN 0 ELSE b.php END AS carried, ${isChanged()} AS "isChanged", ${isMissing} AS "isMissing"
    FROM (${balances(periodId)}) AS b ${nameJoins(sql`b`)}
    LEFT JOIN payment_holds h ON h.id = b.hold_id
    LEFT JOIN accounts holder ON holder.id = h.held_by
    WHERE (b.php <> 0 OR b.usd <> 0) AND ${all([
      search !== "" && contains(sql`concat_ws(' ', a.username, g.first_name, g.last_name, o.office_name)`, search),
      show && conditions[show](),
    ])}`;
}

export async function readAccounts(periodId: number, filter: AccountFilter, paging: Statement = sql``) {
  const rows = await queryRows<Row>(sql`
    SELECT * FROM (${accounts(periodId, filter)}) AS accounts ORDER BY agent COLLATE by_name, "agentId", "companyId" ${paging}`);
  const agentIds = rows.map(({ agentId }) => agentId);
  const destinations = await destinationsOf(agentIds);
  const waiting = await waitingOf(agentIds);
  return rows.map((row) => {
    const used = destinations.get(row.agentId);
    const usedFrom = waiting.get(row.agentId);
    return {
      ...toAccount(row),
      payout: used ? { ...used, change: recentChange(used, now()) } : null,
      newPayoutFrom: usedFrom ? isoTime(usedFrom) : null,
    };
  });
}

function toAccount({ reason, heldAt, heldBy, ...row }: Row): Omit<PreviewAccount, "payout" | "newPayoutFrom"> {
  return {
    ...{ ...row, ...toNumbers(row) },
    hold: reason === null || heldAt === null ? null : { reason, at: isoTime(heldAt), by: heldBy },
  };
}

const sums = sql`
  coalesce(sum(opening), 0) AS opening, coalesce(sum(earned), 0) AS earned, coalesce(sum(others), 0) AS others,
  coalesce(sum(balance), 0) AS balance, coalesce(sum(php), 0) AS php, coalesce(sum(usd), 0) AS usd,
  coalesce(sum(carried), 0) AS carried`;

export const PreviewSums = PreviewAccount.pick({
  ...{ opening: true, earned: true, others: true, balance: true, php: true, usd: true, carried: true },
}).extend({
  accounts: z.int(),
  /** Accounts that paying settles. */
  payable: z.int(),
  /** Balances of agents who are held back. */
  heldPhp: z.number(),
  /** The part of the pesos to pay that earlier half-months left unpaid. */
  carriedPhp: z.number(),
  /** Agents who are paid to details that changed within the last seven days. */
  changedPayouts: z.int(),
  /** Agents who are paid although neither they nor their office have payout details. */
  missingPayouts: z.int(),
});

export async function sumAccounts(periodId: number, filter: AccountFilter): Promise<z.output<typeof PreviewSums>> {
  const row = await queryOne<
    Amounts & {
      accounts: number;
      payable: number;
      held: string;
      carriedIn: string;
      changedPayouts: number;
      missingPayouts: number;
    }
  >(sql`
    SELECT ${sums}, count(*)::int AS accounts, count(*) FILTER (WHERE php <> 0 OR usd <> 0)::int AS payable,
      coalesce(sum(balance) FILTER (WHERE reason IS NOT NULL), 0) AS held,
      coalesce(sum(opening) FILTER (WHERE php <> 0 OR usd <> 0), 0) AS "carriedIn",
      count(DISTINCT "agentId") FILTER (WHERE "isChanged" AND (php <> 0 OR usd <> 0))::int AS "changedPayouts",
      count(DISTINCT "agentId") FILTER (WHERE "isMissing" AND (php <> 0 OR usd <> 0))::int AS "missingPayouts"
    FROM (${accounts(periodId, filter)}) AS accounts`);
  if (!row) throw new Error("A sum has no row.");
  const { held, carriedIn, accounts: count, payable, changedPayouts, missingPayouts } = row;
  return {
    ...toNumbers(row),
    accounts: count,
    payable,
    changedPayouts,
    missingPayouts,
    heldPhp: cents(held),
    carriedPhp: cents(carriedIn),
  };
}

export const PreviewOffice = z.object({
  officeName: z.string(),
  accounts: z.int(),
  php: z.number(),
  usd: z.number(),
});

/** The pesos and dollars to pay by office. */
export async function sumByOffice(periodId: number): Promise<z.output<typeof PreviewOffice>[]> {
  const rows = await queryRows<{ officeName: string; accounts: number; php: string; usd: string }>(sql`
    SELECT "officeName", count(*)::int AS accounts, sum(php) AS php, sum(usd) AS usd
    FROM (${accounts(periodId, { search: "", show: "paid" })}) AS accounts
    GROUP BY "companyId", "officeName" ORDER BY "officeName" COLLATE by_name, "companyId"`);
  return rows.map((row) => ({ ...row, php: cents(row.php), usd: cents(row.usd) }));
}

const cents = (text: string): number => fromCents(toCents(text));
const toNumbers = ({ opening, earned, others, balance, php, usd, carried }: Amounts) => ({
  ...{ opening: cents(opening), earned: cents(earned), others: cents(others), balance: cents(balance) },
  ...{ php: cents(php), usd: cents(usd), carried: cents(carried) },
});
