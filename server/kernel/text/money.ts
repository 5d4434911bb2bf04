import { z } from "zod";

const DIGITS = "Please enter digits with at most two decimals, for example 512.50.";
const POINT = "Please write decimals after a point, for example 1,250.50.";

const TWO_DECIMALS = "Please use at most two decimals.";

const MAX_AMOUNT = 9_999_999.99;

const amountSchema = (smallest: number, tooSmall: string) =>
  z
    .number({ error: ({ input }) => (/\d,\d{1,2}$/.test(String(input).trim()) ? POINT : DIGITS) })
    .min(smallest, { error: tooSmall, abort: true })
    .max(MAX_AMOUNT, { error: `Please enter an amount of at most ${MAX_AMOUNT}.`, abort: true })
    .multipleOf(0.01, { error: TWO_DECIMALS, abort: true })
    // multipleOf is for forms and the OpenAPI document. It accepts 0.30000000000000004, which this check refuses.
    .refine((value) => Number(value.toFixed(2)) === value, { error: TWO_DECIMALS });

/** Input schema of an amount in pesos or dollars: 0 to 9,999,999.99 with at most two decimals. */
export const Money = amountSchema(0, "Please enter an amount of 0 or more.");
/** Input schema of an amount that may be negative: -9,999,999.99 to 9,999,999.99 with at most two decimals. */
export const SignedMoney = amountSchema(-MAX_AMOUNT, `Please enter an amount of at least -${MAX_AMOUNT}.`);

/** Input schema of the points per event: a whole number from 0 to 10,000. */
export const Points = z
  .int({ error: "Please enter a whole number." })
  .min(0, { error: "Please enter a number of 0 or more.", abort: true })
  .max(10_000, { error: "Please enter a number of at most 10000." });

/**
 * Converts an amount to cents (or centavos), from NUMERIC text of the database or a JSON number. Throws RangeError
 * unless it is a plain decimal (no exponent, NaN or spaces) of whole cents.
 */
export function toCents(amount: string | number): bigint {
  const { digits, scale } = decimal(String(amount));
  const unit = 10n ** BigInt(Math.max(0, scale - 2));
  if (digits % unit !== 0n) throw new RangeError("The amount has a part of a cent.");
  return scale <= 2 ? digits * 10n ** BigInt(2 - scale) : digits / unit;
}

/**
 * Converts cents to an exact JSON number with at most two decimals. Throws RangeError from ten trillion pesos or
 * dollars on, where numbers are no longer exact.
 */
export function fromCents(cents: bigint): number {
  if (cents >= MAX_EXACT_CENTS || cents <= -MAX_EXACT_CENTS)
    throw new RangeError("The amount is too large for a number.");
  return Number(cents) / 100;
}

const MAX_EXACT_CENTS = 10n ** 15n;

/** Converts cents to decimal text for a NUMERIC column: `1234.50`. */
export function decimalText(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function sumCents(list: Iterable<bigint>): bigint {
  let sum = 0n;
  for (const one of list) sum += one;
  return sum;
}

/**
 * Rounds a fraction to the nearest whole number. Halves round away from zero, also for negative fractions, as is usual
 * for money and as PostgreSQL rounds NUMERIC. Throws RangeError for a denominator of 0.
 */
export function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 0n) throw new RangeError("Nothing can be divided by 0.");
  const negative = numerator < 0n !== denominator < 0n;
  const [absNumerator, absDenominator] = [magnitude(numerator), magnitude(denominator)];
  const rounded = (2n * absNumerator + absDenominator) / (2n * absDenominator);
  return negative ? -rounded : rounded;
}

/**
 * Converts centavos to dollar cents at a rate in pesos per dollar (NUMERIC text), with halves rounded away from zero.
 * Throws RangeError unless the rate is above 0.
 */
export function divide(centavos: bigint, rate: string): bigint {
  const { digits, scale } = decimal(rate);
  if (digits <= 0n) throw new RangeError("A rate is above 0.");
  return roundHalfUp(centavos * 10n ** BigInt(scale), digits);
}

/**
 * Converts amounts in centavos to dollar cents, each at its own rate in pesos per dollar (NUMERIC text), and adds
 * `extraCents` dollar cents. Only the sum is rounded, with halves away from zero: rounding each quotient first would change
 * it. Throws RangeError unless every rate is above 0.
 */
export function divideAll(
  centavosByRate: Iterable<readonly [rate: string, centavos: bigint]>,
  extraCents = 0n,
): bigint {
  let [numerator, denominator] = [extraCents, 1n];
  for (const [rate, centavos] of centavosByRate) {
    const { digits, scale } = decimal(rate);
    if (digits <= 0n) throw new RangeError("A rate is above 0.");
    numerator = numerator * digits + centavos * 10n ** BigInt(scale) * denominator;
    denominator *= digits;
  }
  return roundHalfUp(numerator, denominator);
}

/** Converts dollar cents to centavos, each at its own rate in pesos per dollar, and rounds the sum as `divideAll` does. */
export function multiplyAll(centsByRate: Iterable<readonly [rate: string, cents: bigint]>): bigint {
  let [numerator, denominator] = [0n, 1n];
  for (const [rate, cents] of centsByRate) {
    const { digits, scale } = decimal(rate);
    const unit = 10n ** BigInt(scale);
    numerator = numerator * unit + cents * digits * denominator;
    denominator *= unit;
  }
  return roundHalfUp(numerator, denominator);
}

function decimal(text: string): { digits: bigint; scale: number } {
  const [, sign, whole, part = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) throw new RangeError("The text is not a plain decimal number.");
  const digits = BigInt(whole + part);
  return { digits: sign ? -digits : digits, scale: part.length };
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
