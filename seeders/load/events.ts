import type pg from "pg";
import { dayOf } from "../../server/kernel/time";
import { eventKey, reversalKey } from "../../server/tracking";
import type { Event } from "../traffic/events";
import type { Request } from "../traffic/postbacks";
import type { Random } from "../random";
import { type Cell, copyRows, money } from "./copy-rows";

const date = (moment: number | null): Date | null => (moment === null ? null : new Date(moment));

/** Writes events with their deduplication keys. */
export async function writeEvents(client: pg.Client, events: readonly Event[]): Promise<void> {
  const booked = events.filter(({ isPending }) => !isPending);
  const columns =
    "id occurred_at day received_at agent_id company_id site_id type_id flags event sign lpp earning payout price_source " +
    "price_id click_id geo txid email referer amount currency reverses reason stolen_card resolved_at resolved_by";
  await copyRows(client, "sale_events", columns.split(" "), map(booked, eventRow));
  const keys = booked.flatMap(keyRows).sort(([a], [b]) => Buffer.compare(a as Buffer, b as Buffer));
  await copyRows(client, "postback_keys", ["key", "agent_id", "occurred_at", "event_id"], keys);
}

function eventRow(e: Event): Cell[] {
  const { lead, price, sign } = e;
  const stolen = e.reason === "stolen_card";
  return [
    ...[e.id, date(e.occurredAt), dayOf(e.occurredAt), date(e.receivedAt), lead.agent.id, e.companyId],
    ...[lead.type.site.id, lead.type.id, e.flags, e.event, sign, sign * (price?.lpp ?? 0)],
    ...[money(sign * (price?.earning ?? 0)), money(sign * (price?.payout ?? 0)), price?.source ?? "none"],
    ...[price?.priceId ?? null, lead.clickId, e.geo, e.txid, e.email, lead.referer, e.amount, e.amount ? "USD" : null],
    ...[e.reverses?.id ?? null, e.reason, stolen, date(e.resolvedAt), e.resolvedAt === null ? null : 1],
  ];
}

function keyRows(e: Event): Cell[][] {
  const { clickId, agent, type } = e.lead;
  const status = e.sign > 0 ? "approved" : "reversed";
  const key = eventKey({ siteId: type.site.id, clickId, event: e.event, status, txid: e.txid });
  const keys = e.reverses ? [key, reversalKey(e.reverses.id)] : [key];
  return keys.map((one) => [one, agent.id, date(e.occurredAt), e.id]);
}

/** Writes every request with its verdict, in the order of receipt. */
export async function writeRequests(client: pg.Client, requests: readonly Request[], random: Random): Promise<void> {
  const columns =
    "id receipt received_at verdict reason site_id type_id agent_id company_id click_id event txid status ip params event_id";
  let id = 0;
  await copyRows(
    client,
    "postbacks",
    columns.split(" "),
    map(requests, (r) => [
      ...[++id, uuid(random), date(r.receivedAt), r.verdict, r.reason, r.site?.id ?? null, r.typeId, r.agentId],
      ...[r.companyId, r.clickId, r.params.event ?? null, r.params.txid ?? null, r.params.status ?? "approved"],
      ...[r.site?.server ?? "203.0.113.99", r.params, r.eventId],
    ]),
  );
}

function uuid(random: Random): string {
  const bytes = random.bytes(16);
  bytes.writeUInt8(0x40 | (bytes.readUInt8(6) & 15), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 63), 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function* map<T>(list: Iterable<T>, row: (one: T) => Cell[]): Generator<Cell[]> {
  for (const one of list) yield row(one);
}
