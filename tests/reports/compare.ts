import { expect } from "vitest";
import { readTransaction } from "../../server/kernel/database/transactions";
import { fromCents } from "../../server/kernel/text/money";
import type { Actor } from "../../server/kernel/operation/roles";
import { payroll, payrollAvp, sites, sitesAvp } from "../../server/reports";
import { type Figures, type Question, type Raw, recount } from "../oracle/report";
import { ask } from "./ask";

/** The four site reports: their calls and their kinds. */
export const kinds = {
  sites: { call: sites, avp: false, payroll: false },
  sitesAvp: { call: sitesAvp, avp: true, payroll: false },
  payroll: { call: payroll, avp: false, payroll: true },
  payrollAvp: { call: payrollAvp, avp: true, payroll: true },
};
export type Kind = keyof typeof kinds;

type Asked = Omit<Question, "avpAlone">;
type Compared = { kind?: Kind; sortField?: string; sortAsc: boolean };

/** Fails unless rows, totals, columns and count of the result match the raw rows. */
export async function compare(raw: Raw, actor: Actor, question: Asked, how: Compared): Promise<void> {
  const { call, avp, payroll: paid } = kinds[how.kind ?? "sites"];
  const expected = recount(raw, { ...question, avpAlone: avp });
  const { sees: _, tier, ...asked } = question;
  const { sortField = "raws", sortAsc } = how;
  const { groupBy, then } = question;
  const groupings = [groupBy, ...(then ? [then] : [])];
  const answer = await readTransaction(() =>
    ask(call, actor, { ...asked, avp: tier, pageSize: 500, sortField, sortAsc }),
  );
  expect([...new Set(answer.types.map(({ typeId }) => typeId))].sort()).toEqual([...expected.types].sort());
  expect(answer.page.total).toBe(expected.groups.size);
  const points = groupings.join() !== "date";
  const tiers = avp && groupings.some((each) => each === "agent" || each === "detail");
  const dollars = actor.earningVisible;
  const shape = ({ pay, ...figures }: Figures, withPoints = points) => ({
    ...{ raws: figures.raws, uniques: figures.uniques, sales: figures.sales, bonusSales: figures.bonusSales },
    bonusRatio: figures.sales === 0 ? (paid ? 100 : 0) : (100 * figures.bonusSales) / figures.sales + 0,
    ...Object.fromEntries(answer.types.map(({ id }) => [id, figures.counts.get(id) ?? 0])),
    figures: answer.types.map(({ id, typeId, bonus }) => ({
      ...{ typeId, bonus, count: figures.counts.get(id) ?? 0 },
      ...(paid ? { pesos: fromCents(pay.php.get(id) ?? 0n) } : {}),
    })),
    ...(withPoints ? { lpp: figures.lpp, lppPrev: figures.lppPrev } : {}),
    ...(dollars ? { earn: fromCents(figures.earning), bonusEarn: fromCents(figures.bonusEarning) } : {}),
    ...(dollars ? sharesOf({ pay, ...figures }) : {}),
    ...(paid
      ? {
          ...{
            payout: fromCents(pay.payout),
            bonusPayout: fromCents(pay.bonusPayout),
            payoutPhp: fromCents(pay.payoutPhp),
          },
          payoutDollars: pay.dollars === undefined ? null : fromCents(pay.dollars),
          ...Object.fromEntries(answer.types.map(({ id }) => [`${id}Php`, fromCents(pay.php.get(id) ?? 0n)])),
        }
      : {}),
  });
  for (const row of answer.page.items) {
    const { date, companyId, officeName, agentId, agent, agentFullName, ...others } = row;
    const {
      typeId,
      typename: _type,
      siteId: _siteId,
      sitename: _site,
      country,
      hour,
      referrer,
      device,
      ...rest
    } = others;
    const { sub1, sub2, sub3, sub4, sub5, ...figures } = rest;
    const named = { date, company: companyId, agent: agentId, type: typeId, country, hour, referrer, device };
    const all = { ...named, sub1, sub2, sub3, sub4, sub5, detail: `${date} ${agentId}` };
    const key = groupings.map((each) => all[each]).join(" ");
    const group = expected.groups.get(key);
    const ofTier = tiers && { avpPeriod: group?.avp?.index ?? null, agent_avp_sales_count: group?.avp?.sales };
    expect(group && { ...shape(group), ...ofTier }, `${key} of ${officeName} ${agent} ${agentFullName}`).toEqual(
      figures,
    );
  }
  const { lpp_prev, earning, bonusEarning, ...sums } = answer.overall;
  const { pay, lppPrev } = expected;
  const total = { ...[...expected.groups.values()].reduce(added, nothing()), pay, lppPrev };
  expect({
    ...{ ...sums, lppPrev: lpp_prev },
    ...(dollars ? { earn: earning, bonusEarn: bonusEarning } : {}),
  }).toEqual(shape(total, true));
}

const sharesOf = ({ pay, raws, uniques, earning, bonusEarning }: Figures) => ({
  margin: pay.margin === undefined ? null : fromCents(pay.margin),
  epc: raws === 0 ? null : expect.closeTo(fromCents(earning + bonusEarning) / raws, 9),
  phpPerUnique: uniques === 0 ? null : expect.closeTo(fromCents(pay.payoutPhp) / uniques, 9),
});

const nothing = () => ({
  ...{ raws: 0, uniques: 0, sales: 0, bonusSales: 0, lpp: 0, lppPrev: 0, earning: 0n, bonusEarning: 0n },
  counts: new Map<string, number>(),
});

function added(one: Omit<Figures, "pay">, other: Omit<Figures, "pay">): Omit<Figures, "pay"> {
  const counts = new Map(one.counts);
  for (const [name, count] of other.counts) counts.set(name, (counts.get(name) ?? 0) + count);
  return {
    raws: one.raws + other.raws,
    uniques: one.uniques + other.uniques,
    sales: one.sales + other.sales,
    bonusSales: one.bonusSales + other.bonusSales,
    lpp: one.lpp + other.lpp,
    lppPrev: one.lppPrev + other.lppPrev,
    earning: one.earning + other.earning,
    bonusEarning: one.bonusEarning + other.bonusEarning,
    counts,
  };
}
