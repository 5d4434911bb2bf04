import type { Values } from "./screen.server";

/** The lists of a form that people lengthen and shorten, each with an empty row. */
export type Lists = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * What a form holds after `add-{list}` or `remove-{list}-{row}` was pressed where there are no scripts; undefined for
 * every other button. Nothing is judged yet: the form comes back with what was typed.
 */
export function regrown(lists: Lists | undefined, intent: unknown, values: Values): Values | undefined {
  const [, act, name = "", row] = /^(add|remove)-([A-Za-z]+)(?:-(\d+))?$/.exec(String(intent)) ?? [];
  const blank = lists && Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (blank === undefined) return undefined;
  const stored = values[name];
  const rows: unknown[] = Array.isArray(stored) ? stored : [];
  if (act === "add") return { ...values, [name]: [...rows, { ...blank }] };
  return { ...values, [name]: rows.filter((_, index) => index !== Number(row)) };
}
