import { z } from "zod";
import { constant, sql, type Statement } from "../kernel/database/sql";

/** Event kinds and their codes in `sale_events.event`. Clicks reported by a site are stored but not counted. */
export const EVENTS = { sale: 0, bonus: 1, click: 2 } as const;
type EventName = keyof typeof EVENTS;
/** The kind of an event in answers. */
export const EventType = z.int().meta({ enum: Object.values(EVENTS) });
export type EventCode = (typeof EVENTS)[EventName];

export const eventNames = Object.keys(EVENTS) as EventName[];
export const eventName = (code: number | undefined): EventName | undefined =>
  eventNames.find((name) => EVENTS[name] === code);

const eventColumn = sql`event`;
const isEvent =
  (name: EventName) =>
  (event = eventColumn): Statement =>
    sql`${event} = ${constant(EVENTS[name])}`;

export const isSale = isEvent("sale");
export const isBonus = isEvent("bonus");
export const isSitesClick = isEvent("click");
/** Sales and bonuses. */
export const isCountedEvent = (event = eventColumn): Statement => sql`${event} < ${constant(EVENTS.click)}`;
/** `value` for a sale or a bonus respectively; 0 for any other event. */
export const ifSale = (value: Statement): Statement => sql`CASE WHEN ${isSale()} THEN ${value} ELSE 0 END`;
export const ifBonus = (value: Statement): Statement => sql`CASE WHEN ${isBonus()} THEN ${value} ELSE 0 END`;
