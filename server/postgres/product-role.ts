import { createHash } from "node:crypto";
import type pg from "pg";
import { withSchemaLock } from "../kernel/database/connections";

/** The role of servers, which may read and write rows. Tables belong to the role that created the data folder. */
const ROLE = "product";
/** Rows of these are written once. */
const APPEND_ONLY = ["audit", "ledger"];

/** The address of the product's role, with a password that only a reader of the owner's password can compute. */
export function productAddress(ownersAddress: string): string {
  const address = new URL(ownersAddress);
  address.password = createHash("sha256").update(`${ROLE} ${address.password}`).digest("base64url");
  address.username = ROLE;
  return address.href;
}

/**
 * Gives the role its rights in the packaged server at `url`, also in one that an earlier version has created. After
 * migrations it takes away the rights on tables that only grow.
 */
export async function grantRights(url: string): Promise<void> {
  const { password } = new URL(productAddress(url));
  await withSchemaLock(
    async (client) => {
      const { rowCount: found } = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [ROLE]);
      if (found && (await isComplete(client))) return;
      await client.query("BEGIN");
      if (!found) await client.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD '${password}'`);
      await client.query(`
        GRANT USAGE ON SCHEMA public TO ${ROLE};
        ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${ROLE};
        ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT, UPDATE ON SEQUENCES TO ${ROLE};
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${ROLE};
        GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO ${ROLE}`);
      const { rows } = await client.query<{ name: string }>(
        "SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL",
        [[...APPEND_ONLY, "migrations"]],
      );
      for (const { name } of rows) {
        await client.query(`REVOKE ${name === "migrations" ? "INSERT, " : ""}UPDATE, DELETE ON ${name} FROM ${ROLE}`);
      }
      await client.query("COMMIT");
    },
    { url },
  );
}

/** True if the role can read every table and change none of those that only grow. */
async function isComplete(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND (NOT has_table_privilege($1, oid, 'SELECT') OR (relname = ANY ($2) AND has_table_privilege($1, oid, 'UPDATE')))
     LIMIT 1`,
    [ROLE, [...APPEND_ONLY, "migrations"]],
  );
  return rowCount === 0;
}
