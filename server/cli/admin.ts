import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { migrate } from "../../models/migrate";
import { compareFile } from "../audit";
import * as identity from "../identity";
import { withSchemaLock } from "../kernel/database/connections";
import { perform } from "../kernel/operation/perform";
import { invalid, Refusal } from "../kernel/operation/refusal";
import { system } from "../kernel/operation/roles";
import { SettingError } from "../kernel/process/config";
import { exitWithMessage, openDatabase } from "../processes";

/**
 * `npm run admin -- create-superadmin USERNAME EMAIL`: creates the first account of a deployment.
 * `npm run admin -- list`: the usernames of all superadmins, one per line.
 * `npm run admin -- set-password USERNAME`: for a superadmin who has lost their password and cannot receive mail.
 * `npm run admin -- reset-two-step USERNAME`: for a superadmin who has lost their app and recovery codes.
 * `npm run admin -- block|unblock|demote USERNAME` and `set-email USERNAME EMAIL`: for a superadmin who has left or whose
 * account somebody else has. Not for the last one who can sign in.
 * `npm run admin -- verify-audit FILE`: compares a mailed day of the audit with the database. Exits with 1 if it differs.
 */
const USAGE = [
  "Usage: npm run admin -- create-superadmin USERNAME EMAIL   (the password is asked, or read from standard input)",
  "       npm run admin -- list                               (the usernames of all superadmins)",
  "       npm run admin -- set-password USERNAME              (the password is asked, or read from standard input)",
  "       npm run admin -- reset-two-step USERNAME            (signing in takes the password alone again)",
  "       npm run admin -- block USERNAME                     (ends their access; unblock allows signing in again)",
  "       npm run admin -- demote USERNAME                    (makes a superadmin an admin, whom superadmins manage)",
  "       npm run admin -- set-email USERNAME EMAIL           (links mailed to the former address end)",
  "       npm run admin -- verify-audit FILE                  (compares a mailed day of the audit with the database)",
].join("\n");

const { superadmins } = identity;
const from = { channel: "program", ip: null, userAgent: "admin" } as const;

const actions: Record<string, (args: string[]) => Promise<string>> = {
  async "create-superadmin"([username, email, ...more]) {
    if (!username || !email || more.length > 0) throw new SettingError(USAGE);
    const password = await askPassword();
    return withDatabase(async () => {
      await perform(identity.createSuperadmin, system, { username, email, password }, from);
      return `The superadmin ${username} can sign in now.`;
    });
  },
  async list(args) {
    if (args.length > 0) throw new SettingError(USAGE);
    const accounts = await withDatabase(() => perform(superadmins.list, system, {}, from));
    return accounts.map(({ username }) => username).join("\n") || "There is no superadmin yet.";
  },
  async "set-password"([username, ...more]) {
    if (!username || more.length > 0) throw new SettingError(USAGE);
    const password = await askPassword();
    const account = await withDatabase(() => perform(identity.setLostPassword, system, { username, password }, from));
    return `The password of ${account.username} is set. They are signed out everywhere.`;
  },
  async "reset-two-step"([username, ...more]) {
    if (!username || more.length > 0) throw new SettingError(USAGE);
    return withDatabase(async () => {
      await perform(identity.twoStep.reset, system, { username }, from);
      return `${username} signs in by password alone now.`;
    });
  },
  block: setBlocked(true, "cannot sign in any more and is signed out everywhere."),
  unblock: setBlocked(false, "can sign in again."),
  async demote([username, ...more]) {
    if (!username || more.length > 0) throw new SettingError(USAGE);
    const account = await onSuperadmin(username, (id) => perform(superadmins.demote, system, { id }, from));
    return `${account} is an admin now and signed out everywhere.`;
  },
  async "set-email"([username, email, ...more]) {
    if (!username || !email || more.length > 0) throw new SettingError(USAGE);
    const account = await onSuperadmin(username, (id) => perform(superadmins.setEmail, system, { id, email }, from));
    return `The e-mail address of ${account} is ${email} now.`;
  },
  async "verify-audit"([file, ...more]) {
    if (!file || more.length > 0) throw new SettingError(USAGE);
    const { same, lines } = await withDatabase(() => compareFile(file));
    if (!same) process.exitCode = 1;
    return lines.join("\n");
  },
};

function setBlocked(loginBlocked: boolean, done: string) {
  return async ([username, ...more]: string[]): Promise<string> => {
    if (!username || more.length > 0) throw new SettingError(USAGE);
    const account = await onSuperadmin(username, (id) =>
      perform(superadmins.setStatus, system, { id, loginBlocked }, from),
    );
    return `${account} ${done}`;
  };
}

/** Runs an act on the superadmin with this username, in any case. Returns the username as stored. */
const onSuperadmin = (username: string, act: (id: number) => Promise<unknown>): Promise<string> =>
  withDatabase(async () => {
    const all = await perform(superadmins.list, system, {}, from);
    const found = all.find((one) => one.username.toLowerCase() === username.toLowerCase());
    if (!found) throw invalid({ username: ["There is no superadmin with this username."] });
    await act(found.id);
    return found.username;
  });

async function withDatabase<T>(body: () => Promise<T>): Promise<T> {
  const database = await openDatabase();
  try {
    await withSchemaLock(migrate);
    return await body();
  } finally {
    await database.close();
  }
}

const [act = "", ...args] = process.argv.slice(2);
try {
  const run = Object.hasOwn(actions, act) ? actions[act] : undefined;
  if (!run) throw new SettingError(USAGE);
  console.log(await run(args));
} catch (error) {
  exitWithMessage(error instanceof Refusal ? refusalMessage(error) : error);
}

function refusalMessage({ message, data }: Refusal): string {
  const fields = Object.entries((data ?? {}) as Record<string, string[]>);
  return fields.map(([field, messages]) => `${field}: ${messages.join(" ")}`).join("\n") || message;
}

/** Reads a password from the terminal, twice and without echo; without a terminal, the first line of standard input. */
async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return firstLine();
  const first = await promptHidden("Password: ");
  if ((await promptHidden("Password again: ")) !== first) throw new Error("The two passwords differ.");
  return first;
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return "";
}

async function promptHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const noOutput = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: noOutput, terminal: true });
  // Ctrl+C must end the program, not only the prompt.
  terminal.once("SIGINT", () => process.exit(130));
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}
