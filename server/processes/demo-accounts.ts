import { verify } from "@node-rs/argon2";
import type pg from "pg";
import { isThisMachine } from "../kernel/addresses/loopback";
import { config, SettingError } from "../kernel/process/config";

// Runs before the models are open, on a connection of its own.

/** The published sign-ins of the demo company. */
export const DEMO_PASSWORD = "demo-2026";
export const DEMO_SIGN_INS = ["super", "admin", "manager", "agent"] as const;

/** The demo passwords are public: refuses to start if anyone but this machine's user could reach the database. */
export async function requireDemoAllowed(client: Pick<pg.Client, "query">): Promise<void> {
  const { demo, DEMO, HOST } = config();
  if (!(await hasDemoAccounts(client))) return;
  if (!demo) {
    throw new SettingError("DEMO is off, but this database holds the demo accounts: it takes on, or another database.");
  }
  if (DEMO !== true && !isThisMachine(HOST)) {
    throw new SettingError("DEMO is missing: set it to on, because others can reach HOST and the demo accounts.");
  }
}

async function hasDemoAccounts(client: Pick<pg.Client, "query">): Promise<boolean> {
  const { rows } = await client.query<{ password_hash: string }>(
    "SELECT password_hash FROM accounts WHERE lower(username) = ANY($1) AND deleted_at IS NULL",
    [DEMO_SIGN_INS],
  );
  const opened = rows.map(({ password_hash }) => verify(password_hash, DEMO_PASSWORD).catch(() => false));
  return (await Promise.all(opened)).includes(true);
}
