import { z } from "zod";
import { abilities } from "../accounts";
import { amount, cents } from "../kernel/money";
import type { Actor } from "../kernel/roles";
import type { Grouping, SitesQuery } from "./query";

/** What leaves the house: keys that a role may not see are absent, a link's counts stand under its id. */

const TypeInfo = z.object({
  id: z.string(),
  typeId: z.int(),
  typename: z.string(),
  bonus: z.boolean(),
  payout: z.boolean(),
});
const counts = {
  raws: z.int(),
  uniques: z.int(),
  sales: z.int(),
  bonusSales: z.int(),
  bonusRatio: z.number(),
};
const Row = z
  .object({
    date: z.string().optional(),
    companyId: z.int().optional(),
    officeName: z.string().optional(),
    agentId: z.int().optional(),
    agent: z.string().optional(),
    agentFullName: z.string().optional(),
    ...counts,
    lpp: z.int().optional(),
    lppPrev: z.int().optional(),
    earn: z.number().optional(),
    bonusEarn: z.number().optional(),
  })
  .catchall(z.union([z.number(), z.string()]));
const Overall = z
  .object({
    ...counts,
    lpp: z.int().optional(),
    lpp_prev: z.int().optional(),
    earning: z.number().optional(),
    bonusEarning: z.number().optional(),
  })
  .catchall(z.union([z.number(), z.string()]));

export const SitesAnswer = z.object({
  page: z.object({ items: z.array(Row), total: z.int() }),
  overall: Overall,
  earningVisible: z.boolean(),
  useApproveSale: z.boolean(),
  payoutVisible: z.boolean(),
  types: z.array(TypeInfo),
  hasBonus: z.boolean(),
});
export type SitesAnswer = z.output<typeof SitesAnswer>;
export type SitesRow = z.output<typeof Row>;

type Sums = {
  raws: number;
  uniques: number;
  sales: number;
  bonusSales: number;
  lpp: number;
  lppPrev: number;
  earning: string;
  bonusEarning: string;
};
type Found = Sums & {
  date: string | null;
  companyId: number | null;
  officeName: string | null;
  agentId: number | null;
  agent: string | null;
  agentFullName: string | null;
  /** Sales and bonuses by link. */
  counts: Record<string, [number, number]> | null;
};
type Column = { id: number; typename: string; bonus: boolean; sales: number; bonusSales: number };
/** The one row that the statement answers. */
export type Answered = { total: number; overall: Sums; types: Column[]; items: Found[] };

/** True where points are shown: the brand shows them, and not by date (STAT-25). */
export const seesPoints = (actor: Actor, groupBy: Grouping): boolean => abilities(actor).seeLpp && groupBy !== "date";

export function shaped(actor: Actor, asked: SitesQuery, { total, overall, types, items }: Answered): SitesAnswer {
  const can = abilities(actor);
  const points = seesPoints(actor, asked.groupBy);
  const sums = (of: Sums, countsOf: (type: Column) => readonly [number, number]) => ({
    raws: of.raws,
    uniques: of.uniques,
    ...Object.fromEntries(types.flatMap((type) => keyed(type, countsOf(type)))),
    sales: of.sales,
    bonusSales: of.bonusSales,
    bonusRatio: bonusRatio(of),
  });
  const row = (found: Found) => ({
    ...identity(actor, asked.groupBy, found),
    ...sums(found, ({ id }) => found.counts?.[id] ?? [0, 0]),
    ...(points ? { lpp: found.lpp, lppPrev: found.lppPrev } : {}),
    ...(can.seeEarning ? { earn: dollars(found.earning), bonusEarn: dollars(found.bonusEarning) } : {}),
  });
  return {
    page: { items: items.map(row), total },
    overall: {
      ...sums(overall, (type) => [type.sales, type.bonusSales]),
      ...(points ? { lpp: overall.lpp, lpp_prev: overall.lppPrev } : {}),
      ...(can.seeEarning ? { earning: dollars(overall.earning), bonusEarning: dollars(overall.bonusEarning) } : {}),
    },
    earningVisible: can.seeEarning,
    useApproveSale: asked.useApproveSale,
    payoutVisible: can.seePayroll,
    types: types.flatMap((type) => typeInfos(type, asked.useApproveSale)),
    hasBonus: types.some(({ bonus }) => bonus),
  };
}

/** 100 × bonus sales / sales, 0 without sales, not rounded (STAT-32). */
export const bonusRatio = ({ sales, bonusSales }: { sales: number; bonusSales: number }): number =>
  sales === 0 ? 0 : (100 * bonusSales) / sales + 0;

const dollars = (text: string): number => amount(cents(text));

function keyed({ id, bonus }: Column, [sales, bonusSales]: readonly [number, number]): [string, number][] {
  return bonus
    ? [
        [`${id}`, sales],
        [`${id}b`, bonusSales],
      ]
    : [[`${id}`, sales]];
}

/** In two steps only the second, the paid sale, has pesos. */
function typeInfos({ id, typename, bonus }: Column, useApproveSale: boolean): SitesAnswer["types"] {
  const sale = { id: `${id}`, typeId: id, typename, bonus: false, payout: !useApproveSale };
  return bonus ? [sale, { ...sale, id: `${id}b`, bonus: true, payout: true }] : [sale];
}

/** Who or when the row is: names of agents for managers and above, of offices for admins, ids for all. */
function identity(actor: Actor, groupBy: Grouping, found: Found): Partial<SitesRow> {
  const can = abilities(actor);
  const date = { date: found.date ?? undefined };
  const office = {
    companyId: found.companyId ?? undefined,
    ...(can.groupByOffice ? { officeName: found.officeName ?? "" } : {}),
  };
  const agent = {
    agentId: found.agentId ?? undefined,
    ...(can.groupByAgent ? { agent: found.agent ?? "", agentFullName: found.agentFullName ?? "" } : {}),
  };
  return {
    date,
    company: office,
    agent: { ...agent, ...office },
    detail: { ...date, ...agent, ...office },
  }[groupBy];
}
