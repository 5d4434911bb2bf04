import type { FieldState } from "./field";

type Query = {
  values: Readonly<Record<string, unknown>>;
  errors: Readonly<Record<string, readonly string[] | undefined>>;
};

/** Field states of a search form: the query as typed and its messages. */
export function criteria({ values, errors }: Query) {
  return (name: string, constraint: Partial<FieldState> = {}): FieldState => {
    const value = values[name];
    const list = Array.isArray(value)
      ? value.map(String)
      : value === undefined || value === null
        ? []
        : [String(value)];
    return {
      name,
      id: `q-${name}`,
      errorId: `q-${name}-error`,
      descriptionId: `q-${name}-hint`,
      errors: errors[name],
      defaultValue: list[0],
      defaultOptions: list,
      defaultChecked: ["on", "true", "1"].includes(list[0] ?? ""),
      ...constraint,
    };
  };
}

/** Parameters that select no rows: how a list is paged, sorted and shown, and the rate of its dollars. */
const NEUTRAL_PARAMS = ["empty", "page", "pageSize", "sortField", "sortAsc", "after", "print", "open", "phpPerUsd"];

/** Whether a criterion was rejected. The rows found then belong to other criteria than the requested ones. */
export const isRefused = (errors: Query["errors"]): boolean =>
  Object.keys(errors).some((name) => !NEUTRAL_PARAMS.includes(name));

/** The typed values of rejected fields. A range is rejected as a whole: `end` with `start`, `end1` with `start1`. */
export function typedWhereRefused({ values, errors }: Query): Record<string, unknown> {
  const names = Object.keys(errors).flatMap((name) =>
    /^start\d?$/.test(name) ? [name, name.replace("start", "end")] : [name],
  );
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** Fields that do not narrow the result, or are named by the period. */
const NOT_FILTERS =
  /^(start|end|hint|row|sort|page|print|links|empty|rand|dateRange|groupBy|then|compare|during|hide)|Was$/;

/** The period and the number of other filters in force, for the collapsed form of a phone. */
export function filterSummary({ values, errors }: Query, groupBy?: string): { summary: string; unfolded: boolean } {
  const { start, end } = values;
  const others = Object.entries(values).filter(
    ([name, value]) => value !== "" && value !== undefined && !NOT_FILTERS.test(name),
  );
  const [from, to] = [start, end].map((day) => (typeof day === "string" ? day : ""));
  // An address may have one of the two.
  const days = from === to ? from : `${from} ~ ${to}`.trim();
  const more = others.length === 1 ? "1 more filter" : `${others.length} more filters`;
  const count = others.length === 0 ? "all" : groupBy || days ? more : `${others.length} chosen`;
  return { summary: [groupBy, days, count].filter(Boolean).join(" · "), unfolded: Object.keys(errors).length > 0 };
}
