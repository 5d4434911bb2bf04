import contractText from "./contract.json" with { type: "json" };

/** The calls promised to outside programs, written by hand: `contract.json`. */
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
    | "superadmin|only:company";
  status: number;
  takes: string[];
  answers: { keys?: string[]; array?: boolean; list?: boolean; keysOf?: Record<string, string[]> };
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
