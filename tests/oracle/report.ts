/**
 * A site report computed from the raw rows: every click and every event is checked for each row of the result. Days are
 * those of a wall clock in New York. Shares no code with the product.
 */
import { centsOf } from "./money";
import { avpSales, isAvp, type Pay, payOf, type Terms, tierOf } from "./paid";
import { dayBefore, daysFrom, isLeap, periodAround, type Span, walk, wallClock } from "./days";
import { deviceOf, hostOf } from "./singles";

/** Of a click, and of the click of an event. */
type OfClick = { at: number; subs: Record<string, string> | null; referer: string | null; userAgent: string | null };
export type RawClick = OfClick & {
  agentId: number;
  companyId: number;
  siteId: number;
  typeId: number;
  flags: number;
  counts: boolean;
  unique: boolean;
  geo: string;
};
export type RawEvent = OfClick & {
  /** The day on which it is booked. */
  day: string;
  agentId: number;
  companyId: number;
  siteId: number;
  typeId: number;
  bonus: boolean;
  sign: number;
  flags: number;
  lpp: number;
  earning: string;
  payout: string;
  geo: string;
};
export type Raw = { clicks: RawClick[]; events: RawEvent[]; terms: Terms };
export type Grouping =
  | "date"
  | "company"
  | "agent"
  | "detail"
  | "type"
  | "country"
  | "hour"
  | "referrer"
  | "device"
  | `sub${1 | 2 | 3 | 4 | 5}`;
export type Question = Span & {
  groupBy: Grouping;
  then?: Grouping;
  /** The moment on the last day at which the range ends. */
  until?: number;
  siteId?: number;
  typeId?: number;
  companyId?: number;
  agentId?: number;
  geo?: string;
  /** Only rows of AVP sites, and of the agents in this tier. */
  avpAlone?: boolean;
  tier?: number;
  /** The owner of the rows that the account may see. */
  sees?: { agentId?: number; companyId?: number };
};
export type Figures = {
  raws: number;
  uniques: number;
  sales: number;
  bonusSales: number;
  lpp: number;
  lppPrev: number;
  earning: bigint;
  bonusEarning: bigint;
  /** Net counts by link, under "12" for sales and "12b" for bonuses. */
  counts: Map<string, number>;
  pay: Pay;
  /** For the row of an agent in an AVP report. */
  avp?: { index: number | undefined; sales: number };
};

type Kept = { clicks: (RawClick & { day: string })[]; events: RawEvent[] };

/** `lppPrev` belongs to the total: of the groups, or by date of the whole previous period. */
export type Recounted = { groups: Map<string, Figures>; types: Set<number>; pay: Pay; lppPrev: number };

/**
 * The figures of each group by its key: the parts of its groupings, with a space between.
 */
export function recount(raw: Raw, question: Question): Recounted {
  const sales = avpSales(raw.events);
  const kept = fitting(raw, question, sales);
  const within = inSpan(kept, question);
  const groups = new Map<string, Figures>();
  const keyOf = keyBy(question);
  const shown = [...within.clicks.filter(({ counts }) => counts), ...within.events];
  for (const row of shown) {
    const key = keyOf(row);
    if (groups.has(key)) continue;
    const { events, ...figures } = figuresOf(within, kept, question, key);
    const { count, tier } = tierOf(raw.terms, sales, row.agentId, question.start);
    groups.set(key, {
      ...figures,
      pay: payOf(events, raw.terms, sales),
      ...(question.avpAlone ? { avp: { index: tier?.index, sales: count } } : {}),
    });
  }
  const pay = payOf(within.events, raw.terms, sales);
  const ofGroups = [...groups.values()].reduce((sum, { lppPrev }) => sum + lppPrev, 0);
  const ofPeriod = points(inSpan(kept, spanBefore(question)).events);
  const lppPrev = question.groupBy === "date" && !question.then ? ofPeriod : ofGroups;
  return { groups, types: new Set(within.events.map(({ typeId }) => typeId)), pay, lppPrev };
}

type Placed = OfClick & { day: string; agentId: number; companyId: number; typeId: number; geo: string };
const parts: Record<string, (row: Placed) => (string | number)[]> = {
  date: ({ day }) => [day],
  company: ({ companyId }) => [companyId],
  agent: ({ agentId }) => [agentId],
  detail: ({ day, agentId }) => [day, agentId],
  type: ({ typeId }) => [typeId],
  country: ({ geo }) => [geo === "UK" ? "GB" : geo],
  hour: ({ at }) => [Number(wallClock(at).time.slice(0, 2))],
  referrer: ({ referer }) => [hostOf(referer)],
  device: ({ userAgent }) => [deviceOf(userAgent)],
};
type Grouped = Pick<Question, "groupBy" | "then">;
const partsOf = ({ groupBy, then }: Grouped, row: Placed) =>
  [groupBy, ...(then ? [then] : [])].flatMap((each) => parts[each]?.(row) ?? [row.subs?.[each] ?? ""]);
const keyBy = (question: Grouped) => (row: Placed) => partsOf(question, row).join(" ");

function figuresOf(within: Kept, all: Kept, question: Question, key: string) {
  const keyOf = keyBy(question);
  const clicks = within.clicks.filter((click) => click.counts && keyOf(click) === key);
  const events = within.events.filter((event) => keyOf(event) === key);
  const counts = new Map<string, number>();
  for (const { typeId, bonus, sign } of events) {
    const name = bonus ? `${typeId}b` : `${typeId}`;
    counts.set(name, (counts.get(name) ?? 0) + sign);
  }
  const net = (bonus: boolean) => events.filter((event) => event.bonus === bonus);
  const signs = (list: RawEvent[]) => list.reduce((sum, { sign }) => sum + sign, 0);
  const money = (list: RawEvent[]) => list.reduce((sum, { earning }) => sum + centsOf(earning), 0n);
  return {
    raws: clicks.length,
    uniques: clicks.filter(({ unique }) => unique).length,
    sales: signs(net(false)),
    bonusSales: signs(net(true)),
    lpp: points(events),
    lppPrev: points(eventsBefore(all, question, key)),
    earning: money(net(false)),
    bonusEarning: money(net(true)),
    counts,
    events,
  };
}

const points = (events: RawEvent[]) => events.reduce((sum, { lpp }) => sum + lpp, 0);

/** The same group's events in the previous period; for a day and more, the events of the day before. */
function eventsBefore(all: Kept, question: Question, key: string): RawEvent[] {
  const keyOf = keyBy(question);
  const [day] = /\d{4}-\d\d-\d\d/.exec(key) ?? [];
  if (day !== undefined && key !== day) {
    return all.events.filter((event) => keyOf(event) === key.replace(day, dayBefore(day)));
  }
  return inSpan(all, spanBefore(question)).events.filter((event) => keyOf(event) === key);
}

function spanBefore({ start, end }: Span): Span {
  const last = dayBefore(start);
  const half = periodAround(start, "beWeek");
  if (half.start === start && half.end === end) return periodAround(last, "beWeek");
  return { start: walk(last, 1 - daysFrom({ start, end }).length), end: last };
}

const inSpan = ({ clicks, events }: Kept, { start, end, until }: Span & { until?: number }): Kept => {
  const fits = ({ day, at }: { day: string; at: number }) =>
    start <= day && day <= end && (until === undefined || day < end || at < until);
  return { clicks: clicks.filter(fits), events: events.filter(fits) };
};

/** The compared days of a range, and the day that stands for one of them there; undefined where none does. */
export function spanCompared(span: Span, compare: "previous" | "year") {
  if (compare === "previous") {
    const before = spanBefore(span);
    const days = daysFrom(before);
    const counterpart = new Map(daysFrom(span).map((day, index) => [day, days[index]]));
    return { ...before, counterpart };
  }
  const back = (day: string) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  const exists = (day: string) => !day.endsWith("02-29") || isLeap(Number(day.slice(0, 4)));
  const days = daysFrom(span).map((day) => [day, exists(back(day)) ? back(day) : undefined] as const);
  return { start: back(span.start), end: back(span.end), counterpart: new Map(days) };
}

function fitting({ clicks, events, terms }: Raw, question: Question, sales: Map<string, number>): Kept {
  const { avpAlone, tier, sees = {}, siteId, typeId, companyId, agentId, geo } = question;
  const wanted: [keyof RawClick & keyof RawEvent, unknown][] = [
    ["agentId", sees.agentId],
    ["companyId", sees.companyId],
    ["siteId", siteId],
    ["typeId", typeId],
    ["companyId", companyId],
    ["agentId", agentId],
    ["geo", geo],
  ];
  const inTier = (agentId: number) =>
    tier === undefined || tierOf(terms, sales, agentId, question.start).tier?.index === tier;
  const fits = (row: RawClick | RawEvent) =>
    (!avpAlone || (isAvp(row) && inTier(row.agentId))) &&
    wanted.every(([name, value]) => value === undefined || row[name] === value);
  return {
    clicks: clicks.filter(fits).map((click) => ({ ...click, day: wallClock(click.at).day })),
    events: events.filter(fits),
  };
}
