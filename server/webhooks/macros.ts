import { decodeMacros } from "../kernel/text/macros";

/** The macros of a postback address. Each is written in braces and replaced with a value of the sale. */
export const MACROS = [
  "click_id",
  "txid",
  "event",
  "payout",
  "agent",
  "site",
  "link",
  "country",
  "sub1",
  "sub2",
  "sub3",
  "sub4",
  "sub5",
  "time",
] as const;
export type Macro = (typeof MACROS)[number];

const known: readonly string[] = MACROS;
const LIST = MACROS.map((name) => `{${name}}`).join(", ");

/** The address with every macro replaced by its value, percent-encoded; without a value, by nothing. */
export const renderPostback = (url: string, values: Readonly<Partial<Record<Macro, string | null>>>): string =>
  decodeMacros(url).replace(/\{(\w+)\}/g, (text, name: string) =>
    known.includes(name) ? encodeURIComponent((values[name as Macro] ?? "").toWellFormed()) : text,
  );

/** The message for an address with unknown macros, or with macros before its path; undefined if there are none. */
export function macroError(address: string): string | undefined {
  const url = decodeMacros(address);
  if (/[{}]/.test(originOf(url))) return "Macros are allowed in the path and in the query only.";
  const rest = url.replaceAll(/\{(\w+)\}/g, (text, name: string) => (known.includes(name) ? " " : text));
  const [unknown] = /\{\w*\}?|\}/.exec(rest) ?? [];
  return unknown && `There is no macro ${unknown}. Allowed: ${LIST}.`;
}

/** Scheme, host and port as typed. */
const originOf = (url: string): string => /^([^/?#]*\/\/)?[^/?#]*/.exec(url)?.[0] ?? "";
