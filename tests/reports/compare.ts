import { expect } from "vitest";
import type { z } from "zod";
import { readTransaction } from "../../server/kernel/database/transactions";
import { fromCents } from "../../server/kernel/text/money";
import type { Actor } from "../../server/kernel/operation/roles";
import { payroll, payrollAvp, sites, sitesAvp } from "../../server/reports";
import { firstMinute, wallClock } from "../oracle/days";
import { type Figures, type Question, type Raw, recount, spanCompared } from "../oracle/report";
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

type Answer = z.output<typeof sites.output>;
type Row = Answer["page"]["items"][number];
type Shape = { answer: Pick<Answer, "types">; paid: boolean; dollars: boolean };

/** The figures of a row or of the totals, as the call answers them. */
const shaper =
  ({ answer, paid, dollars }: Shape) =>
  ({ pay, ...figures }: Figures, withPoints: boolean) => ({
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

/** The key of a row as `recount` has it, and its figures. */
function keyed(row: Row, { groupBy, then }: Pick<Question, "groupBy" | "then">, date = row.date) {
  const { date: _date, companyId, officeName: _office, agentId, agent: _agent, agentFullName: _name, ...others } = row;
  const { typeId, typename: _type, siteId: _siteId, sitename: _site, country, hour, ...rest } = others;
  const { referrer, device, sub1, sub2, sub3, sub4, sub5, ...figures } = rest;
  const named = { date, company: companyId, agent: agentId, type: typeId, country, hour, referrer, device };
  const parts = { ...named, sub1, sub2, sub3, sub4, sub5, detail: `${date} ${agentId}` };
  return { key: [groupBy, ...(then ? [then] : [])].map((each) => parts[each]).join(" "), figures };
}

/** Fails unless rows, totals, columns and count of the result match the raw rows. */
export async function compare(raw: Raw, actor: Actor, question: Asked, how: Compared): Promise<void> {
  const { call, avp, payroll: paid } = kinds[how.kind ?? "sites"];
  const expected = recount(raw, { ...question, avpAlone: avp });
  const { sees: _, tier, ...asked } = question;
  const { sortField = "raws", sortAsc } = how;
  const answer = await readTransaction(() =>
    ask(call, actor, { ...asked, avp: tier, pageSize: 500, sortField, sortAsc }),
  );
  expect([...new Set(answer.types.map(({ typeId }) => typeId))].sort()).toEqual([...expected.types].sort());
  expect(answer.page.total).toBe(expected.groups.size);
  const { groupBy, then } = question;
  const points = groupBy !== "date" || then !== undefined;
  const tiers = avp && [groupBy, then].some((each) => each === "agent" || each === "detail");
  const dollars = actor.earningVisible;
  const shape = shaper({ answer, paid, dollars });
  for (const row of answer.page.items) {
    const { key, figures } = keyed(row as Row, question);
    const group = expected.groups.get(key);
    const ofTier = tiers && { avpPeriod: group?.avp?.index ?? null, agent_avp_sales_count: group?.avp?.sales };
    expect(group && { ...shape(group, points), ...ofTier }, `${key} of ${row.officeName} ${row.agent}`).toEqual(
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

/** Fails unless each row and the totals are compared with the raw rows of the days before. */
export async function compareBefore(
  raw: Raw,
  actor: Actor,
  question: Asked,
  { kind, moment }: { kind: Kind; moment: string },
): Promise<void> {
  const { call, avp, payroll: paid } = kinds[kind];
  const { counterpart, ...span } = spanCompared(question, "previous");
  const now = wallClock(Date.parse(moment));
  const last = counterpart.get(now.day);
  const [hours = 0, minutes = 0] = now.time.split(":").map(Number);
  const until = last === undefined ? {} : { end: last, until: firstMinute(last) + (hours * 60 + minutes) * 60_000 };
  const expected = recount(raw, { ...question, ...span, ...until, avpAlone: avp });
  const { sees: _, tier, ...asked } = question;
  const answer = await readTransaction(() =>
    ask(call, actor, { ...asked, avp: tier, compare: "previous", pageSize: 500 }),
  );
  const points = question.groupBy !== "date" || question.then !== undefined;
  const shape = shaper({ answer, paid, dollars: actor.earningVisible });
  const before = (figures: Figures, withPoints: boolean) => {
    const { figures: _list, lppPrev: _points, ...others } = shape(figures, withPoints) as Record<string, unknown>;
    return others;
  };
  const none = () => ({
    ...nothing(),
    pay: { payout: 0n, bonusPayout: 0n, payoutPhp: 0n, dollars: 0n, margin: 0n, php: new Map() },
  });
  for (const row of answer.page.items) {
    const date = row.date && counterpart.get(row.date);
    const { key } = keyed(row as Row, question, date);
    const gone = row.date !== undefined && date === undefined;
    const found = expected.groups.get(key) ?? none();
    expect(row.compared, `${key} before`).toEqual(gone ? null : before(found, points));
  }
  const total = { ...[...expected.groups.values()].reduce(added, nothing()), pay: expected.pay };
  expect(answer.overall.compared).toEqual(before(total, true));
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
