import { OptimisticLockError } from "sequelize";
import { conflict, invalid, type Refusal } from "./refusal";

/**
 * What a broken constraint of the database tells the person whose input broke it: the field and its message about {value},
 * 422, or the message alone, 409.
 */
const MESSAGES = {
  accounts_username: ["username", "Username is taken"],
  agent_sites_site_id_fkey: ["sites", "Please choose from the list."],
  domains_domain_key: ["domain", "This domain is already on the list."],
  legacy_links_code_key: ["codes", "The code {value} belongs to another agent."],
  office_sites_site_id_fkey: ["siteIds", "Please choose sites from the list."],
  site_manuals_site_id_key: "This site already has a manual. Please choose another site.",
} as const satisfies Record<string, readonly [field: string, message: string] | string>;

/** PostgreSQL's classes of a unique and of a foreign key violation. */
const UNIQUE = "23505";
const FOREIGN_KEY = "23503";

type Fault = { code?: string; constraint?: string; detail?: string; parent?: Fault };

/**
 * Translates an error of the database into a refusal: 422 at the field for input that breaks a unique or foreign key, 409
 * for a save from an outdated version. `current` returns the present state of the record. Undefined for any other error.
 */
export async function refusalOf(thrown: unknown, current: () => Promise<unknown>): Promise<Refusal | undefined> {
  if (thrown instanceof OptimisticLockError) {
    return conflict("Somebody else changed this in the meantime.", { current: await current() });
  }
  const fault = ((thrown as Fault | undefined)?.parent ?? thrown) as Fault | undefined;
  const name = fault?.code === UNIQUE || fault?.code === FOREIGN_KEY ? (fault.constraint ?? "") : "";
  if (!isKnown(name)) return undefined;
  // "Key (code)=(the value) already exists."
  const [, value = ""] = /=\((.*)\) /s.exec(fault?.detail ?? "") ?? [];
  return broken(name, value);
}

const isKnown = (name: string): name is keyof typeof MESSAGES => Object.hasOwn(MESSAGES, name);

/** The refusal of input that breaks this constraint, also for a check that runs before the database's own. */
export function broken(name: keyof typeof MESSAGES, value = ""): Refusal {
  const message = MESSAGES[name];
  if (typeof message === "string") return conflict(message);
  const [field, text] = message;
  return invalid({ [field]: [text.replace("{value}", () => value)] });
}
