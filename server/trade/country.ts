import { sql, type Statement } from "../kernel/database/sql";

const LETTERS_ONLY = /^[a-z]{2}$/i;
const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
/** Regions of CLDR with two letters other than countries: groups, parts of countries, test regions and the unknown one. */
const NOT_COUNTRIES = new Set("AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ".split(" "));

const currentOf = (code: string): string => new Intl.Locale(`und-${code}`).region ?? code;
const isCurrent = (code: string): boolean => names.of(code) !== undefined && !NOT_COUNTRIES.has(code);

const LETTERS = Array.from({ length: 26 }, (_, n) => String.fromCharCode("A".charCodeAt(0) + n));
/** Every accepted code with the one that is current: GB for GB and UK. */
const countries = new Map(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const current = currentOf(code);
    return isCurrent(current) ? [[code, current] as const] : [];
  }),
);

/**
 * The current code of a country in ISO 3166-1 alpha-2, from a code in any case that may have been replaced: GB for uk.
 * Undefined for everything else: XX, T1, EU, USA.
 */
export const countryOf = (code: string): string | undefined =>
  LETTERS_ONLY.test(code) ? countries.get(code.toUpperCase()) : undefined;

/** The country of a filter: two letters without a country find rows that were stored under them. */
export const filterCountry = (code: string): string => countryOf(code) ?? code.toUpperCase();

/** Whether a column names this country, given its current code. Older rows may have a code that was replaced. */
export function isCountry(column: Statement, current: string): Statement {
  const replaced = [...countries].filter(([code, of]) => of === current && code !== current).map(([code]) => code);
  return replaced.length === 0 ? sql`${column} = ${current}` : sql`${column} = ANY(${[current, ...replaced]}::text[])`;
}

/** The current code of a column's country, as SQL. Other texts stay as they are. */
export function currentCountry(column: Statement): Statement {
  const replaced = [...countries].filter(([code, of]) => code !== of);
  const [from, to] = [replaced.map(([code]) => code), replaced.map(([, of]) => of)];
  return sql`coalesce((${to}::text[])[array_position(${from}::text[], ${column})], ${column})`;
}

/** Why two capital letters are not the current code of a country. Undefined if they are. */
export function countryError(code: string): string | undefined {
  const current = countryOf(code);
  if (current === undefined) return `There is no country ${code}.`;
  return current === code ? undefined : `Please use ${current} in place of ${code}.`;
}
