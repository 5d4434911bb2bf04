import type { z } from "zod";
import { List, Paging } from "../kernel/operation/page";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { allPeriods, PayPeriodOutput } from "./periods";

const FIELDS = ["start", "end", "state", "phpPerUsd", "closedAt", "closedBy"] as const;

/** Pay periods since the first click, sale or ledger line; by default the current one comes first. */
export const PeriodsAsked = Paging(FIELDS, "start", false);

export const searchPeriods = query({
  name: "payroll.searchPeriods",
  does: "list pay periods",
  allow: atLeast("superadmin"),
  input: PeriodsAsked,
  output: List(PayPeriodOutput),
  run: (_call, asked) => pageOfPeriods(asked),
});

type Asked = z.output<typeof PeriodsAsked>;

/** Sorted in memory: there are only 24 half-months a year, and open ones have no row in the database. */
export async function pageOfPeriods({ page, pageSize, sortField, sortAsc }: Asked) {
  const all = await allPeriods();
  const ordered = all.sort((a, b) => compare(a[sortField], b[sortField]) || a.id - b.id);
  const start = (page - 1) * pageSize;
  return { items: (sortAsc ? ordered : ordered.reverse()).slice(start, start + pageSize), total: all.length };
}

type Value = string | number | null;
/** Nulls sort first, as in every list. */
const compare = (a: Value, b: Value): number => {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
};
