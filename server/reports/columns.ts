import { z } from "zod";
import type { Actor } from "../kernel/operation/roles";
import { shortSiteNames } from "../sites";
import { SUB_NAMES } from "../types";
import { type SitesQuery, shownColumns } from "./query";
import type { SitesAnswer } from "./sites-answer";

/** The columns of a site report, in order. The screen, its print version and the export have the same ones. */

const kinds = [
  "date",
  "text",
  "count",
  "percent",
  "dollars",
  "pesos",
  "perClick",
  "perUnique",
  "margin",
  "tier",
] as const;
export const Column = z.object({
  /** Key of the value in a row; also the sort field. */
  key: z.string(),
  label: z.string(),
  /** The heading in the export, if it is another: programs read it. */
  exportLabel: z.string().optional(),
  /** Second line of the column heading. */
  sub: z.string().optional(),
  kind: z.enum(kinds),
  /** Key of the value in the totals, if the column has a total. */
  total: z.string().optional(),
  /** The site of a link's column: its short name, which no other site of the report has, and its name. */
  site: z.object({ short: z.string(), name: z.string() }).optional(),
});
export type Column = z.output<typeof Column>;

const text = (key: string, label: string): Column => ({ key, label, kind: "text" });
const texts: Column[] = [
  { key: "date", label: "Date", kind: "date" },
  ...[text("officeName", "Office"), text("agent", "Agent"), text("agentFullName", "Name")],
  ...[text("typename", "Type"), text("sitename", "Site"), text("country", "Country")],
  ...SUB_NAMES.map((name, index) => text(name, `Sub ${index + 1}`)),
  ...[text("hour", "Hour"), text("referrer", "Referrer"), text("device", "Device")],
];
const count = (key: string, label: string, total = key): Column => ({ key, label, kind: "count", total });
const dollars = (key: string, label: string, total = key): Column => ({ key, label, kind: "dollars", total });
const pesos = (key: string, label: string, sub?: string): Column => ({ key, label, sub, kind: "pesos", total: key });

type Link = SitesAnswer["types"][number];
const lower = (text: string) => text.toLowerCase();

/** Distinguishes links of one name on one site, ignoring case. */
const linkNumber = ({ typeId, typename, siteId }: Link, types: readonly Link[]): string | undefined =>
  types.some((type) => type.typeId !== typeId && type.siteId === siteId && lower(type.typename) === lower(typename))
    ? `#${typeId}`
    : undefined;

/**
 * The columns of an answer that the account may see. A site that sells in two steps has its own labels (STAT-26). In a
 * payroll each link has a pesos column beside its count; on two-step sites only the second step has one
 * (PAYROLL-02, PAYROLL-03).
 */
export async function columnsOf(actor: Actor, sitesQuery: SitesQuery, answer: SitesAnswer): Promise<Column[]> {
  const { variant, keys, useApproveSale } = sitesQuery;
  const shown = shownColumns(actor, variant, keys);
  const bonus = answer.hasBonus || useApproveSale;
  const days = useApproveSale ? (["Day#1", "Day#2"] as const) : ([undefined, "Bonus"] as const);
  const shortNames = await shortSiteNames(answer.types.map(({ siteId }) => siteId));
  const types = answer.types.flatMap((type): Column[] => {
    const { id, typename, siteId, sitename, bonus: ofBonus, payout } = type;
    const lines = [linkNumber(type, answer.types), days[ofBonus ? 1 : 0]].filter(Boolean);
    const site = { short: shortNames.get(siteId) ?? sitename, name: sitename };
    const paid = pesos(`${id}Php`, typename, [...lines, "php-Pay"].join(" "));
    return [
      { ...count(id, typename), sub: lines.join(" ") || undefined, site },
      ...(variant.payroll && payout ? [{ ...paid, site }] : []),
    ];
  });
  const [sale, paid, share] = useApproveSale
    ? (["Approved", "Paid sale", "Convert Ratio"] as const)
    : (["Sales", "Bonus", "Bonus Ratio"] as const);
  const steps = useApproveSale ? days : [];
  const all: Column[] = [
    ...texts,
    { key: "avpPeriod", label: "AVP", kind: "tier" },
    { ...count("agent_avp_sales_count", "AVP Sales"), total: undefined },
    count("raws", "Raws"),
    count("uniques", "Uniques"),
    { ...count("sales", sale), sub: steps[0] },
    { ...count("bonusSales", paid), sub: steps[1] },
    { key: "bonusRatio", label: share, kind: "percent", total: "bonusRatio" },
    count("lpp", "LPP"),
    count("lppPrev", "Previous LPP", "lpp_prev"),
    dollars("earn", "Earning", "earning"),
    dollars("bonusEarn", "Bonus Earning", "bonusEarning"),
    pesos("payout", "Payout"),
    pesos("bonusPayout", "Bonus Payout"),
    // The amount to pay: most half-months of a report are not paid yet.
    { ...pesos("payoutPhp", "Pay PHP"), exportLabel: "Paid PHP" },
    { ...dollars("payoutDollars", "Pay USD"), exportLabel: "Paid USD" },
    { key: "margin", label: "Margin PHP", kind: "margin", total: "margin" },
    { key: "epc", label: "EPC", kind: "perClick", total: "epc" },
    { key: "phpPerUnique", label: "PHP per Unique", kind: "perUnique", total: "phpPerUnique" },
  ];
  const has = ({ key }: Column) => shown.includes(key) && (bonus || !key.startsWith("bonus"));
  const columns = all.filter(has);
  const afterClicks = columns.findIndex(({ key }) => key === "sales");
  return [...columns.slice(0, afterClicks), ...types, ...columns.slice(afterClicks)];
}

/** The margin and shares are computed from other figures, so no rows are behind them. */
const opens = ({ kind }: Column): boolean => !["margin", "perClick", "perUnique"].includes(kind);

/** The most columns, without those, that a report shows with its empty ones, unless the reader asks for them. */
const MANY_COLUMNS = 12;

/** Whether empty columns are left out; by default where a report has many columns. */
export const hidesEmpty = (columns: readonly Column[], wanted: "show" | "hide" | undefined): boolean =>
  wanted === undefined ? columns.filter(opens).length > MANY_COLUMNS : wanted === "hide";

/**
 * Links' columns with no figure but 0 in the totals and in the rows of the page. A count and its pesos stay together,
 * and the sorted column stays.
 */
export function emptyColumns(
  columns: readonly Column[],
  { sort }: SitesQuery,
  { page, overall }: SitesAnswer,
): Column[] {
  const countKey = ({ key }: Pick<Column, "key">) => key.replace("Php", "");
  const has = (key: string) => [overall, ...page.items].some((row) => (row[key] ?? 0) !== 0);
  const used = new Set(columns.filter(({ key }) => key === sort.field || has(key)).map(countKey));
  return columns.filter((column) => column.site && !used.has(countKey(column)));
}

/** The figures with a compared one beside them. Those of links would be too many. */
const isCompared = ({ total, site, key }: Column): boolean =>
  total !== undefined && site === undefined && key !== "lppPrev";

/** In the export: each compared figure, the difference from it, and that in per cent. */
export const comparedColumns = (columns: readonly Column[]): Column[] =>
  columns.filter(isCompared).flatMap((column): Column[] => {
    const { key, label, kind, sub } = column;
    const of = [label, sub].filter(Boolean).join(" ");
    return [
      { key: `${key}Before`, total: `${key}Before`, label: `${of} before`, kind },
      { key: `${key}Change`, total: `${key}Change`, label: `${of} difference`, kind },
      { key: `${key}Percent`, total: `${key}Percent`, label: `${of} difference %`, kind: "percent" },
    ];
  });

type Figures = Readonly<Record<string, number | string | null | undefined>>;

/** The figures of these columns; none for a row that has no counterpart. */
export function comparedFigures(columns: readonly Column[], row: Figures, before: Figures | null): Figures {
  if (!before) return {};
  return Object.fromEntries(
    columns.filter(isCompared).flatMap(({ key, total }) => {
      const [now, then] = [row[key] ?? row[total ?? key], before[key]];
      if (typeof now !== "number" || typeof then !== "number") return [[`${key}Before`, then]];
      const percent = then > 0 ? (100 * (now - then)) / then : null;
      return [
        [`${key}Before`, then],
        [`${key}Change`, now - then],
        [`${key}Percent`, percent],
      ];
    }),
  );
}
