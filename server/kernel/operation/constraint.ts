import { OptimisticLockError } from "sequelize";
import { conflict, invalid, type Refusal } from "./refusal";

/**
 * Messages for violated database constraints: a field and its message become 422, a message alone 409. {value} is
 * replaced with the conflicting value.
 */
const MESSAGES = {
  accounts_username: ["username", "Username is taken"],
  agent_sites_site_id_fkey: ["sites", "Please choose from the list."],
  domains_domain_key: ["domain", "This domain is already on the list."],
  legacy_links_code_key: ["codes", "The code {value} belongs to another agent."],
  offices_name: ["officeName", "Office name is taken"],
  office_sites_site_id_fkey: ["siteIds", "Please choose sites from the list."],
  saved_views_name: ["name", "Name is taken"],
  site_manuals_site_id_key: "This site already has a manual. Please choose another site.",
} as const satisfies Record<string, readonly [field: string, message: string] | string>;

/** SQLSTATE codes of PostgreSQL. */
const UNIQUE = "23505";
const FOREIGN_KEY = "23503";
/**
 * Citus appends the number of the shard to the name, because every table that it manages is one or more shards. Of an
 * error of another server, only the message has the name.
 */
const SHARD = /_\d+$/;
const IN_MESSAGE = / constraint "(\w+)"/;

type PostgresError = { code?: string; constraint?: string; message?: string; detail?: string; parent?: PostgresError };

/**
 * Translates a database error into a refusal: 422 at the field (or 409) for input that violates a constraint in
 * `MESSAGES`, 409 for a save from an outdated version. `outdated` returns that 409's message and the present state of the record.
 * Returns undefined for any other error.
 */
export async function toRefusal(
  error: unknown,
  outdated?: () => Promise<{ message: string; current: unknown }>,
): Promise<Refusal | undefined> {
  if (error instanceof OptimisticLockError && outdated) {
    const { message, current } = await outdated();
    return conflict(message, { current });
  }
  const cause = ((error as PostgresError | undefined)?.parent ?? error) as PostgresError | undefined;
  if (cause?.code !== UNIQUE && cause?.code !== FOREIGN_KEY) return undefined;
  const stated = cause.constraint ?? IN_MESSAGE.exec(cause.message ?? "")?.[1] ?? "";
  const name = stated.replace(SHARD, "");
  if (!isKnown(name)) return undefined;
  // The detail reads "Key (code)=(the value) already exists."
  const [, value = ""] = /=\((.*)\) /s.exec(cause.detail ?? "") ?? [];
  return refusalForConstraint(name, value);
}

const isKnown = (name: string): name is keyof typeof MESSAGES => Object.hasOwn(MESSAGES, name);

/** The refusal of input that violates this constraint, also for checks that run before the database's. */
export function refusalForConstraint(name: keyof typeof MESSAGES, value = ""): Refusal {
  const message = MESSAGES[name];
  if (typeof message === "string") return conflict(message);
  const [field, text] = message;
  return invalid({ [field]: [text.replace("{value}", () => value)] });
}
