import { z } from "zod";
import { SUB_NAMES } from "../types";
import type { Grouping } from "./group-keys";
import type { RoleName } from "../kernel/operation/roles";

/** The site reports, by the last segment of their URL path. */
export const siteReports = ["sites", "sites-avp", "sites-payout", "sites-payout-avp"] as const;
export type SiteReport = (typeof siteReports)[number];

/** The differences between the four site reports, which share everything else (STAT-06). */
export type Variant = {
  /** Name of its operations and of its export file. */
  name: string;
  /** Last segment of the address of its screen. */
  path: SiteReport;
  title: string;
  does: string;
  least: RoleName;
  /** Only AVP sites, for one payout period, with the tier of each agent. */
  avp: boolean;
  /** With paid amounts. The bonus ratio without sales is 100 (PAYROLL-05). */
  payroll: boolean;
  /** Has a country filter. */
  geo: boolean;
  /** Links with 'eng' in their name come last. */
  speechLast: boolean;
};

const plain = { avp: false, payroll: false, geo: false, speechLast: false };

export const variants = {
  sites: {
    ...{ ...plain, name: "sites", path: "sites", title: "Sites", least: "agent", does: "read statistics of sites" },
    ...{ geo: true, speechLast: true },
  },
  sitesAvp: {
    ...{
      ...plain,
      name: "sitesAvp",
      path: "sites-avp",
      title: "Sites AVP",
      least: "agent",
      does: "read statistics of AVP sites",
    },
    avp: true,
  },
  payroll: {
    ...{ ...plain, name: "payroll", path: "sites-payout", title: "Payroll", least: "admin", does: "read the payroll" },
    payroll: true,
  },
  payrollAvp: {
    ...{ ...plain, name: "payrollAvp", path: "sites-payout-avp", title: "Payroll AVP", least: "admin" },
    ...{ does: "read the payroll of AVP sites", avp: true, payroll: true },
  },
} as const satisfies Record<string, Variant>;

export const NOT_IN_LIST = "Please choose one from the list.";
export const UNSORTED = "This column cannot be sorted.";
export const columns = [
  ...["date", "officeName", "agent", "agentFullName", "avpPeriod", "agent_avp_sales_count", "raws", "uniques", "sales"],
  ...["bonusSales", "bonusRatio", "lpp", "lppPrev", "earn", "bonusEarn"],
  ...["payout", "bonusPayout", "payoutPhp", "payoutDollars", "margin", "epc", "phpPerUnique"],
  ...["typename", "sitename", "country", ...SUB_NAMES, "hour", "referrer", "device"],
] as const;
/** A key of a link's figures: "12" for its sales, "12b" for its bonuses, "12Php" and "12bPhp" for their pesos. */
export const TYPE_KEY = /^([1-9]\d{0,8})(b?)((?:Php)?)$/;

/** The key of a column. readQuery refuses keys that the report or the role does not have, and names those it has. */
export const SortField = z
  .string(UNSORTED)
  .meta({ anyOf: [{ enum: columns }, { pattern: TYPE_KEY.source }] })
  .optional();

export type Sort = { field: string; ascending: boolean; type?: { id: number; bonus: boolean; pesos: boolean } };

/**
 * Date and Detail by date, newest first; Office and Agent by name (STAT-28), as links and hours are. Others with the most
 * clicks first. A named column defaults to ascending.
 */
const defaultSorts: Partial<Record<Grouping, Sort>> = {
  date: { field: "date", ascending: false },
  detail: { field: "date", ascending: false },
  company: { field: "officeName", ascending: true },
  agent: { field: "agent", ascending: true },
  type: { field: "typename", ascending: true },
  hour: { field: "hour", ascending: true },
};
const MOST_CLICKS: Sort = { field: "raws", ascending: false };

export function sortOf(criteria: { groupBy: Grouping; sortField?: string; sortAsc?: boolean }): Sort {
  const { groupBy, sortField, sortAsc } = criteria;
  const usual = defaultSorts[groupBy] ?? MOST_CLICKS;
  if (sortField === undefined) return { ...usual, ascending: sortAsc ?? usual.ascending };
  const [, id, bonus, pesos] = TYPE_KEY.exec(sortField) ?? [];
  const type = id === undefined ? undefined : { id: Number(id), bonus: bonus === "b", pesos: pesos === "Php" };
  return { field: sortField, ascending: sortAsc ?? true, type };
}
