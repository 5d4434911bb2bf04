import type pg from "pg";
import type { Company } from "../company";

/** The database contains other accounts, so the seeder does not empty it. */
export class NotSeedDataError extends Error {}

/** Tables that are not emptied: the migrations that ran, encrypted keys, and the single rows that must exist. */
const PRESERVED_TABLES = ["migrations", "kept_keys", "options", "link_state"];

/**
 * Refuses unless all accounts that can sign in are those of a roster (by id, role and username), with the roster's
 * sites.
 */
export async function requireSeedData(client: pg.Client, companies: readonly Company[]): Promise<void> {
  const { rows } = await client.query<{ id: number; role: number; username: string }>(
    "SELECT id, role, lower(username) AS username FROM accounts WHERE deleted_at IS NULL ORDER BY id",
  );
  if (rows.length === 0) return;
  const { rows: sites } = await client.query<{ name: string }>("SELECT sitename AS name FROM sites WHERE id = 1");
  const matches = companies.some(
    (company) =>
      company.sites[0]?.sitename === sites[0]?.name &&
      rows.every(({ id, role, username }) => {
        const account = company.accounts[id - 1];
        return account?.role === role && account.username === username;
      }),
  );
  if (matches) return;
  const otherAccount = rows.find(
    ({ username }) => !companies.some((one) => one.accounts.some((a) => a.username === username)),
  );
  throw new NotSeedDataError(
    `The database holds accounts that are not the demo's${otherAccount ? ` (${otherAccount.username})` : ""}. ` +
      "Nothing was changed. --replace empties it first.",
  );
}

/**
 * Deletes all data of people and traffic, and turns auto_block_account off. Emptying the black list
 * notifies running servers by its trigger.
 */
export async function emptyTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> ALL ($1)`,
    [PRESERVED_TABLES],
  );
  // Triggers of the ledger, pay periods and audit forbid emptying them. The owner of the tables can override that; only
  // this function does.
  await client.query("ALTER TABLE ledger DISABLE TRIGGER ledger_never_emptied");
  await client.query("ALTER TABLE pay_periods DISABLE TRIGGER pay_periods_never_emptied");
  await client.query("ALTER TABLE audit DISABLE TRIGGER audit_never_emptied");
  await client.query("ALTER TABLE audit_seals DISABLE TRIGGER audit_seals_never_emptied");
  await client.query(`TRUNCATE ${rows.map(({ name }) => `"${name}"`).join(", ")} RESTART IDENTITY`);
  await client.query("ALTER TABLE ledger ENABLE TRIGGER ledger_never_emptied");
  await client.query("ALTER TABLE pay_periods ENABLE TRIGGER pay_periods_never_emptied");
  await client.query("ALTER TABLE audit ENABLE TRIGGER audit_never_emptied");
  await client.query("ALTER TABLE audit_seals ENABLE TRIGGER audit_seals_never_emptied");
  await client.query("UPDATE options SET value = '0' WHERE name = 'auto_block_account'");
}

/** Sets every sequence to continue after the highest id that was written. */
export async function continueSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `SELECT c.relname AS table, a.attname AS column, pg_get_serial_sequence(c.oid::regclass::text, a.attname) AS sequence
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND a.attidentity <> ''
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT c.relispartition
     UNION ALL VALUES ('sale_events', 'id', 'sale_event_ids'), ('postbacks', 'id', 'postback_ids'),
       ('click_batches', 'arrival', 'click_arrivals'), ('webhook_deliveries', 'id', 'webhook_delivery_ids')`,
  );
  for (const { table, column, sequence } of rows) {
    await client.query(
      `SELECT setval('${sequence}', greatest(1, (SELECT max(${column}) FROM ${table})),
                     EXISTS (SELECT 1 FROM ${table}))`,
    );
  }
}
