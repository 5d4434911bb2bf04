import { migrate } from "../../models/migrate";
import * as identity from "../identity";
import { config } from "../kernel/config";
import { perform } from "../kernel/perform";
import { Refusal } from "../kernel/refusal";
import { system } from "../kernel/roles";
import { endWithMessage, openDatabase } from "../start";
import { askPassword } from "./ask-password";

/** `npm run admin -- create-superadmin USERNAME EMAIL`: the first account of a real deployment. */
const USAGE =
  "Usage: npm run admin -- create-superadmin USERNAME EMAIL   (the password is asked, or read from standard input)";

const [act, username, email, ...more] = process.argv.slice(2);
try {
  if (act !== "create-superadmin" || !username || !email || more.length > 0) throw USAGE;
  const password = await askPassword();
  const database = await openDatabase();
  try {
    await migrate(config().DATABASE_URL ?? "");
    const from = { channel: "program", ip: null, userAgent: "admin" } as const;
    const made = await perform(identity.createSuperadmin, system, { username, email, password }, from);
    console.log(`The superadmin ${made.username} can sign in now.`);
  } finally {
    await database.close();
  }
} catch (fault) {
  endWithMessage(fault instanceof Refusal ? refused(fault) : fault);
}

function refused({ message, data }: Refusal): string {
  const fields = Object.entries((data ?? {}) as Record<string, string[]>);
  return fields.map(([field, messages]) => `${field}: ${messages.join(" ")}`).join("\n") || message;
}
