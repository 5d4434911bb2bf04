import { countryOf } from "../../trade/country";
import { DAY_MS } from "../../kernel/time/durations";
import { type EventCode, eventNames, EVENTS } from "../../trade/events";
import { clickedAt } from "../clicks/click-id";
import type { Status } from "./keys";
import { InvalidParameter, type Reason, storable, textOf } from "./reading/text-of";
import { AT_MOST, CLOCK_TOLERANCE_MS, durationText, parseTimestamp } from "./reading/timestamp";
import { isUnfilled, shown } from "./reading/unfilled";

export type { Reason };

/** A parameter that had no effect, or not the intended one. The event is booked anyway. */
export type Warning = { field: string; message: string };

/** The validated parameters of a postback. */
export type Postback = {
  clickId: string;
  event: EventCode;
  status: Status;
  /** Trimmed and in NFC, the form in which it is compared. Null if it was not sent or not filled in. */
  txid: string | null;
  reason: string | null;
  /** Two capital letters, or "" to use the click's country. */
  geo: string;
  email: string | null;
  /** The event's own time, if it was sent. */
  ts: Date | null;
  amount: string | null;
  currency: string | null;
  test: boolean;
};
type Parsed<P> = P & { warnings: readonly Warning[] };
export type ReadablePostback = Parsed<Postback>;
export type PartialPostback = Partial<ReadablePostback>;

export type ParsedPostback =
  | { postback: ReadablePostback; refused?: undefined; field?: undefined; detail?: undefined }
  /** `field` is the parameter as the site sends it, `detail` its rule and what is wrong, for those who wrote the request. */
  | { postback: Parsed<Partial<Postback>>; refused: Reason; field: string; detail: string };

/** The rule of each parameter. */
export const EXPECTED: Record<keyof Postback, string> = {
  clickId: "clickid must be the click ID that the link passed to the site",
  event: "event must be sale, bonus or click",
  status: "status must be approved or reversed",
  txid: "txid must be text of at most 255 characters",
  reason: "reason must be text of at most 255 characters",
  geo: "geo must be a two-letter country code",
  email: "email must be an e-mail address of at most 254 characters",
  ts: "ts must be a time between the click and now, in ISO 8601 with its offset or in Unix seconds or milliseconds",
  amount: "amount must be a number such as 12.50",
  currency: "currency must be a three-letter code",
  test: "test must be 0, 1, true or false",
};
const NAMES = Object.keys(EXPECTED) as (keyof Postback)[];
/** The rule of a parameter, by its name as a site sends it. */
export const ruleOf = (field: string): string =>
  NAMES.filter((name) => name.toLowerCase() === field).map((name) => EXPECTED[name])[0] ?? "";
/** All parameters as a site sends them. */
export const PARAMETERS: readonly string[] = [...NAMES.map((name) => name.toLowerCase()), "secret"];
const KNOWN = new Set(PARAMETERS);

/** The sentence for a parameter that is refused. */
export const detailOf = (name: keyof Postback, cause?: string): string =>
  `${EXPECTED[name]}${cause ? `; ${cause}` : ""}.`;

/**
 * Parses all parameters. The first invalid one, in the order of `EXPECTED`, gives the reason for the refusal. The valid
 * ones are returned in either case. A country, e-mail address, amount or currency is never refused.
 */
export function parsePostback(params: ReadonlyMap<string, unknown>, receivedAt: Date): ParsedPostback {
  const warnings = unknownParameters(params);
  const parse = parsers(params, receivedAt, warnings);
  const postback: Partial<Postback> = {};
  let first: { refused: Reason; field: string; detail: string } | undefined;
  for (const name of NAMES) {
    try {
      Object.assign(postback, { [name]: parse[name]() });
    } catch (error) {
      if (!(error instanceof InvalidParameter)) throw error;
      first ??= { refused: error.reason, field: name.toLowerCase(), detail: detailOf(name, error.details) };
    }
  }
  for (const [field, value] of params) {
    if (KNOWN.has(field) && typeof value === "string" && value.includes("\uFFFD"))
      warnings.push({ field, message: `${field} is not in UTF-8: characters that could not be read were replaced.` });
  }
  return first
    ? { postback: { ...postback, warnings }, ...first }
    : { postback: { ...(postback as Postback), warnings } };
}

const MAX_WARNINGS = 20;
const LONGEST_NAME = 64;

/** Parameters that do not exist have no effect, so a misspelled one must not go unnoticed. */
export function unknownParameters(params: ReadonlyMap<string, unknown>): Warning[] {
  const warnings: Warning[] = [];
  for (const name of params.keys()) {
    if (KNOWN.has(name)) continue;
    const message = `There is no such parameter. Parameters: ${PARAMETERS.join(", ")}.`;
    if (warnings.length < MAX_WARNINGS) warnings.push({ field: storable(name.slice(0, LONGEST_NAME)), message });
  }
  return warnings;
}

const parsers = (
  params: ReadonlyMap<string, unknown>,
  receivedAt: Date,
  warnings: Warning[],
): { [K in keyof Postback]: () => Postback[K] } => {
  const text = (name: string, reason: Reason = "malformed", longest = 255) => textOf(params.get(name), reason, longest);
  const oneOf = (name: string, pattern: RegExp) => {
    const value = text(name);
    if (value !== null && !pattern.test(value)) throw new InvalidParameter("malformed", shown(value));
    return value;
  };
  const warn = (field: keyof Postback, message: string) => {
    warnings.push({ field, message });
    return null;
  };
  /** A parameter without which the event can be booked, too. `read` returns undefined for a value that is not one. */
  const side = (name: "geo" | "email" | "amount" | "currency", read: (value: string) => string | undefined) => {
    try {
      const value = text(name, "malformed", Infinity)?.trim() ?? "";
      return value === "" ? null : (read(value) ?? warn(name, `${EXPECTED[name]}. ${WITHOUT[name]}`));
    } catch (error) {
      if (!(error instanceof InvalidParameter)) throw error;
      return warn(name, `${EXPECTED[name]}. ${WITHOUT[name]}`);
    }
  };
  return {
    clickId() {
      const value = text("clickid")?.trim() ?? "";
      if (value === "") throw new InvalidParameter("missing_clickid");
      if (UUID.test(value)) return value.toLowerCase();
      const cause = isUnfilled(value)
        ? `${shown(value) ?? "a placeholder was sent"}: the placeholder was not filled in`
        : `${value.length} characters were sent that do not form a click ID`;
      throw new InvalidParameter("malformed", cause);
    },
    event() {
      const value = text("event", "bad_event");
      const event = EVENT_OF.get(value ?? "");
      if (event === undefined)
        throw new InvalidParameter("bad_event", value === null ? "it was not sent" : shown(value));
      return event;
    },
    status: () => (oneOf("status", /^(approved|reversed)$/) as Status | null) ?? "approved",
    txid() {
      const value = text("txid", "malformed", Infinity)?.trim().normalize("NFC") ?? "";
      if (value.length > 255) throw new InvalidParameter("malformed", `${value.length} characters were sent`);
      if (!isUnfilled(value) && !NOT_A_NUMBER.test(value)) return value || null;
      return warn("txid", "txid was not filled in, so it counts as not sent. Send the order number of the site.");
    },
    reason: () => text("reason"),
    geo: () => side("geo", countryOf) ?? "",
    email: () => side("email", emailOf),
    ts: () => timeOf(text("ts", "bad_ts"), latestOf(params.get("clickid"), receivedAt)),
    amount: () => side("amount", (value) => (/^-?\d{1,15}(\.\d{1,8})?$/.test(value) ? value : undefined)),
    currency: () => side("currency", (value) => (/^[a-z]{3}$/i.test(value) ? value.toUpperCase() : undefined)),
    test() {
      const value = params.get("test");
      if (typeof value === "boolean") return value;
      return ["1", "true"].includes(oneOf("test", /^(0|1|true|false)$/) ?? "");
    },
  };
};

/** The effect of leaving one out. */
const WITHOUT = {
  geo: "It counts as not sent, so the country is the click's.",
  email: "Not stored with the event; the value sent is kept with the request.",
  amount: "Not stored with the event; the value sent is kept with the request.",
  currency: "Not stored with the event; the value sent is kept with the request.",
} as const;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NOT_A_NUMBER = /^(null|undefined|none|0)$/i;
const EVENT_OF = new Map<string, EventCode>(
  eventNames.flatMap((name) => [
    [name, EVENTS[name]],
    [String(EVENTS[name]), EVENTS[name]],
  ]),
);

/** A space in front of the @ was a plus sign that the site did not encode. */
function emailOf(value: string): string | undefined {
  const at = value.lastIndexOf("@");
  const local = value.slice(0, Math.max(at, 0));
  const isPlain = /^[^\s@"(),:;<>[\\\]]+( [^\s@"(),:;<>[\\\]]+)+$/.test(local);
  const email = isPlain ? local.replaceAll(" ", "+") + value.slice(at) : value;
  return email.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(email) ? email : undefined;
}

/**
 * Whether the click's time is later than the receipt of its postback, which means that the clock was set back in
 * between. Differences of a day or more do not count; such a click is treated as unknown. `clicked` is in milliseconds
 * since 1970.
 */
export const wasSetBack = (clicked: number, receivedAt: Date): boolean =>
  clicked > receivedAt.getTime() && clicked < receivedAt.getTime() + DAY_MS;

/**
 * The latest time that an event may have. If the server's clock was set back, a site with a correct clock is ahead of
 * it by up to a day.
 */
function latestOf(clickId: unknown, receivedAt: Date): Date {
  const id = typeof clickId === "string" ? clickId.trim() : "";
  const clicked = UUID.test(id) ? clickedAt(id.toLowerCase()) : 0;
  return wasSetBack(clicked, receivedAt) ? new Date(receivedAt.getTime() + DAY_MS) : receivedAt;
}

function timeOf(text: string | null, latest: Date): Date | null {
  if (text === null) return null;
  const time = parseTimestamp(text.trim());
  if (typeof time === "string") throw new InvalidParameter("bad_ts", time);
  const ahead = time.getTime() - latest.getTime();
  if (ahead > CLOCK_TOLERANCE_MS) {
    const cause = `it is ${durationText(ahead)} ahead of the clock of this server, and ${AT_MOST}`;
    throw new InvalidParameter("bad_ts", cause);
  }
  return time;
}
