import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { withFixedTime } from "../../server/kernel/time/now";
import { currentClient, execute } from "../../server/kernel/database/transactions";
import { EVENTS } from "../../server/trade/events";
import { payPeriodId } from "../../server/trade/periods";
import { Refusal } from "../../server/kernel/operation/refusal";
import type { Actor } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import {
  close,
  exportRun,
  failPayments,
  holdPayments,
  pay,
  releasePayments,
  undoRun,
  writeLine,
} from "../../server/payroll";
import { book, type Original, plan, reversalOf } from "../../server/tracking";
import { setAvpPeriods } from "../../server/types";
import { moved } from "../operations/payroll/world";
import { ask } from "../reports/ask";
import { aClick, type Agent, anOffice, aSite, aSuperadmin, type Office, type Site, type Type } from "../world/builders";
import { nextDay, periodAround } from "../oracle/days";
import { centsOf } from "../oracle/money";
import type { Version } from "../oracle/prices";
import { Books, dayAt, type Event, type Half, halfOf, nextMidnight } from "./model";
import type { Step, Wait } from "./steps";

const HOUR = 3_600_000;
const MINUTE = 60_000;
const DAY = 24 * HOUR;
const CORRECTION = 4;
/** Days before the first step at which the company begins, so that sales reported late lie after its beginning. */
const BEFORE = 20;
const usual = { payout: "500.00", earning: "20.00", lpp: 1, bonusPayout: "250.00", bonusEarning: "10.00", bonusLpp: 2 };

const ofAll = { companyId: null, geo: null, enabled: true };

export type World = {
  boss: Actor;
  books: Books;
  offices: Office[];
  agents: Agent[];
  sites: Site[];
  links: Type[];
  now: number;
};

/** Two offices with an agent each, a plain site, a site that pays by bonus, an AVP site, and a first click. */
export async function aCompany(start: string): Promise<World> {
  const now = Date.parse(start);
  const offices = [await anOffice({ agents: 1 }), await anOffice({ agents: 1 })];
  const sites = [
    await aSite({ types: [{ bonus: true }, {}] }),
    await aSite({ useApproveSale: true, types: [{ bonus: true }] }),
    await aSite({ avp: true, types: [{ bonus: true }, {}] }),
  ];
  const agents = offices.flatMap((office) => office.agents);
  const links = sites.flatMap(({ types }) => types);
  const first = now - BEFORE * DAY;
  await aClick({ agent: nth(agents, 0), type: nth(links, 0), at: new Date(first), class: "bot" });
  const books = new Books(new Date(first).toISOString().slice(0, 10));
  for (const { id, bonus } of links) {
    books.versions.set(id, [{ ...ofAll, id: 0, since: 0, ...usual, ...(bonus ? {} : noBonus) }]);
  }
  for (const { id, companyId } of agents) books.stays.push({ agentId: id, companyId, since: 0 });
  for (const { id, avp, useApproveSale } of sites)
    books.flags.push({ siteId: id, since: 0, flags: flagsOf({ avp, useApproveSale }) });
  await execute(sql`DELETE FROM avp_tiers`);
  await execute(sql`
    INSERT INTO avp_tiers (valid_from, index, from_count, to_count, payout_php, payout_dollars)
    VALUES ('2020-01-01', 0, 0, 1, 50, 1), ('2020-01-01', 1, 2, 1000, 100.01, 1.99)`);
  books.tiers = [
    { validFrom: "2020-01-01", index: 0, from: 0, php: "50.00", dollars: "1.00" },
    { validFrom: "2020-01-01", index: 1, from: 2, php: "100.01", dollars: "1.99" },
  ];
  return { boss: (await aSuperadmin()).actor, books, offices, agents, sites, links, now };
}

const nth = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length];
  if (found === undefined) throw new Error("There is nothing to choose from.");
  return found;
};
const flagsOf = ({ avp, useApproveSale }: Pick<Site, "avp" | "useApproveSale">) =>
  Number(avp) + 2 * Number(useApproveSale);

/** Lets the time pass and does the step, both in the product and in the books. */
export async function play(world: World, [wait, step]: [Wait, Step]): Promise<void> {
  const midnight = nextMidnight(world.now);
  if (typeof wait === "number") world.now += wait * MINUTE;
  else world.now = wait === "after midnight" ? midnight + MINUTE : Math.max(midnight - MINUTE, world.now + 1);
  await withFixedTime(new Date(world.now), () =>
    (acts[step.does] as (world: World, step: Step) => Promise<void>)(world, step),
  );
}

type Acts = { [D in Step["does"]]: (world: World, step: Extract<Step, { does: D }>) => Promise<void> };
const acts: Acts = {
  sale,
  reverse,
  price,
  geoFee,
  officeFee,
  flags,
  tiers,
  move,
  close: closes,
  pay: pays,
  line,
  run: changesRun,
  hold,
};

async function sale({ books, agents, links, now }: World, step: Extract<Step, { does: "sale" }>): Promise<void> {
  const [{ id: agentId }, link] = [nth(agents, step.agent), nth(links, step.link)];
  const since = Date.parse(`${books.firstDay}T12:00:00Z`);
  const receivedAt = Math.max(now - step.held * HOUR, since);
  const occurredAt = Math.max(receivedAt - step.late * HOUR, since);
  const companyId = books.officeOf(agentId, occurredAt);
  const { geo, bonus } = step;
  const found = books.priceOf(link.id, companyId, geo, bonus, receivedAt);
  if (!found) return;
  const click = randomUUID();
  const link_ = { agentId, siteId: link.siteId, typeId: link.id, clickId: click, geo };
  const times = { occurredAt: new Date(occurredAt), receivedAt: new Date(receivedAt) };
  const event = bonus ? EVENTS.bonus : EVENTS.sale;
  const [id] = await book(currentClient(), await plan(currentClient(), [{ ...link_, ...times, event }]));
  books.events.push({
    ...{
      id: id ?? 0,
      at: occurredAt,
      agentId,
      companyId,
      siteId: link.siteId,
      typeId: link.id,
      bonus,
      sign: 1,
      geo,
      click,
      ...{ subs: null, referer: null, userAgent: null },
    },
    ...{ day: books.dayFor(occurredAt, receivedAt, now), flags: books.flagsOf(link.siteId, receivedAt) },
    ...{ lpp: found.lpp, earning: found.earning, payout: found.payout, source: found.source, reversed: false },
  });
}

async function reverse({ books, now }: World, { event: index }: Extract<Step, { does: "reverse" }>): Promise<void> {
  const open = books.events.filter(({ undoes, reversed }) => !undoes && !reversed);
  if (open.length === 0) return;
  const event = nth(open, index);
  const moment = new Date(now);
  await book(currentClient(), [reversalOf(originalOf(event), { occurredAt: moment, receivedAt: moment })]);
  event.reversed = true;
  const frozen = books.frozen.get(event);
  const day = books.dayFor(now, now, now);
  books.events.push({
    ...{ ...event, id: 0, at: now, day, sign: -1, undoes: event, lpp: -event.lpp, earning: negated(event.earning) },
    payout: frozen === undefined ? negated(event.payout) : decimal(-frozen),
    flags: frozen === undefined ? event.flags : event.flags + CORRECTION,
  });
  if (frozen !== undefined) books.enter({ ...event, half: halfOf(day), kind: "correction", php: -frozen });
}

/** The event as a reversal finds it in the rows. */
function originalOf({ id, at: moment, click, source, ...event }: Event): Original {
  const { agentId, siteId, typeId, companyId, flags, day, geo, payout, earning, lpp } = event;
  return {
    ...{ id, agentId, siteId, typeId, companyId, flags, day, geo, clickId: click, email: null, referer: null },
    ...{ event: event.bonus ? EVENTS.bonus : EVENTS.sale, occurredAt: new Date(moment) },
    price: { source: source as Original["price"]["source"], priceId: null, payout, earning, lpp },
  };
}

async function price(world: World, { does: _, link, ...amounts }: Extract<Step, { does: "price" }>): Promise<void> {
  const type = nth(world.links, link);
  await newVersion(world, type, type.bonus ? amounts : { ...amounts, ...noBonus }, {});
}

async function geoFee(world: World, { does: _, link, ...fee }: Extract<Step, { does: "geoFee" }>): Promise<void> {
  await newVersion(world, nth(world.links, link), { ...fee, ...noBonus, lpp: null }, {});
}

async function officeFee(world: World, step: Extract<Step, { does: "officeFee" }>): Promise<void> {
  const { does: _, link, office, ...fee } = step;
  await newVersion(world, nth(world.links, link), fee, { companyId: nth(world.offices, office).id });
}

const noBonus = { bonusPayout: null, bonusEarning: null, bonusLpp: null };
type Amounts = Omit<Version, "id" | "since" | "companyId" | "geo" | "enabled"> & { geo?: string; enabled?: boolean };

async function newVersion(
  { books, now }: World,
  type: Type,
  amounts: Amounts,
  whose: { companyId?: number },
): Promise<void> {
  const made: Version = { ...ofAll, ...amounts, companyId: whose.companyId ?? null, id: now, since: now };
  await execute(sql`
    INSERT INTO prices (type_id, company_id, geo, enabled, payout, earning, lpp, bonus_payout, bonus_earning, bonus_lpp, since)
    VALUES (${type.id}, ${made.companyId}, ${made.geo}, ${made.enabled}, ${made.payout}, ${made.earning}, ${made.lpp},
      ${made.bonusPayout}, ${made.bonusEarning}, ${made.bonusLpp}, ${new Date(now)})`);
  books.versions.get(type.id)?.push(made);
}

async function flags({ books, sites, now }: World, step: Extract<Step, { does: "flags" }>): Promise<void> {
  const { id } = nth(sites, step.site);
  const { avp, useApproveSale } = step;
  await execute(sql`INSERT INTO site_flags VALUES (${id}, ${new Date(now)}, ${useApproveSale}, ${avp})`);
  await execute(sql`UPDATE sites SET use_approve_sale = ${useApproveSale}, avp = ${avp} WHERE id = ${id}`);
  books.flags.push({ siteId: id, since: now, flags: flagsOf(step) });
}

async function tiers({ boss, books, now }: World, { list, next }: Extract<Step, { does: "tiers" }>): Promise<void> {
  const half = periodAround(dayAt(now), "beWeek");
  const validFrom = next ? nextDay(half.end) : half.start;
  let from = 0;
  const steps = list.map(({ php, dollars, size }, index) => {
    const made = { validFrom, index, from, php, dollars };
    from += size;
    return made;
  });
  const periods = steps.map((tier, index) => {
    const to = steps[index + 1];
    const pays = { payoutPhp: Number(tier.php), payoutDollars: Number(tier.dollars) };
    return { from: tier.from, ...pays, ...(to ? { to: to.from - 1 } : {}) };
  });
  await ask(setAvpPeriods, boss, { periods, validFrom });
  books.tiers = [...books.tiers.filter((tier) => tier.validFrom !== validFrom), ...steps];
}

async function move({ books, agents, offices, now }: World, step: Extract<Step, { does: "move" }>): Promise<void> {
  const agent = nth(agents, step.agent);
  const from = books.officeOf(agent.id, now);
  const to = offices.find(({ id }) => id !== from);
  if (!to) throw new Error("There is no other office.");
  await moved(agent, to, new Date(now).toISOString());
  books.stays.push({ agentId: agent.id, companyId: to.id, since: now });
}

async function closes({ boss, books, now }: World, step: Extract<Step, { does: "close" }>): Promise<void> {
  const half = chosen(books, step.which, now, (one) => books.unclosable(one, now));
  const phpPerUsd = step.rate / 1_000_000;
  const refusal = books.unclosable(half, now);
  const closing = ask(close, boss, { id: payPeriodId(half.start), phpPerUsd, confirmRate: phpPerUsd });
  expect(await outcome(closing)).toBe(refusal ?? "done");
  if (refusal === undefined) books.close(half, String(phpPerUsd));
}

async function pays({ boss, books, now }: World, step: Extract<Step, { does: "pay" }>): Promise<void> {
  const half = chosen(books, step.which, now, (one) => books.unpayable(one, now));
  const refusal = books.unpayable(half, now);
  expect(await outcome(ask(pay, boss, { id: payPeriodId(half.start) }))).toBe(refusal ?? "done");
  if (refusal === undefined) books.pay(half, now);
}

/** Undoes or exports a run, or marks the payment of one of its agents as failed, allowed or not. */
async function changesRun({ boss, books, now }: World, step: Extract<Step, { does: "run" }>): Promise<void> {
  if (books.runs.length === 0) return;
  const run = step.which === "last" ? (books.runs.at(-1) ?? nth(books.runs, 0)) : nth(books.runs, step.which);
  const { id, payments, undone } = run;
  if (step.act === "undo") {
    const refusal = books.standing(run, now);
    expect(await outcome(ask(undoRun, boss, { id }))).toBe(refusal ?? "done");
    if (refusal === undefined) books.undo(run, now);
  } else if (step.act === "export") {
    expect(await outcome(ask(exportRun, boss, { id }))).toBe(undone ? "This payment run is undone." : "done");
    run.exported = !undone;
  } else if (payments.length > 0) {
    const { agentId } = nth(payments, step.payment);
    const told = await outcome(ask(failPayments, boss, { id, agentIds: [agentId], reason: "came back" }));
    const refusal = undone ? /is undone/ : run.failed.has(agentId) ? /already marked as failed/ : /^done$/;
    expect(told).toMatch(refusal);
    if (told === "done") books.fail(run, agentId, now);
  }
}

/** Holds an agent back, or releases them if they are. */
async function hold({ boss, books, agents }: World, step: Extract<Step, { does: "hold" }>): Promise<void> {
  const { id } = nth(agents, step.agent);
  if (books.held.delete(id)) {
    await ask(releasePayments, boss, { agentIds: [id] });
    return;
  }
  await ask(holdPayments, boss, { agentIds: [id], reason: "being looked into" });
  books.held.add(id);
}

/** A half-month by index, or the next one without an obstacle; the oldest if there is none. */
function chosen(books: Books, which: number | "next", now: number, forbids: (half: Half) => string | undefined): Half {
  const all = books.halves(now);
  return (
    (which === "next" ? all.find((half) => forbids(half) === undefined) : undefined) ?? nth(all, Number(which) || 0)
  );
}

const outcome = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => "done",
    (thrown) => {
      if (!(thrown instanceof Refusal)) throw thrown;
      return thrown.message;
    },
  );

async function line({ boss, books, agents, now }: World, step: Extract<Step, { does: "line" }>): Promise<void> {
  const { id: agentId } = nth(agents, step.agent);
  const half = halfOf(dayAt(now));
  const php = step.amount / 100;
  await ask(writeLine, boss, { periodId: payPeriodId(half), agentId, kind: step.kind, php, reason: "said so" });
  const cents = BigInt(step.kind === "adjustment" ? step.amount : -step.amount);
  books.enter({ half, agentId, companyId: books.officeOf(agentId, now), kind: step.kind, php: cents });
}

const negated = (text: string): string => decimal(-centsOf(text));
function decimal(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
