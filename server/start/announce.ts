import { config } from "../kernel/process/config";
import { DEMO_PASSWORD, DEMO_SIGN_INS } from "./demo-accounts";

/** Prints the product's address and how to sign in. */
export function announce(port: number): void {
  const { APP_URL, HOST, demo } = config();
  const host = HOST.includes(":") ? `[${HOST}]` : HOST;
  const lines = ["", `Open ${APP_URL ?? `http://${host}:${port}`}`];
  if (demo) lines.push(`Sign in as ${DEMO_SIGN_INS.join(", ")}; the password is ${DEMO_PASSWORD}.`);
  process.stdout.write(`${lines.join("\n")}\n\n`);
}
