import { NeedsOwner, UnknownMigrations } from "../../models/migrate";
import { UnknownDriver } from "../kernel/database/driver";
import { SettingError } from "../kernel/process/config";
import { isUnreachable } from "../kernel/database/transactions";

/** Ends a program that cannot continue, with a one-line message that says what to do. A bug keeps its stack. */
export function exitWithMessage(error: unknown): never {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exit(1);
}

/** Their messages say what to do. */
const SAYS_ALL = [SettingError, UnknownMigrations, NeedsOwner, UnknownDriver];

function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (SAYS_ALL.some((known) => error instanceof known)) return error.message;
  const code = (error as { code?: string }).code ?? "";
  if (isUnreachable(error)) return `The database does not answer (${code || error.message}). See DATABASE_URL.`;
  // 28: wrong user or password, 3D: no such database.
  if (/^(28|3D)/.test(code)) return `The database refuses access: ${error.message}. See DATABASE_URL.`;
  if (code === "EADDRINUSE") return "The port in PORT is already in use. Set PORT to a free one.";
  if (/^(EACCES|EADDRNOTAVAIL|ENOTFOUND)$/.test(code) && /listen|getaddrinfo/.test(error.message)) {
    return "HOST or PORT is wrong: this machine cannot listen there.";
  }
  return error.stack ?? error.message;
}
