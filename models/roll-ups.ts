/**
 * The roll-up tables: sums of measures by day or half-month. Rolling up, reports, logs, the integrity check, the seeder and
 * the placement on several servers derive from this list, so a new table is one entry and a migration.
 */

/** The measures of a delta and of a roll-up, in column order. */
export const CLICK_MEASURES = ["hits", "raws", "uniques"] as const;
export const SALE_MEASURES = [
  ...["events", "sales", "bonus_sales", "lpp", "bonus_lpp", "earning", "bonus_earning", "payout", "bonus_payout"],
] as const;
export const MEASURES = [...CLICK_MEASURES, ...SALE_MEASURES];
const COUNTED = ["raws", "uniques"];

/** SQL for the columns of measures that a row does not have: `0 AS hits, 0 AS raws`. */
export const zeros = (names: readonly string[]): string => names.map((name) => `0 AS ${name}`).join(", ");

export type RollUp = {
  table: string;
  /** The columns of the primary key, in its order. In a table by half-month, `day` is the first day of it. */
  keys: readonly string[];
  /** Columns that depend on the key: each link has one site. */
  carries: readonly string[];
  measures: readonly string[];
  byHalf: boolean;
  /** Has `days`: a bit mask of the days of the half-month that have clicks or events. 1 is the first. */
  keepsDays: boolean;
  /** The deltas that it adds up, as SQL. */
  only: string;
};

/** An entry with `geo` among its keys describes two tables: `…_geo` with the country, and one without. */
const entries: (Pick<RollUp, "table" | "keys" | "measures"> & Partial<RollUp>)[] = [
  {
    table: "stats_day",
    keys: ["agent_id", "day", "geo", "type_id", "company_id", "flags"],
    carries: ["site_id"],
    measures: MEASURES,
  },
  {
    table: "stats_half",
    keys: ["agent_id", "day", "type_id", "geo", "company_id", "flags"],
    carries: ["site_id"],
    measures: MEASURES,
    byHalf: true,
    keepsDays: true,
  },
  {
    table: "stats_agent_half",
    keys: ["agent_id", "day", "geo", "company_id", "flags"],
    measures: COUNTED,
    byHalf: true,
    keepsDays: true,
    only: "(raws > 0 OR events > 0)",
  },
  {
    table: "clicks_by_day",
    keys: ["geo", "day", "type_id", "flags"],
    carries: ["site_id"],
    measures: COUNTED,
    only: "raws > 0",
  },
  { table: "hits_by_day", keys: ["day", "company_id", "site_id"], measures: ["hits"], only: "hits <> 0" },
  {
    table: "hits_by_half",
    keys: ["day", "company_id", "site_id"],
    measures: ["hits"],
    only: "hits <> 0",
    byHalf: true,
  },
];

export const ROLL_UPS: readonly RollUp[] = entries.flatMap((entry) => {
  const rollUp = { carries: [], byHalf: false, keepsDays: false, only: "TRUE", ...entry };
  if (!entry.keys.includes("geo")) return [rollUp];
  const withoutCountry = entry.keys.filter((key) => key !== "geo");
  return [
    { ...rollUp, table: `${entry.table}_geo` },
    { ...rollUp, keys: withoutCountry },
  ];
});

/** The columns without `days`, in the order in which they are written. */
export const rollUpColumns = ({ keys, carries, measures }: RollUp): string[] => [...keys, ...carries, ...measures];

export const hasColumn = (rollUp: RollUp, name: string): boolean => rollUpColumns(rollUp).includes(name);

/** The table with the fewest keys, and so the fewest rows, that has these columns. Throws if there is none. */
export function smallestRollUp(period: "day" | "half", columns: readonly string[]): RollUp {
  const [smallest] = ROLL_UPS.filter(
    (rollUp) => rollUp.byHalf === (period === "half") && columns.every((name) => hasColumn(rollUp, name)),
  ).sort((one, other) => one.keys.length - other.keys.length);
  if (!smallest) throw new Error(`No roll-up by ${period} has ${columns.join(", ")}.`);
  return smallest;
}
