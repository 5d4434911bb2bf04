/** Money recomputed by long division on whole cents, without code of the product. */

/** Cents of a decimal text with up to two decimals. */
export function centsOf(text: string): bigint {
  const negative = text.startsWith("-");
  const [whole, part] = text.replace("-", "").split(".");
  const size = BigInt(`${whole}${(part ?? "").padEnd(2, "0")}`);
  return negative ? 0n - size : size;
}

/** The whole number nearest to a fraction; halves are rounded away from zero. */
export function nearest(numerator: bigint, denominator: bigint): bigint {
  if (denominator < 0n) return nearest(-numerator, -denominator);
  if (numerator < 0n) return -nearest(-numerator, denominator);
  const quotient = numerator / denominator;
  const left = numerator - quotient * denominator;
  return left >= denominator - left ? quotient + 1n : quotient;
}

/** Dollar cents for centavos at a rate of pesos per dollar, given as text with any number of decimals. */
export function dollarCents(centavos: bigint, rate: string): bigint {
  const [whole, part = ""] = rate.split(".");
  let scaled = centavos;
  for (let index = 0; index < part.length; index += 1) scaled *= 10n;
  return nearest(scaled, BigInt(`${whole}${part}`));
}

/** Dollar cents of amounts in centavos, each at its own rate: one exact fraction, rounded at the end. */
export function dollarCentsOfAll(amounts: readonly { centavos: bigint; rate: string }[], cents: bigint): bigint {
  const fractions = amounts.map(({ centavos, rate }) => {
    const [whole, part = ""] = rate.split(".");
    return { above: centavos * 10n ** BigInt(part.length), below: BigInt(`${whole}${part}`) };
  });
  const below = [...new Set(fractions.map((one) => one.below))].reduce((product, one) => product * one, 1n);
  const above = fractions.reduce((sum, one) => sum + one.above * (below / one.below), cents * below);
  return nearest(above, below);
}

/** Centavos for amounts in dollar cents, each at its own rate: one exact number, rounded at the end. */
export function centavosOfAll(amounts: readonly { cents: bigint; rate: string }[]): bigint {
  const DECIMALS = 12;
  const exact = amounts.map(({ cents, rate }) => {
    const [whole, part = ""] = rate.split(".");
    return cents * BigInt(`${whole}${part.padEnd(DECIMALS, "0")}`);
  });
  return nearest(
    exact.reduce((sum, one) => sum + one, 0n),
    10n ** BigInt(DECIMALS),
  );
}
