import { examples } from "~/http/document/examples.server";
import contractText from "./contract.json" with { type: "json" };

/**
 * The calls promised to outside programs, written by hand: `contract.json`. The keys of their answers are those of the
 * examples in the API document, which recording them again does not change.
 */
export type Line = {
  /**
   * The lowest role that may call it, "anyone", the required permission (the demo's admin has all), the designated
   * user, or a single role.
   */
  who:
    | "anyone"
    | "agent"
    | "company"
    | "admin"
    | "superadmin"
    | "P:APPROVE_AGENTS"
    | "P:SHOW_COMMON_LOGS"
    | "designated"
    | "only:company"
    | "only:agent"
    | "only:agent|only:company"
    | "superadmin|only:company|only:agent";
  status: number;
  takes: string[];
  /** The keys of the answer, or of its rows, where they are not those of the example. */
  answers?: {
    /** For every role, because the example has no row. */
    keys?: string[];
    keysOf?: Partial<Record<SignIn, string[]>>;
    /** The keys of the example that a role does not get. */
    without?: Partial<Record<SignIn, string[]>>;
  };
  /** Parameters of the path; {…} is filled in from the demo company. */
  path?: Record<string, string>;
  /** The query of a successful GET. */
  query?: Record<string, unknown>;
  wrongPath?: Record<string, string>;
  /**
   * A payload that succeeds, who sends it (by default the superadmin), and what the answer or its first row contains.
   */
  example?: {
    as?: SignIn;
    give?: Record<string, unknown> | unknown[];
    values?: Record<string, unknown>;
    first?: Record<string, unknown>;
  };
  refused?: Record<string, unknown> | unknown[];
  refusal?: { status: number; code?: string; fields?: string[]; data?: Record<string, string[]> };
  /** The payload is a form; a text "base64:…" in it is a file. */
  form?: boolean;
  /** The call ends the session that it is made with. */
  ends?: "session";
};

export type SignIn = "super" | "admin" | "manager" | "agent";
export const SIGN_INS: readonly SignIn[] = ["super", "admin", "manager", "agent"];
const LEVEL: Record<SignIn, number> = { super: 0, admin: 1, manager: 2, agent: 3 };
const ONLY: Partial<Record<Line["who"], SignIn>> = { "only:company": "manager", "only:agent": "agent" };
const NEEDED: Partial<Record<Line["who"], number>> = {
  superadmin: 0,
  designated: 0,
  admin: 1,
  "P:APPROVE_AGENTS": 1,
  "P:SHOW_COMMON_LOGS": 1,
  company: 2,
  agent: 3,
  anyone: 4,
};

export const lines = Object.entries(contractText as Record<string, Line>).map(([call, line]) => {
  const [method, address] = call.split(" ") as [string, string];
  return { call, method, address, ...line };
});

/** The first row of a list, or the answer itself. */
export function rowOf(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer[0] as unknown;
  const { items } = (answer ?? {}) as { items?: unknown };
  return Array.isArray(items) ? (items[0] as unknown) : answer;
}

/** The keys of an object, sorted, without the IDs of links that some answers have as keys. */
export const keysOf = (value: unknown): string[] | undefined =>
  value === null || typeof value !== "object" || Array.isArray(value)
    ? undefined
    : Object.keys(value)
        .filter((key) => !/^\d+b?$/.test(key))
        .sort();

/** The promised keys of the answer and of its first row for a role; undefined where it is not an object. */
export function promisedKeys({ call, answers = {} }: { call: string } & Pick<Line, "answers">, as: SignIn) {
  const example = examples[call]?.answer;
  const row = rowOf(example);
  const { keys = keysOf(row), without = {} } = answers;
  const rows = (answers.keysOf?.[as] ?? keys)?.filter((key) => !without[as]?.includes(key)).sort();
  return { answer: row === example ? rows : keysOf(example), rows };
}

type Payload = Record<string, unknown> | unknown[];

/** The payload as sent: JSON, or a form with its files. */
export function payload({ form }: Pick<Line, "form">, given: Payload): Payload | FormData {
  if (!form) return given;
  const made = new FormData();
  for (const [name, value] of Object.entries(given)) {
    const [, file] = /^base64:(.*)$/.exec(String(value)) ?? [];
    if (file === undefined) made.append(name, String(value));
    else made.append(name, new Blob([Buffer.from(file, "base64")], { type: "image/png" }), "picture.png");
  }
  return made;
}

/** "superadmin|only:company" admits those that one of its parts admits. */
export const admits = (line: Pick<Line, "who">, who: SignIn): boolean =>
  (line.who.split("|") as Line["who"][]).some((part) =>
    ONLY[part] ? ONLY[part] === who : LEVEL[who] <= (NEEDED[part] ?? -1),
  );
