import { UnknownMigrations } from "../../models/migrate";
import { SettingError } from "../kernel/process/config";
import { isAway } from "../kernel/database/transactions";

/** Ends a program that cannot go on with a one-line message that says what to do. A bug keeps its stack. */
export function endWithMessage(fault: unknown): never {
  process.stderr.write(`${messageOf(fault)}\n`);
  process.exit(1);
}

function messageOf(fault: unknown): string {
  if (fault instanceof SettingError || fault instanceof UnknownMigrations) return fault.message;
  if (!(fault instanceof Error)) return String(fault);
  const code = (fault as { code?: string }).code ?? "";
  if (isAway(fault)) return `The database does not answer (${code || fault.message}). See DATABASE_URL.`;
  // 28: wrong user or password, 3D: no such database.
  if (/^(28|3D)/.test(code)) return `The database does not let the product in: ${fault.message}. See DATABASE_URL.`;
  if (code === "EADDRINUSE") return "PORT is in use: it takes a port that no other program listens on.";
  if (/^(EACCES|EADDRNOTAVAIL|ENOTFOUND)$/.test(code) && /listen|getaddrinfo/.test(fault.message)) {
    return "HOST or PORT is wrong: this machine cannot listen there.";
  }
  return fault.stack ?? fault.message;
}
