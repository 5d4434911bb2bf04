import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { currentClient, queryRows } from "../../../server/kernel/database/transactions";
import { loadOrCreateKey } from "../../../server/kernel/process/secrets";
import { sql } from "../../../server/kernel/database/sql";
import { computePeriodHash, settle } from "../../../server/payroll";
import { folderOf } from "../../../server/tracking/log/folder";
import { aClick } from "../../world/builders";
import { closed, FIRST, OVER, SECOND, THIRD } from "../payroll/world";
import type { World } from "./world";

type Act = (world: World) => Promise<unknown>;
/** The line that reports a fault, and how to cause it in a sound company. */
export type Planted = [says: string, plant: Act, about?: RegExp];

const statement =
  (text: string): Act =>
  () =>
    currentClient().query(text);

const KEYS = ["agent_id", "day", "type_id", "company_id", "site_id", "flags", "geo"];
/** Changes one row, by its values: Citus finds no row of a distributed table by a subquery. */
const inOneRow =
  (table: string, change: string): Act =>
  async () => {
    const [row = {}] = (await currentClient().query<Record<string, unknown>>(`SELECT * FROM ${table} LIMIT 1`)).rows;
    const keys = KEYS.filter((key) => key in row);
    const isTheRow = keys.map((key, index) => `${key} = $${index + 1}`).join(" AND ");
    await currentClient().query(
      `UPDATE ${table} SET ${change} WHERE ${isTheRow}`,
      keys.map((key) => row[key]),
    );
  };
const more = (table: string) => inOneRow(table, "hits = hits + 1");
const raws = (table: string) => inOneRow(table, "raws = raws + 1");
const sums = (table: string) => `Rows of ${table} that differ from the sum of their clicks and events`;
const counts = (table: string) => `Rows of ${table} that differ from the sum of their roll-up`;
const outside = (table: string) => `Rows of ${table} outside their month's partition (--repair moves them)`;
const FAR = "2150-01-05T12:00:00Z";
const MOVED = "Measures without their click or event, or clicks and events without measures";
const BATCHES = "Batches of clicks that differ from their clicks";
/** Deletes a click with its batch. */
const withoutClick: Act = ({ idleClick }) =>
  currentClient().query(
    `WITH gone AS (DELETE FROM clicks WHERE id = $1 RETURNING arrival)
     DELETE FROM click_batches WHERE arrival IN (SELECT arrival FROM gone)`,
    [idleClick],
  );
const RETURNED = "Failed or undone payments that were not returned to the cent, or returned ones that are neither";
/** Returns each payment by a line that refers to the first line of a kind. */
const returned = (kind: string) =>
  statement(`
    INSERT INTO ledger (period_id, agent_id, company_id, kind, php, usd, agent, office_name, at, refers_to, settles, run_id)
    SELECT 2026041, agent_id, company_id, kind, -php, -usd, agent, office_name, at,
      (SELECT min(id) FROM ledger WHERE kind = ${kind}), settles, run_id
    FROM ledger WHERE kind = 'payment'`);
const EVENT = /event \d+ of agent \d+/;

export const planted: Planted[] = [
  [
    "Sort orders that have changed since their indexes were built",
    statement("UPDATE pg_collation SET collversion = '1.0' WHERE collname = 'by_name'"),
    /collation by_name/,
  ],
  [
    "Offices with the same name",
    async () => {
      await currentClient().query("DROP INDEX offices_name");
      const { rows } = await currentClient().query<{ id: number }>(
        "INSERT INTO accounts (role, username, password_hash) VALUES (10, 'twin', '') RETURNING id",
      );
      await currentClient().query(
        `INSERT INTO offices (account_id, office_name, man_first_name, man_last_name)
         SELECT $1, upper(office_name) || '\u0301', 'Mara', 'Lind' FROM offices ORDER BY id LIMIT 1`,
        [rows[0]?.id],
      );
    },
    /office/i,
  ],
  [sums("stats_day_geo"), more("stats_day_geo"), /agent \d+, office \d+, link \d+ US on 2026-03-\d\d: hits \+1\.$/],
  [sums("stats_day"), more("stats_day"), /hits \+1/],
  [sums("stats_half_geo"), more("stats_half_geo"), /on 2026-03-(01|16): hits \+1/],
  [sums("stats_half"), inOneRow("stats_half", "payout = payout - 0.01")],
  [sums("stats_agent_half"), raws("stats_agent_half"), /raws \+1/],
  [sums("stats_agent_half_geo"), raws("stats_agent_half_geo"), / US on 2026-03-(01|16): raws \+1/],
  [sums("clicks_by_day"), statement("DELETE FROM clicks_by_day WHERE raws > 0"), /raws -/],
  [sums("clicks_by_day_geo"), raws("clicks_by_day_geo"), /link \d+ US on/],
  ...["stats_half", "stats_half_geo", "stats_agent_half", "stats_agent_half_geo"].map((table): Planted => [
    `Rows of ${table} that keep other days than those by day have`,
    inOneRow(table, "days = days # 3"),
    /agent \d+( US)? in the half-month from 2026-03-(01|16)/,
  ]),
  [sums("stats_day"), inOneRow("stats_day", "earning = earning + 0.01")],
  [counts("hits_by_day"), more("hits_by_day"), /office \d+, site \d+ on 2026-03-\d\d: \d+, not \d+\.$/],
  [
    counts("hits_by_half"),
    statement("DELETE FROM hits_by_half WHERE ctid = (SELECT ctid FROM hits_by_half LIMIT 1)"),
    /: 0, not \d+\.$/,
  ],
  [MOVED, statement(`DELETE FROM stats_delta`)],
  [MOVED, withoutClick, /hits \+1/],
  [BATCHES, statement("UPDATE click_batches SET clicks = clicks + 1 WHERE arrival = 1"), /batch 1: 1 click, not 2\.$/],
  [BATCHES, statement("UPDATE click_batches SET last_clicked_at = '2026-03-01T05:00:00Z' WHERE arrival = 1")],
  [BATCHES, statement("DELETE FROM click_batches WHERE arrival = 2"), /batch 2: 1 click, not 0\.$/],
  [BATCHES, statement("UPDATE clicks SET arrival = NULL WHERE arrival = 3"), /batch 0: 1 click, not 0\.$/],
  [
    "Events without their click",
    statement(`UPDATE sale_events SET click_id = '018f0000-0000-7000-8000-000000000000'
    WHERE id = (SELECT max(id) FROM sale_events)`),
    EVENT,
  ],
  [
    "Events without a deduplication key",
    statement("DELETE FROM postback_keys WHERE key = (SELECT min(key) FROM postback_keys)"),
    EVENT,
  ],
  [
    "Deduplication keys without their event",
    statement("INSERT INTO postback_keys VALUES ('\\x00', 1, now(), 0)"),
    /key 00 of event 0/,
  ],
  [
    "Reversals whose event is missing or belongs to another agent",
    statement("UPDATE sale_events SET reverses = 0 WHERE id = (SELECT max(id) FROM sale_events WHERE sign < 0)"),
    EVENT,
  ],
  [
    "Events that were reversed more than once",
    statement("UPDATE sale_events SET reverses = (SELECT min(reverses) FROM sale_events) WHERE sign < 0"),
    EVENT,
  ],
  [
    "Accepted postbacks without their event",
    statement(
      `UPDATE postbacks SET event_id = 0 WHERE id = (SELECT min(id) FROM postbacks WHERE verdict = 'accepted')`,
    ),
    /postback \d+/,
  ],
  [
    "Closed pay periods whose lines or rate do not match their hash",
    statement("UPDATE pay_periods SET php_per_usd = 51"),
    /period 2026031/,
  ],
  [
    "Closed pay periods whose lines or rate do not match their hash",
    statement("UPDATE ledger SET office_name = 'Elsewhere' WHERE kind = 'event'"),
  ],
  [
    "Open pay periods before a closed one",
    async () =>
      currentClient().query(
        `INSERT INTO pay_periods (id, start_day, end_day, state, php_per_usd, closed_at, hash)
         VALUES (2026042, '2026-04-16', '2026-04-30', 'closed', 50, now(), $1)`,
        [await computePeriodHash(2026042, "50")],
      ),
    /period 2026032/,
  ],
  [
    "Pay periods whose days do not match their number",
    statement("UPDATE pay_periods SET end_day = end_day - 1"),
    /period 2026031/,
  ],
  [
    "Events added to a pay period after it was closed",
    statement("UPDATE sale_events SET received_at = '2026-03-30' WHERE event = 2"),
    /in period 2026031/,
  ],
  [
    "Lines of closed pay periods with a wrong number of events",
    statement(`UPDATE sale_events SET price_source = 'geo'
      WHERE id = (SELECT min(id) FROM sale_events WHERE event = 0 AND flags & 1 = 0)`),
    /in period 2026031/,
  ],
  [
    "Corrections without a ledger line, or correction lines without a correction",
    statement("UPDATE ledger SET php = php + 1 WHERE kind = 'correction'"),
    /in period 2026032/,
  ],
  [
    "Corrections that refer to another agent's or link's line",
    statement(`UPDATE ledger SET refers_to = (SELECT max(id) FROM ledger WHERE kind = 'event' AND basis LIKE '%tier')
      WHERE kind = 'correction'`),
    /line \d+ of agent/,
  ],
  [
    "Accounts that were paid more than they earned",
    statement("UPDATE ledger SET php = php - 0.01 WHERE kind = 'payment'"),
    /agent \d+ at office \d+ up to period 2026031: ₱0\.01 and \$0\.00\.$/,
  ],
  [
    "Accounts that were paid more than they earned",
    statement("UPDATE ledger SET usd = usd - 0.01 WHERE kind = 'payment'"),
    /: ₱0\.00 and \$0\.01\.$/,
  ],
  ["Accounts that were paid more than they earned", paidOutOfOrder, /up to period 2026032: ₱500\.00 and \$10\.00\.$/],
  [
    "Payments of pay periods that are not paid",
    statement("UPDATE ledger SET settles = 2026041 WHERE kind = 'payment'"),
    /line \d+ of agent/,
  ],
  [
    "Payment runs of pay periods that are not paid",
    statement("UPDATE payment_runs SET period_id = 2026041"),
    /run 1 of period 2026041/,
  ],
  [
    "Payments without a ledger line of their run, or such lines without a payment",
    statement("DELETE FROM payments"),
    /agent \d+ in run 1/,
  ],
  [RETURNED, statement("UPDATE payments SET failed_at = now(), failed_reason = 'Closed'"), /agent \d+ in run 1/],
  [RETURNED, returned("'payment'"), /agent \d+ in run 1/],
  [
    "Lines that return another account's, run's or half-month's payment",
    async (world) => {
      await statement("UPDATE payments SET failed_at = now(), failed_reason = 'Closed'")(world);
      await returned("'event'")(world);
    },
    /line \d+ of agent/,
  ],
  [
    "Links without a default price",
    ({ spare }) => currentClient().query("DELETE FROM prices WHERE type_id = $1", [spare.id]),
  ],
  [
    "Sites whose flags differ from their last recorded change",
    ({ spare }) => currentClient().query("UPDATE sites SET avp = NOT avp WHERE id = $1", [spare.siteId]),
  ],
  [
    "AVP tiers that leave a gap, overlap or begin within a half-month",
    statement("UPDATE avp_tiers SET from_count = 11 WHERE index = 2"),
    /tier 2 from 2026-01-01 on/,
  ],
  [
    "AVP tiers that leave a gap, overlap or begin within a half-month",
    statement("DELETE FROM avp_tiers WHERE index = 0"),
    /tier 1 from/,
  ],
  ["No domain is active", statement("UPDATE domains SET hidden = true")],
  [
    "Measures of agents, offices, sites or links that do not exist",
    ({ spare, agent }) => aClick({ agent: { ...agent, id: 999_999 }, type: spare, at: "2026-03-20T12:00:00Z" }),
    /agent 999999/,
  ],
  [
    "Agents whose office differs from their current office history entry",
    ({ agent }) => currentClient().query("UPDATE agent_offices SET until = now() WHERE agent_id = $1", [agent.id]),
  ],
  [
    "Agents with overlapping office history entries",
    ({ agent }) =>
      currentClient().query("INSERT INTO agent_offices VALUES ($1, $2, '2019-01-01', '2021-01-01')", [
        agent.id,
        agent.companyId,
      ]),
  ],
  [
    "Open sessions of accounts that are blocked, deleted or not approved",
    ({ agent }) => currentClient().query("UPDATE accounts SET login_blocked = true WHERE id = $1", [agent.accountId]),
    /session \d+ of account \d+/,
  ],
  [
    "Encrypted passwords that DATA_KEY cannot decrypt",
    statement("UPDATE accounts SET password_sealed = set_byte(password_sealed, 20, get_byte(password_sealed, 20) # 1)"),
    /account \d+/,
  ],
  [
    "Payout details that DATA_KEY cannot decrypt",
    ({ agent }) =>
      currentClient().query(
        `INSERT INTO payout_details (account_id, method, sealed, changed_at, used_from)
         VALUES ($1, 'bank', $2, now(), now())`,
        [agent.accountId, Buffer.alloc(40)],
      ),
    /account \d+/,
  ],
  [
    "Destinations of payments that DATA_KEY cannot decrypt",
    statement(`UPDATE payments SET payout_method = 'bank', payout_payee = 'agent', payout_changed_at = now(),
      payout_shared_with = 0, payout_sealed = decode(repeat('00', 40), 'hex')`),
    /agent \d+ in run \d+/,
  ],
  ["Keys in the database that DATA_KEY cannot decrypt", statement("INSERT INTO kept_keys VALUES ('stray', '\\x0102')")],
  [outside("clicks"), ({ agent, spare }) => aClick({ agent, type: spare, at: FAR })],
  [outside("click_uniques"), statement("INSERT INTO click_uniques VALUES (1, '2150-01-05', 1)")],
  [
    outside("postbacks"),
    statement(`INSERT INTO postbacks (receipt, received_at, verdict, params)
      VALUES ('018f0000-0000-7000-8000-000000000000', '${FAR}', 'refused', '{}')`),
  ],
  [
    "Missing partitions for the coming months",
    async () => {
      const [last] = await queryRows<{ name: string }>(sql`
        SELECT max(inhrelid::regclass::text) AS name FROM pg_inherits
        WHERE inhparent = 'clicks'::regclass AND inhrelid::regclass::text <> 'clicks_default'`);
      await currentClient().query(`ALTER TABLE clicks DETACH PARTITION ${last?.name}`);
    },
    /clicks_\d{4}_\d\d/,
  ],
  [
    "Tables whose next ID is already taken",
    statement(`INSERT INTO audit (id, operation, record, record_id) OVERRIDING SYSTEM VALUE
      VALUES (99999999, 'sites.update', 'site', '1')`),
    /example audit/,
  ],
  ["Bytes waiting in the spool", inSpool("000000000000001-w0-00.log"), /those of 1 files/],
  ["Spool files that the database rejected", inSpool("000000000000001-w0-00.refused"), /w0-00\.refused/],
];

/** The second half-month, which ends below 0, is paid first; the first one then pays what the second deducted. */
async function paidOutOfOrder(): Promise<void> {
  await currentClient().query("UPDATE pay_periods SET state = 'closed', paid_at = NULL");
  await currentClient().query("DELETE FROM ledger WHERE kind = 'payment'");
  await currentClient().query("DELETE FROM payments");
  await currentClient().query("DELETE FROM payment_runs");
  await closed(SECOND);
  const moment = new Date(OVER[SECOND] ?? "");
  await settle(SECOND, THIRD, { by: null, at: moment });
  await currentClient().query(
    `INSERT INTO ledger (period_id, agent_id, company_id, kind, php, usd, agent, office_name, at, settles)
     SELECT $1, agent_id, company_id, 'payment', -500, -10, agent, office_name, at, $2 FROM ledger WHERE kind = 'payment'`,
    [THIRD, FIRST],
  );
  await currentClient().query("UPDATE pay_periods SET state = 'paid', paid_at = now() WHERE id = $1", [FIRST]);
}

function inSpool(name: string): Act {
  return async ({ afterwards }) => {
    const folder = folderOf(await loadOrCreateKey("visitors"));
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, name), "click log 1\nand more");
    afterwards(() => rm(path.join(folder, name)));
  };
}
