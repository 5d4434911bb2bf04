/** Why a postback is refused. */
export type Reason =
  | "bad_secret"
  | "ip_denied"
  | "page_denied"
  | "missing_clickid"
  | "bad_event"
  | "bad_ts"
  | "bonus_not_enabled"
  | "malformed";

/** A parameter that cannot be used. `details` is what is wrong with it, unless its rule says everything. */
export class InvalidParameter extends Error {
  constructor(
    readonly reason: Reason,
    readonly details?: string,
  ) {
    super(reason);
  }
}

/**
 * A parameter as text; null if it is absent or empty. JSON numbers are converted as they are written. Throws
 * InvalidParameter for other types, texts that are too long and invalid characters.
 */
export function textOf(value: unknown, reason: Reason, longest: number): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (Array.isArray(value)) throw new InvalidParameter(reason, "it was sent more than once");
  // Beyond 2^53 two different numbers could become the same text, and one sale would be taken for the other.
  const isExact = typeof value === "number" && (Number.isSafeInteger(value) || value % 1 !== 0);
  const text = isExact ? String(value) : value;
  if (typeof text === "number") throw new InvalidParameter(reason, "the number is too large, so send it as text");
  if (typeof text !== "string") throw new InvalidParameter(reason, "it is not a text");
  if (text.length > longest) throw new InvalidParameter(reason, `${text.length} characters were sent`);
  if (text.includes("\0") || !text.isWellFormed())
    throw new InvalidParameter(reason, "it contains a character that cannot be stored");
  return text;
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
export const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD");
