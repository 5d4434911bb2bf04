import { isFirstAccountMissing } from "../identity";
import { readTransaction } from "../kernel/database/transactions";
import { config } from "../kernel/process/config";
import { DEMO_PASSWORD, DEMO_SIGN_INS } from "./demo-accounts";

/** The command that creates the first account of a deployment. */
const CREATE = "npm run admin -- create-superadmin USERNAME EMAIL";

/** Prints how to make the first account if there is none. Prints nothing while the database does not answer. */
export async function announceFirstAccount(): Promise<void> {
  const isMissing = await readTransaction(isFirstAccountMissing).catch(() => false);
  if (isMissing) process.stdout.write(`There are no accounts yet. Create the first one with: ${CREATE}\n\n`);
}

/** Prints the product's address and how to sign in. */
export function announce(port: number): void {
  const { APP_URL, HOST, demo } = config();
  const host = HOST.includes(":") ? `[${HOST}]` : HOST;
  const lines = ["", `Open ${APP_URL ?? `http://${host}:${port}`}`];
  if (demo) lines.push(`Sign in as ${DEMO_SIGN_INS.join(", ")}; the password is ${DEMO_PASSWORD}.`);
  process.stdout.write(`${lines.join("\n")}\n\n`);
}
