import pg from "pg";
import type { Server } from "../../world/server";
import { signIn } from "../client";

/** Adds a superadmin with the demo's password, which only a command on the server can do, and signs in as them. */
export async function secondSuperadmin(server: Server): Promise<string> {
  const client = new pg.Client(server.database.url);
  await client.connect();
  try {
    await client.query(`
      WITH added AS (
        INSERT INTO accounts (role, username, password_hash)
        SELECT 0, 'second', password_hash FROM accounts WHERE username = 'super' RETURNING id)
      INSERT INTO admins (account_id, email) SELECT id, 'second@example.org' FROM added`);
  } finally {
    await client.end();
  }
  return signIn(server, "second");
}
