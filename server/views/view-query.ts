import { nestFields } from "../kernel/operation/text-input";
import { invalid } from "../kernel/operation/refusal";
import type { Actor } from "../kernel/operation/roles";
import { dayOf } from "../kernel/time";
import { now } from "../kernel/time/now";
import { isRelative, parsePeriod, previous, relativeRange } from "../trade/periods";
import { isPassing, knows, mayOpen, screenAt } from "./screens";

/** The query of a view: the text behind the `?` of its screen's address. */

const MAX_QUERY = 2_000;

/** The screen of a view. Throws 422 for any other address, and for one that the account may not open. */
export function requireScreen(actor: Actor, path: string) {
  const screen = mayOpen(actor, path) ? screenAt(path) : undefined;
  if (!screen) throw invalid({ screen: ["Please give the address of a list, log or report that you may open."] });
  return screen;
}

/** The choices of a form that keep the days of the query, or leave them out. */
export const FIXED = "fixed";
export const LATEST = "latest";

/**
 * The query as it is stored, without the place of the reader. `chosen` replaces its days by a named range or leaves them
 * out. Throws 422 for a parameter that the screen does not have.
 */
export function storedQuery(actor: Actor, path: string, text: string, chosen = FIXED): string {
  const screen = requireScreen(actor, path);
  const isReplaced = (name: string) => chosen !== FIXED && [...screen.dates, "hint", "during"].includes(name);
  const given = [...new URLSearchParams(text)].filter(
    ([name, value]) => !isPassing(name) && value !== "" && !isReplaced(name),
  );
  if (chosen !== FIXED && chosen !== LATEST) given.push(["during", chosen]);
  const unknown = given.find(([name]) => !knows(screen, topOf(name)));
  if (unknown) throw invalid({ query: [`This screen has no parameter "${unknown[0].slice(0, 40)}".`] });
  const during = given.filter(([name]) => name === "during").map(([, value]) => value);
  const isNamed = (name: string) => isRelative(name) && screen.during.includes(name);
  if (during.length > 1 || !during.every(isNamed))
    throw invalid({ query: [`Please choose one of these for "during": ${screen.during.join(", ")}.`] });
  const query = new URLSearchParams(given).toString();
  if (query.length > MAX_QUERY) throw invalid({ query: [`Please use at most ${MAX_QUERY} characters.`] });
  return query;
}

/** The name of the field that a name such as `criteria[0].field` is part of. */
const topOf = (name: string): string => name.split(/[.[]/)[0] ?? name;

/** The address that opens a view, with the range of the screen where the view has none: pages keep the last one. */
export function addressOf({ screen: path, query }: { screen: string; query: string }): string {
  const params = new URLSearchParams(query);
  const [first] = screenAt(path)?.during ?? [];
  if (first && !hasRange(params)) params.set("during", first);
  return params.size > 0 ? `${path}?${params}` : path;
}

const hasRange = (params: URLSearchParams): boolean =>
  ["start", "end", "hint", "during"].some((name) => params.has(name));

/** The input of the screen's export, as text, with the days that the view has today. */
export function inputOf(actor: Actor, view: { screen: string; query: string }): Record<string, unknown> {
  const [, query = ""] = addressOf(view).split("?");
  const { during, hint, ...input } = nestFields(new URLSearchParams(query));
  const period = typeof hint === "string" ? parsePeriod(hint) : undefined;
  const range = isRelative(during) ? relativeRange(during, dayOf(now())) : undefined;
  const isRanged = screenAt(view.screen)?.dates.includes("start") === true;
  return {
    ...input,
    ...(isRanged && input.start === undefined ? (range ?? (period && { start: period.start, end: period.end })) : {}),
    ...(!isRanged && hint !== undefined ? { hint } : {}),
    // Links to logs name the account's office, which has no effect below admin.
    ...(input.companyId === String(actor.companyId) ? { companyId: undefined } : {}),
  };
}

/** A query as a screen has it, for the form: a chosen period as the days that it sets. */
export function fromScreen(path: string, text: string): string {
  const params = new URLSearchParams(text);
  const [hint, hintWas] = [params.get("hint"), params.get("hintWas")];
  const chosen = hint && hint !== hintWas ? parsePeriod(hint) : undefined;
  const dates = screenAt(path)?.dates ?? [];
  for (const name of [...params.keys()]) if (isPassing(name) || name === "hint") params.delete(name);
  if (chosen) {
    const ranges = dates.length === 4 ? [previous(chosen, "beWeek"), chosen] : [chosen];
    const values = ranges.flatMap(({ start, end }) => [start, end]);
    dates.forEach((name, index) => params.set(name, values[index] ?? ""));
  }
  return params.toString();
}
