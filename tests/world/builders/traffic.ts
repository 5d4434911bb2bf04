import { randomBytes } from "node:crypto";
import { execute, writeTransaction } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { onlyRow } from "./only-row";
import type { Type } from "./catalogue";
import type { Agent } from "./people";

type Link = { agent: Pick<Agent, "id" | "companyId">; type: Pick<Type, "id" | "siteId"> };
export type Click = Link & { id: string; at: Date; geo: string; flags: number };
export type Sale = Link & {
  id: number;
  at: Date;
  click: string;
  event: keyof typeof events;
  geo: string;
  flags: number;
  money: Money;
};
type Money = { lpp: number; earning: number; payout: number };
const events = { sale: 0, bonus: 1, click: 2 } as const;
const classes = { ok: 0, suspended: 1, blacklisted: 2, bot: 3, prefetch: 4, rate: 5 } as const;
const OK = 0;

/** A stored click and its delta. By default it counts (class ok) and is unique. */
export async function aClick(
  given: Link & {
    at: string | Date;
    class?: keyof typeof classes;
    unique?: boolean;
    geo?: string;
    flags?: number;
    ip?: string;
    referer?: string;
  },
): Promise<Click> {
  return writeTransaction(async () => {
    const { agent, type, geo = "US", ip = "203.0.113.7", referer = null } = given;
    const at = new Date(given.at);
    const id = uuidOf(at);
    const kind = classes[given.class ?? "ok"];
    const unique = kind === OK && (given.unique ?? true);
    const flags = given.flags ?? (await flagsOf(type.siteId));
    await execute(sql`
      INSERT INTO click_batches (arrival, first_clicked_at, last_clicked_at, clicks)
      VALUES (nextval('click_arrivals'), ${at}, ${at}, 1)`);
    await execute(sql`
      INSERT INTO clicks (id, clicked_at, agent_id, company_id, site_id, type_id, class, is_unique, flags, geo, ip,
        referer, arrival)
      VALUES (${id}, ${at}, ${agent.id}, ${agent.companyId}, ${type.siteId}, ${type.id}, ${kind}, ${unique}, ${flags},
        ${geo}, ${ip}, ${referer}, currval('click_arrivals'))`);
    await aDelta({ agent, type, at, geo, flags }, { hits: 1, raws: kind === OK ? 1 : 0, uniques: unique ? 1 : 0 });
    return { id, at, agent, type, geo, flags };
  });
}

/** An event of a click (by default a new one at the same time) and its delta, at the link's default price. */
export async function aSale(
  given: Link & {
    at: string | Date;
    click?: Pick<Click, "id" | "geo">;
    event?: keyof typeof events;
    geo?: string;
    txid?: string;
    email?: string;
    flags?: number;
    price?: Partial<Money>;
  },
): Promise<Sale> {
  return writeTransaction(async () => {
    const { agent, type, event = "sale" } = given;
    const at = new Date(given.at);
    const click = given.click ?? (await aClick({ ...given, unique: false }));
    const geo = given.geo ?? click.geo;
    const flags = given.flags ?? (await flagsOf(type.siteId));
    const money = event === "click" ? NOTHING : { ...(await priceOf(type.id, event)), ...given.price };
    const { txid, email } = given;
    const id = await anEvent({ agent, type, at, geo, flags, event, money, click: click.id, txid, email, sign: 1 });
    return { id, at, agent, type, click: click.id, event, geo, flags, money };
  });
}

/** The event that reverses a sale or bonus, with negative amounts. */
export async function aReversal(sale: Sale, given: { at: string | Date; flags?: number }): Promise<{ id: number }> {
  const { lpp, earning, payout } = sale.money;
  const money = { lpp: -lpp, earning: -earning, payout: -payout };
  const at = new Date(given.at);
  const flags = given.flags ?? sale.flags;
  return { id: await writeTransaction(() => anEvent({ ...sale, at, flags, money, sign: -1, reverses: sale.id })) };
}

const NOTHING: Money = { lpp: 0, earning: 0, payout: 0 };

type Event = Omit<Sale, "id"> & { sign: 1 | -1; reverses?: number; txid?: string; email?: string };

async function anEvent(event: Event): Promise<number> {
  const { agent, type, at, money } = event;
  const row = await onlyRow<{ id: number }>(sql`
    INSERT INTO sale_events (occurred_at, day, received_at, agent_id, company_id, site_id, type_id, flags, event, sign,
      lpp, earning, payout, price_source, click_id, geo, txid, email, reverses)
    VALUES (${at}, (${at}::timestamptz AT TIME ZONE 'America/New_York')::date, ${at}, ${agent.id}, ${agent.companyId},
      ${type.siteId}, ${type.id}, ${event.flags}, ${events[event.event]}, ${event.sign}, ${money.lpp}, ${money.earning},
      ${money.payout}, ${event.event === "click" ? "none" : "default"}, ${event.click}, ${event.geo},
      ${event.txid ?? null}, ${event.email ?? null}, ${event.reverses ?? null})
    RETURNING id`);
  const { id } = row;
  if (event.event === "click") return id;
  const { lpp, earning, payout } = money;
  const measures =
    event.event === "sale"
      ? { sales: event.sign, lpp, earning, payout }
      : { bonusSales: event.sign, bonusLpp: lpp, bonusEarning: earning, bonusPayout: payout };
  await aDelta(event, { events: 1, ...measures });
  return id;
}

const measureNames = ["hits", "raws", "uniques", "events", "sales", "bonusSales", "lpp", "bonusLpp"] as const;
const moneyNames = ["earning", "bonusEarning", "payout", "bonusPayout"] as const;
type Measures = Partial<Record<(typeof measureNames)[number] | (typeof moneyNames)[number], number>>;

async function aDelta(of: Link & { at: Date; geo: string; flags: number }, given: Measures): Promise<void> {
  const { agent, type, at, geo, flags } = of;
  const m = { ...Object.fromEntries([...measureNames, ...moneyNames].map((name) => [name, 0])), ...given };
  await execute(sql`
    INSERT INTO stats_delta (day, agent_id, company_id, site_id, type_id, flags, geo, hits, raws, uniques, events, sales,
      bonus_sales, lpp, bonus_lpp, earning, bonus_earning, payout, bonus_payout)
    VALUES ((${at}::timestamptz AT TIME ZONE 'America/New_York')::date, ${agent.id}, ${agent.companyId}, ${type.siteId},
      ${type.id}, ${flags}, ${geo}, ${m.hits}, ${m.raws}, ${m.uniques}, ${m.events}, ${m.sales}, ${m.bonusSales},
      ${m.lpp}, ${m.bonusLpp}, ${m.earning}, ${m.bonusEarning}, ${m.payout}, ${m.bonusPayout})`);
}

async function flagsOf(siteId: number): Promise<number> {
  const row = await onlyRow<{ flags: number }>(
    sql`SELECT avp::int + 2 * use_approve_sale::int AS flags FROM sites WHERE id = ${siteId}`,
  );
  return row.flags;
}

async function priceOf(typeId: number, event: "sale" | "bonus"): Promise<Money> {
  const row = await onlyRow<Record<string, string>>(sql`
    SELECT lpp, earning, payout, bonus_lpp, bonus_earning, bonus_payout FROM prices
    WHERE type_id = ${typeId} AND company_id IS NULL AND geo IS NULL ORDER BY since DESC, id DESC LIMIT 1`);
  const of = (name: string) => Number(row[event === "sale" ? name : `bonus_${name}`]);
  return { lpp: of("lpp"), earning: of("earning"), payout: of("payout") };
}

/** A UUID version 7: its first 48 bits are the time in milliseconds. */
function uuidOf(at: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
