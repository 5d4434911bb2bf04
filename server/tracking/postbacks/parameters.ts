import { DAY_MS } from "../../kernel/periods/durations";
import { type EventCode, eventNames, EVENTS } from "../../kernel/events";
import { isDay } from "../../kernel/periods";
import { clickedAt } from "../clicks/click-id";
import type { Status } from "./keys";

export type Reason =
  | "bad_secret"
  | "ip_denied"
  | "missing_clickid"
  | "bad_event"
  | "bad_geo"
  | "bad_ts"
  | "bonus_not_enabled"
  | "malformed";

/** The validated parameters of a postback. */
export type Postback = {
  clickId: string;
  event: EventCode;
  status: Status;
  txid: string | null;
  reason: string | null;
  /** Two capital letters, or "" to use the click's country. */
  geo: string;
  email: string | null;
  /** The event's own time, if it was sent. Without a fraction it means any moment within that second. */
  ts: { time: Date; wholeSecond: boolean } | null;
  amount: string | null;
  currency: string | null;
  test: boolean;
};

export type ParsedPostback =
  | { postback: Postback; refused?: undefined; field?: undefined; detail?: undefined }
  /** `field` is the parameter as the site sends it, `detail` its rule, for the people who wrote the request. */
  | { postback: Partial<Postback>; refused: Reason; field: string; detail: string };

type Fields = { [K in keyof Postback]: () => Postback[K] };

/** The rule of each parameter, for the answer to a refused request. */
export const EXPECTED: Record<keyof Postback, string> = {
  clickId: "clickid must be the click ID that the link passed to the site",
  event: "event must be sale, bonus or click",
  status: "status must be approved or reversed",
  txid: "txid must be text of at most 255 characters",
  reason: "reason must be text of at most 255 characters",
  geo: "geo must be a two-letter country code",
  email: "email must be an e-mail address of at most 254 characters",
  ts: "ts must be a time between the click and now, in ISO 8601 with its offset or in Unix seconds",
  amount: "amount must be a number such as 12.50",
  currency: "currency must be a three-letter code",
  test: "test must be 0, 1, true or false",
};

class InvalidParameter extends Error {
  constructor(readonly reason: Reason) {
    super(reason);
  }
}

/**
 * Parses all parameters. The first invalid one, in the order of `fields`, gives the reason for the refusal. The valid
 * ones are returned in either case.
 */
export function parsePostback(params: ReadonlyMap<string, unknown>, receivedAt: Date): ParsedPostback {
  const postback: Partial<Postback> = {};
  let first: { refused: Reason; field: string; detail: string } | undefined;
  for (const [name, parse] of Object.entries(fields(params, receivedAt))) {
    try {
      Object.assign(postback, { [name]: parse() });
    } catch (error) {
      if (!(error instanceof InvalidParameter)) throw error;
      first ??= { refused: error.reason, field: name.toLowerCase(), detail: EXPECTED[name as keyof Postback] };
    }
  }
  return first ? { postback, ...first } : { postback: postback as Postback };
}

const fields = (params: ReadonlyMap<string, unknown>, receivedAt: Date): Fields => {
  const text = (name: string, reason: Reason = "malformed", longest = 255) => textOf(params.get(name), reason, longest);
  const matching = (name: string, pattern: RegExp, reason: Reason = "malformed", longest = 255) => {
    const value = text(name, reason, longest);
    if (value !== null && !pattern.test(value)) throw new InvalidParameter(reason);
    return value;
  };
  return {
    clickId() {
      const value = matching("clickid", UUID);
      if (value === null) throw new InvalidParameter("missing_clickid");
      return value.toLowerCase();
    },
    event() {
      const event = EVENT_OF.get(text("event", "bad_event") ?? "");
      if (event === undefined) throw new InvalidParameter("bad_event");
      return event;
    },
    status: () => (matching("status", /^(approved|reversed)$/) as Status | null) ?? "approved",
    txid: () => text("txid"),
    reason: () => text("reason"),
    geo: () => matching("geo", /^[a-z]{2}$/i, "bad_geo")?.toUpperCase() ?? "",
    email: () => matching("email", /^[^\s@]+@[^\s@]+$/, "malformed", 254),
    ts: () => timeOf(text("ts", "bad_ts"), latestOf(params.get("clickid"), receivedAt)),
    amount: () => matching("amount", /^-?\d{1,15}(\.\d{1,8})?$/),
    currency: () => matching("currency", /^[a-z]{3}$/i)?.toUpperCase() ?? null,
    test() {
      const value = params.get("test");
      if (typeof value === "boolean") return value;
      return ["1", "true"].includes(matching("test", /^(0|1|true|false)$/) ?? "");
    },
  };
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const EVENT_OF = new Map<string, EventCode>(
  eventNames.flatMap((name) => [
    [name, EVENTS[name]],
    [String(EVENTS[name]), EVENTS[name]],
  ]),
);

/**
 * A parameter as text; null if it is absent or empty. JSON numbers are converted as they are written. Throws Wrong for
 * other types, texts that are too long and invalid characters.
 */
function textOf(value: unknown, reason: Reason, longest: number): string | null {
  if (value === undefined || value === null || value === "") return null;
  // Beyond 2^53 two different numbers could become the same text, and one sale would be taken for the other.
  const isExact = typeof value === "number" && (Number.isSafeInteger(value) || value % 1 !== 0);
  const text = isExact ? String(value) : value;
  if (typeof text !== "string" || text.length > longest) throw new InvalidParameter(reason);
  if (text.includes("\0") || !text.isWellFormed()) throw new InvalidParameter(reason);
  return text;
}

const UNIX = /^(\d{1,11})(?:\.(\d{1,9}))?$/;
// An unencoded plus sign in a query has been decoded to a space.
const ISO = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:Z|([+ -])(\d{2}):?(\d{2}))$/i;

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
  const clicked = typeof clickId === "string" && UUID.test(clickId) ? clickedAt(clickId.toLowerCase()) : 0;
  return wasSetBack(clicked, receivedAt) ? new Date(receivedAt.getTime() + DAY_MS) : receivedAt;
}

/** Parses ISO 8601 with an offset, or Unix seconds. Throws Wrong for a time after `latest`. */
function timeOf(text: string | null, latest: Date): Postback["ts"] {
  if (text === null) return null;
  const parsed = unix(text) ?? iso(text);
  if (!parsed || !(parsed.time <= latest)) throw new InvalidParameter("bad_ts");
  return parsed;
}

function unix(text: string): Postback["ts"] {
  const [, seconds, part] = UNIX.exec(text) ?? [];
  if (seconds === undefined) return null;
  const millis = Number((part ?? "").padEnd(3, "0").slice(0, 3));
  return { time: new Date(Number(seconds) * 1000 + millis), wholeSecond: part === undefined };
}

function iso(text: string): Postback["ts"] {
  const [, day, hour, minute, second = "00", part, sign, offsetHour = "00", offsetMinute = "00"] = ISO.exec(text) ?? [];
  if (!isDay(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  if (Number(offsetHour) > 15 || Number(offsetMinute) > 59) return null;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === "-" ? -60_000 : 60_000);
  const wall = Date.parse(`${day}T${hour}:${minute}:${second}.${(part ?? "").padEnd(3, "0").slice(0, 3)}Z`);
  return { time: new Date(wall - offset), wholeSecond: part === undefined };
}
