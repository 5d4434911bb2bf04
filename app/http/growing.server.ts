import type { Values } from "./screen.server";

/** The variable-length lists of a form, each with its empty row. */
export type Lists = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * The form's values after the button `add-{list}` or `remove-{list}-{row}` was pressed without scripts; undefined for
 * every other button. Nothing is validated: the form is shown again with what was typed.
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
