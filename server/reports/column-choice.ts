import { z } from "zod";
import { ColumnChoice } from "~models";
import { sql } from "../kernel/database/sql";
import { queryOne } from "../kernel/database/transactions";
import { command, query } from "../kernel/operation/operation";
import { forbidden, invalid } from "../kernel/operation/refusal";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";
import type { Column } from "./columns";
import { groupings } from "./group-keys";
import { columns, type SiteReport, siteReports, TYPE_KEY, type Variant, variants } from "./variants";

/** The most columns that one request can change: those of 1,000 links, and the figures. */
const MOST = 1_100;
const UNKNOWN = "There is no such column.";

/** A column that can be left out: a figure, or all columns of one link. */
const Key = z.union([z.enum(columns), z.string().regex(/^[1-9]\d{0,8}$/, UNKNOWN)], UNKNOWN);
const Keys = z.array(Key, "Please send a list of columns.").max(MOST, `Please send at most ${MOST} columns.`);
const Report = z.enum(siteReports, "Please choose one from the list.");
const Hidden = z.object({
  hidden: z.array(z.string()),
  shown: z
    .array(z.string())
    .describe("Columns that the report shows to those alone who choose them: `margin`, `epc`, `phpPerUnique`."),
});

/** The key by which a column is left out. All columns of a link share one, its ID. */
export const choiceKey = ({ key }: Pick<Column, "key">): string => TYPE_KEY.exec(key)?.[1] ?? key;

/** The names of the rows, and the figures that the report is about. They are always shown. */
export const isAlwaysShown = ({ payroll }: Pick<Variant, "payroll">, key: string): boolean =>
  [...naming, "sales", ...(payroll ? ["payoutPhp", "payoutDollars"] : ["uniques"])].includes(key);
const naming: readonly string[] = ["date", "officeName", "agent", "typename", ...groupings];

/** Columns that are left out until an account chooses them. */
const optional: readonly string[] = ["margin", "epc", "phpPerUnique"];
export const isOptional = (key: string): boolean => optional.includes(key);
/** Before the key of a chosen one among the stored keys. */
const CHOSEN = "+";

const choiceOf = (stored: readonly string[]) => ({
  hidden: stored.filter((key) => !key.startsWith(CHOSEN)),
  shown: stored.flatMap((key) => (key.startsWith(CHOSEN) ? [key.slice(CHOSEN.length)] : [])),
});

/** Every report reads it, and a query through the model takes three times as long. */
async function storedChoice({ accountId }: Actor, report: SiteReport) {
  const choice = await queryOne<Pick<ColumnChoice, "hidden">>(
    sql`SELECT hidden FROM column_choices WHERE account_id = ${accountId} AND report = ${report}`,
  );
  return choiceOf(choice?.hidden ?? []);
}

/** The keys of the columns that the report does not show to the account. */
export async function hiddenColumns(actor: Actor, report: SiteReport): Promise<ReadonlySet<string>> {
  const { hidden, shown } = await storedChoice(actor, report);
  return new Set([...hidden, ...optional.filter((key) => !shown.includes(key))]);
}

/** Columns to leave out, in the parameter `hide` of a site report: keys with commas between. */
export const Hide = z.string("Please send keys with commas between.").max(8_000).optional();
/** No key. A report whose address has it shows all columns, whatever the account chose. */
const NO_COLUMN = "none";

/** The columns that the address of a report leaves out, else those that the account leaves out. */
export const leftOutColumns = (actor: Actor, report: SiteReport, hide?: string): Promise<ReadonlySet<string>> =>
  hide === undefined ? hiddenColumns(actor, report) : Promise.resolve(new Set(hide.split(",")));

/** The account's choice of columns as the parameter `hide`; undefined for screens other than site reports. */
export async function hiddenColumnsText(actor: Actor, screen: string): Promise<string | undefined> {
  const report = siteReports.find((name) => screen === `/app/stats/${name}`);
  return report && ([...(await hiddenColumns(actor, report))].join(",") || NO_COLUMN);
}

/** The columns that the account leaves out of a report. */
export const columnChoice = query({
  name: "reports.columnChoice",
  does: "read your choice of columns",
  allow: atLeast("agent"),
  input: z.object({ report: Report }),
  output: Hidden,
  mayLag: true,
  async run({ actor }, { report }) {
    readableVariant(actor, report);
    return storedChoice(actor, report);
  },
});

/** Leaves columns out of a report for this account, or shows them again. Columns that are not named stay as they are. */
export const chooseColumns = command({
  name: "reports.chooseColumns",
  does: "change your choice of columns",
  allow: atLeast("agent"),
  type: "UPDATE",
  input: z.object({ report: Report, hide: Keys.default([]), show: Keys.default([]), all: z.boolean().default(false) }),
  output: Hidden,
  async run({ actor }, { report, hide, show, all }) {
    const variant = readableVariant(actor, report);
    if (hide.some((key) => isAlwaysShown(variant, key))) throw invalid({ hide: ["This column is always shown."] });
    const { accountId } = actor;
    const stored = await ColumnChoice.findOne({ where: { accountId, report }, lock: true });
    const before = choiceOf(all ? [] : (stored?.hidden ?? []));
    const without = (keys: readonly string[], others: readonly string[]) => keys.filter((key) => !others.includes(key));
    const hidden = [...without(before.hidden, show), ...hide.filter((key) => !isOptional(key))];
    const shown = [...without(before.shown, hide), ...(all ? [] : show.filter(isOptional))];
    const keys = [...new Set([...hidden, ...shown.map((key) => CHOSEN + key)])];
    if (keys.length > 0) await ColumnChoice.upsert({ accountId, report, hidden: keys, groupBy: null });
    else await stored?.destroy();
    return choiceOf(keys);
  },
});

function readableVariant(actor: Actor, report: SiteReport): Variant {
  const variant = Object.values<Variant>(variants).find(({ path }) => path === report);
  if (!variant || !hasRole(actor, variant.least)) throw forbidden();
  return variant;
}
