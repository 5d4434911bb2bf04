import { z } from "zod";

/** The response of a site report. Keys that a role may not see are absent; a link's counts are keyed by its ID. */

const TypeInfo = z.object({
  id: z.string(),
  typeId: z.int(),
  typename: z.string(),
  siteId: z.int(),
  sitename: z.string(),
  bonus: z.boolean(),
  payout: z.boolean(),
});
/** The counts of a row by link, as a list: clients with fixed types cannot have keys that depend on data. */
const Figure = z.object({
  typeId: z.int().describe("ID of the link."),
  bonus: z.boolean().describe("True for the bonuses of the link, false for its sales."),
  count: z.int().describe("Number of sales or bonuses, net of reversals."),
  pesos: z.number().optional().describe("Their pay in pesos. Only in payroll reports."),
});
/**
 * The keys that `types` names: `24`, `24b`, and in payrolls `24Php`, `24bPhp`. Without a type, because generators of clients
 * apply it to all keys; `figures` has the same with types.
 */
const COUNTS_BY_LINK = { description: "Count of the link, or its pesos, under the key that `types` names." };
const BY_LINK = { patternProperties: { "^\\d+b?(Php)?$": COUNTS_BY_LINK }, additionalProperties: undefined };
const Cell = z.union([z.number(), z.string(), z.null()]);
const counts = {
  raws: z.int(),
  uniques: z.int(),
  sales: z.int(),
  bonusSales: z.int(),
  bonusRatio: z.number(),
};
/** Payroll only: stored sums and paid amounts. Dollars are null while a period that needs a rate has none. */
const paid = {
  payout: z.number().optional(),
  bonusPayout: z.number().optional(),
  payoutPhp: z.number().optional(),
  payoutDollars: z.number().nullable().optional(),
};
/** Absent for accounts that do not see earnings. The margin is null while a period that needs a rate has none, the others without clicks. */
const shares = {
  margin: z.number().nullable().optional(),
  epc: z.number().nullable().optional(),
  phpPerUnique: z.number().nullable().optional(),
};
const name = z.string().optional();
const sub = name.describe("Sub ID of the clicks; empty where they have none.");
const Row = z
  .object({
    date: z.string().optional(),
    companyId: z.int().optional(),
    officeName: z.string().optional(),
    agentId: z.int().optional(),
    agent: z.string().optional(),
    agentFullName: z.string().optional(),
    ...{ typeId: z.int().optional(), typename: name, siteId: z.int().optional(), sitename: name, country: name },
    ...{ sub1: sub, sub2: sub, sub3: sub, sub4: sub, sub5: sub, hour: z.int().optional(), referrer: name },
    device: name.describe("`phone`, `tablet`, `computer` or `unknown`, from the user agent."),
    ...counts,
    lpp: z.int().optional(),
    lppPrev: z.int().optional(),
    earn: z.number().optional(),
    bonusEarn: z.number().optional(),
    ...paid,
    ...shares,
    avpPeriod: z.int().nullable().optional(),
    agent_avp_sales_count: z.int().optional(),
  })
  .catchall(Cell);
const Overall = z
  .object({
    ...counts,
    lpp: z.int().optional(),
    lpp_prev: z.int().optional(),
    earning: z.number().optional(),
    bonusEarning: z.number().optional(),
    ...paid,
    ...shares,
  })
  .catchall(Cell);
/** The same measures of the compared range, by the keys of a row. */
export const Before = z
  .object({
    ...counts,
    lpp: z.int().optional(),
    earn: z.number().optional(),
    bonusEarn: z.number().optional(),
    ...paid,
    ...shares,
  })
  .catchall(Cell)
  .meta(BY_LINK);
/** Days, and the moment on the last one at which they end if that is earlier than its end. */
export const ComparedRange = z.object({
  start: z.string(),
  end: z.string(),
  until: z.iso.datetime().nullable().describe("Moment at which the last compared day ends; null for its end."),
});

export const SitesAnswer = z.object({
  page: z.object({ items: z.array(Row), total: z.int() }),
  overall: Overall,
  earningVisible: z.boolean(),
  useApproveSale: z.boolean(),
  payoutVisible: z.boolean(),
  types: z.array(TypeInfo),
  hasBonus: z.boolean(),
  /** The compared days, in the order of the rows; null for a row that has no counterpart. */
  compared: z.object({ range: ComparedRange, rows: z.array(Before.nullable()), overall: Before }).optional(),
});
export type SitesAnswer = z.output<typeof SitesAnswer>;
export type SitesRow = z.output<typeof Row>;

const listed = { figures: z.array(Figure), compared: Before.nullable().optional() };
const ListedCell = Cell.or(z.array(Figure)).or(Before);
/** The answer of a call: its rows have their counts as a list, too. */
export const ListedSites = SitesAnswer.omit({ compared: true }).extend({
  page: z.object({ items: z.array(Row.extend(listed).catchall(ListedCell).meta(BY_LINK)), total: z.int() }),
  overall: Overall.extend(listed).catchall(ListedCell).meta(BY_LINK),
  comparedRange: ComparedRange.optional(),
});
export const ListedPayroll = ListedSites.omit({ earningVisible: true, payoutVisible: true });

/** Adds to each row and the totals their counts as a list, in the order of the columns. */
export function withFigures({ page, overall, types, compared, ...answer }: SitesAnswer): z.input<typeof ListedSites> {
  const figuresOf = (row: SitesRow | SitesAnswer["overall"]) =>
    types.map(({ id, typeId, bonus }) => {
      const pesos = row[`${id}Php`];
      return { typeId, bonus, count: Number(row[id] ?? 0), ...(pesos === undefined ? {} : { pesos: Number(pesos) }) };
    });
  const items = page.items.map((row, index) => ({
    ...{ ...row, figures: figuresOf(row) },
    ...(compared ? { compared: compared.rows[index] ?? null } : {}),
  }));
  const ofAll = { ...overall, figures: figuresOf(overall), ...(compared ? { compared: compared.overall } : {}) };
  const range = compared ? { comparedRange: compared.range } : {};
  return { ...answer, types, page: { ...page, items }, overall: ofAll, ...range };
}
