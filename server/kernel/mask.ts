const SECRET =
  /^(password|passwordconfirm|plainpassword|token|secret|captchastring|captchacheck|totp|authorization|cookie)$/i;
const LONGEST = 20_000;

/** A copy of `value` for a log: secrets become ***, very long texts are cut, moments ISO texts. */
export function masked(value: unknown, secret: readonly string[] = [], depth = 0): unknown {
  if (typeof value === "string") return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
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
