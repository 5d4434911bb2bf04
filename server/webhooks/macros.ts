import { decodeMacros } from "../kernel/text/macros";

/** The macros of a postback address. Each is written in braces and replaced with a value of the sale. */
export const MACROS = [
  ...(["click_id", "txid", "event", "status", "payout", "amount", "currency"] as const),
  ...(["agent", "site", "link", "country", "sub1", "sub2", "sub3", "sub4", "sub5", "time", "reason"] as const),
  ...(["sale_id", "reverses", "agent_id", "office_id", "site_id", "link_id", "earning"] as const),
] as const;
export type Macro = (typeof MACROS)[number];
export type MacroValues = Readonly<Partial<Record<Macro, string | null>>>;

/** The macros that an endpoint may have. Earnings are for the network alone. */
export const macrosOf = (isNetwork: boolean): readonly Macro[] =>
  isNetwork ? MACROS : MACROS.filter((name) => name !== "earning");

const known: readonly string[] = MACROS;

/** The address with every macro replaced by its value, percent-encoded; without a value, by nothing. */
export const renderPostback = (url: string, values: MacroValues): string =>
  decodeMacros(url).replace(/\{(\w+)\}/g, (text, name: string) =>
    known.includes(name) ? encodeURIComponent((values[name as Macro] ?? "").toWellFormed()) : text,
  );

/** The message for an address with unknown macros, or with macros before its path; undefined if there are none. */
export function macroError(address: string, isNetwork: boolean): string | undefined {
  const url = decodeMacros(address);
  if (/[{}]/.test(originOf(url))) return "Macros are allowed in the path and in the query only.";
  const allowed: readonly string[] = macrosOf(isNetwork);
  const rest = url.replaceAll(/\{(\w+)\}/g, (text, name: string) => (allowed.includes(name) ? " " : text));
  const [unknown] = /\{\w*\}?|\}/.exec(rest) ?? [];
  return unknown && `There is no macro ${unknown}. Allowed: ${allowed.map((name) => `{${name}}`).join(", ")}.`;
}

/** Scheme, host and port as typed. */
const originOf = (url: string): string => /^([^/?#]*\/\/)?[^/?#]*/.exec(url)?.[0] ?? "";
