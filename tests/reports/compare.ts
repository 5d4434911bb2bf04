import { expect } from "vitest";
import { reading } from "../../server/kernel/database";
import { amount } from "../../server/kernel/money";
import type { Actor } from "../../server/kernel/roles";
import { sites } from "../../server/reports";
import { type Figures, type Question, type Raw, recount } from "../oracle/report";
import { ask } from "./ask";

/** Fails unless rows, totals, columns and count of the answer are what the raw rows say. */
export async function compare(raw: Raw, actor: Actor, question: Question, sortAsc: boolean): Promise<void> {
  const expected = recount(raw, question);
  const { sees: _, ...asked } = question;
  const answer = await reading(() => ask(sites, actor, { ...asked, pageSize: 500, sortField: "raws", sortAsc }));
  expect([...new Set(answer.types.map(({ typeId }) => typeId))].sort()).toEqual([...expected.types].sort());
  expect(answer.page.total).toBe(expected.groups.size);
  const points = question.groupBy !== "date";
  const dollars = actor.earningVisible;
  const shape = (figures: Figures) => ({
    ...{ raws: figures.raws, uniques: figures.uniques, sales: figures.sales, bonusSales: figures.bonusSales },
    bonusRatio: figures.sales === 0 ? 0 : (100 * figures.bonusSales) / figures.sales,
    ...Object.fromEntries(answer.types.map(({ id }) => [id, figures.counts.get(id) ?? 0])),
    ...(points ? { lpp: figures.lpp, lppPrev: figures.lppPrev } : {}),
    ...(dollars ? { earn: amount(figures.earning), bonusEarn: amount(figures.bonusEarning) } : {}),
  });
  for (const { date, companyId, officeName, agentId, agent, agentFullName, ...figures } of answer.page.items) {
    const key = { date, company: companyId, agent: agentId, detail: `${date} ${agentId}` }[question.groupBy];
    const group = expected.groups.get(String(key));
    expect(group && shape(group), `${key} of ${officeName} ${agent} ${agentFullName}`).toEqual(figures);
  }
  const { lpp_prev, earning, bonusEarning, ...sums } = answer.overall;
  const total = [...expected.groups.values()].reduce(added, nothing());
  expect({
    ...sums,
    ...(points ? { lppPrev: lpp_prev } : {}),
    ...(dollars ? { earn: earning, bonusEarn: bonusEarning } : {}),
  }).toEqual(shape(total));
}

const nothing = (): Figures => ({
  ...{ raws: 0, uniques: 0, sales: 0, bonusSales: 0, lpp: 0, lppPrev: 0, earning: 0n, bonusEarning: 0n },
  counts: new Map(),
});

function added(one: Figures, other: Figures): Figures {
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
