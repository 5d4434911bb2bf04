import { beginningOf } from "./beginning";

const SECRET = /password|recovery|^captcha|^totp|^otp|(token|secret|authorization|cookie)$/i;
/** A key with its value in an address that a text holds: `/reset?token=…`. */
const IN_ADDRESS = /([?&]([\w.-]+)=)[^&#\s]+/g;
const LONGEST = 20_000;

/** A copy of `value` for a log: secrets become ***, very long texts are cut, moments ISO texts. */
export function masked(value: unknown, secret: readonly string[] = [], depth = 0): unknown {
  if (typeof value === "string") {
    const text = value.replace(IN_ADDRESS, (whole, start: string, key: string) =>
      SECRET.test(key) ? `${start}***` : whole,
    );
    return text.length > LONGEST ? `${beginningOf(text, LONGEST)}…` : text;
  }
  if (value instanceof Date) return value.toISOString();
  if (value === null || typeof value !== "object") return value;
  if (depth > 20) return "…";
  if (Array.isArray(value)) return value.map((item) => masked(item, secret, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      SECRET.test(key) || secret.includes(key) ? "***" : masked(item, secret, depth + 1),
    ]),
  );
}
