import { SUB_NAMES } from "../types";
import { currentCountry } from "../trade/country";
import { clickMoment, isCountedClick } from "../tracking";
import { ifBonus, ifSale, isCountedEvent } from "../trade/events";
import { identifier, join, nothing, sql, type Statement } from "../kernel/database/sql";
import { instants, type Range } from "../trade/periods";

/** The keys by which the rows of a report are grouped, and how they are read. */

/** The groupings of a site report (FORMAT-13), and those that the network adds to them. */
export const mainGroupings = ["date", "agent", "company", "detail"] as const;
export const groupings = [...mainGroupings, "type", "country", ...SUB_NAMES, "hour", "referrer", "device"] as const;
export type Grouping = (typeof groupings)[number];

export type GroupKey =
  "day" | "company" | "agent" | "link" | Exclude<Grouping, (typeof mainGroupings)[number] | "type">;

/** The keys of a row in each grouping; two groupings have those of both. */
const keysByGrouping = {
  date: ["day"],
  company: ["company"],
  agent: ["agent"],
  detail: ["day", "agent"],
  type: ["link"],
};
export const groupKeys = (groupBy: Grouping): readonly GroupKey[] =>
  (keysByGrouping as Partial<Record<Grouping, GroupKey[]>>)[groupBy] ?? [groupBy as GroupKey];

const NEW_YORK = sql`'America/New_York'`;

type Definition = {
  /** The column in the relations of a report, and its type. */
  column: Statement;
  type: "date" | "int" | "text";
  /** The key in a row of the answer. */
  answer: string;
  /** The column of a roll-up that has it, and how it is read from there. */
  rollUp?: { has: string; from: Statement };
  /** How it is read from a click `c` with its user agent `u`, or from the time of a click or event. */
  single?: (at: Statement) => Statement;
};

// An unset sub ID, an absent referrer and an unknown country are groups of their own, named by an empty text.
const subOf = (name: string): Statement => sql`coalesce(c.subs->>'${identifier(name)}', '')`;
/** The part of the referrer between the scheme and what may follow a host. A regular expression takes ten times as long. */
const HOST = [sql`'/', 1`, sql`'?', 1`, sql`'#', 1`, sql`'@', -1`, sql`':', 1`].reduce(
  (rest, cut) => sql`split_part(${rest}, ${cut})`,
  sql`split_part(replace(lower(c.referer), '://www.', '://'), '://', 2)`,
);
const has = (text: string): Statement => sql`strpos(u.text, '${identifier(text)}') > 0`;
/** Tablets with Android have no 'Mobile' in their user agent. */
const DEVICE = sql`CASE WHEN u.text IS NULL OR u.text = '' THEN 'unknown'
        WHEN ${has("iPad")} OR ${has("Tablet")} OR (${has("Android")} AND NOT ${has("Mobi")}) THEN 'tablet'
        WHEN ${has("Mobi")} OR ${has("iPhone")} THEN 'phone' ELSE 'computer' END`;

const text = (name: string, single: Statement): Definition => ({
  ...{ column: identifier(name), type: "text", answer: name, single: () => single },
});
const definitions: Record<GroupKey, Definition> = {
  day: { column: sql`day`, type: "date", answer: "date", rollUp: { has: "day", from: sql`day` } },
  company: {
    column: sql`company_id`,
    type: "int",
    answer: "companyId",
    rollUp: { has: "company_id", from: sql`company_id` },
  },
  agent: { column: sql`agent_id`, type: "int", answer: "agentId", rollUp: { has: "agent_id", from: sql`agent_id` } },
  // Not `type_id`: in rows of clicks that is empty, because only sales are counted by link.
  link: { column: sql`link_id`, type: "int", answer: "typeId", rollUp: { has: "type_id", from: sql`type_id` } },
  country: {
    ...{ column: sql`country`, type: "text", answer: "country" },
    rollUp: { has: "geo", from: currentCountry(sql`geo`) },
  },
  sub1: text("sub1", subOf("sub1")),
  sub2: text("sub2", subOf("sub2")),
  sub3: text("sub3", subOf("sub3")),
  sub4: text("sub4", subOf("sub4")),
  sub5: text("sub5", subOf("sub5")),
  hour: {
    column: sql`hour`,
    type: "int",
    answer: "hour",
    single: (at) => sql`date_part('hour', ${at} AT TIME ZONE ${NEW_YORK})::int`,
  },
  referrer: text("referrer", sql`coalesce(${HOST}, '')`),
  device: text("device", DEVICE),
};

type Keys = readonly GroupKey[];
const OF_ALL_ROWS: Keys = ["day", "company", "agent"];

export const columnOf = (key: GroupKey): Statement => definitions[key].column;
export const answerKeyOf = (key: GroupKey): string => definitions[key].answer;
export const typeOf = (key: GroupKey): Statement => identifier(definitions[key].type);
/** `day, agent_id` */
export const columnsOfKeys = (keys: Keys): Statement => join(keys.map(columnOf));

/** The keys that only some relations have: not day, office and agent. */
export const isFurther = (key: GroupKey): boolean => !OF_ALL_ROWS.includes(key);
const further = (keys: Keys): GroupKey[] => keys.filter(isFurther);
const listed = (columns: readonly Statement[]): Statement =>
  join(
    columns.map((column) => sql`, ${column}`),
    nothing,
  );
/** `, r.link_id, r.country`; nothing for day, office and agent. */
export const furtherColumns = (keys: Keys, relation?: Statement): Statement =>
  listed(further(keys).map((key) => (relation ? sql`${relation}.${columnOf(key)}` : columnOf(key))));
/** `, type_id AS link_id` from a roll-up; what is known of single clicks alone has its name already. */
export const selectedKeys = (keys: Keys): Statement =>
  listed(
    further(keys).map((key) => (definitions[key].rollUp ? sql`${sourceOf(key)} AS ${columnOf(key)}` : columnOf(key))),
  );
/** The key as an expression over a roll-up, a delta or a stored event. */
export const sourceOf = (key: GroupKey): Statement => definitions[key].rollUp?.from ?? columnOf(key);
/** The columns that a roll-up needs for these keys. */
export const rollUpColumnsOf = (keys: Keys): string[] => keys.flatMap((key) => definitions[key].rollUp?.has ?? []);

/** Keys that no roll-up has: single clicks and sales are read for them. */
export const singleKeys = (keys: Keys): GroupKey[] => keys.filter((key) => definitions[key].single);
export const readsSingles = (keys: Keys): boolean => singleKeys(keys).length > 0;

/**
 * Clicks and events one by one, as rows with the columns of a roll-up by day and these keys. An event has the sub IDs,
 * the referrer and the device of its click. `until` cuts the last day off at this moment.
 */
export function singleRows(range: Range, keys: Keys, until?: Date): Statement {
  const own = singleKeys(keys);
  const values = (at: Statement): Statement =>
    listed(own.map((key) => sql`${definitions[key].single?.(at) ?? nothing} AS ${columnOf(key)}`));
  const ofClick = own.some((key) => key !== "hour");
  const userAgents = own.includes("device") ? sql`LEFT JOIN user_agents AS u ON u.id = c.ua_id` : nothing;
  const moment = clickMoment(sql`e.click_id`);
  // Equal IDs, written as a range: the planner, which does not know that one partition is read for each event, would
  // otherwise hash the clicks of all months.
  const clickOfEvent = sql`LEFT JOIN clicks AS c ON c.agent_id = e.agent_id AND c.id BETWEEN e.click_id AND e.click_id
        AND c.clicked_at >= ${moment} AND c.clicked_at < ${moment} + interval '1 millisecond'`;
  const [from, end] = instants(range);
  return sql`(
      SELECT c.agent_id, c.company_id, c.site_id, c.type_id, c.flags, c.geo,
        (c.clicked_at AT TIME ZONE ${NEW_YORK})::date AS day, 1 AS raws, c.is_unique::int AS uniques, 0 AS events, 0 AS sales,
        0 AS bonus_sales, 0 AS lpp, 0 AS bonus_lpp, 0::numeric AS earning, 0::numeric AS bonus_earning,
        0::numeric AS payout, 0::numeric AS bonus_payout${values(sql`c.clicked_at`)}
      FROM clicks AS c ${userAgents}
      WHERE c.clicked_at >= ${from} AND c.clicked_at < ${until ?? end} AND ${isCountedClick(sql`c.class`)}
      UNION ALL
      SELECT e.agent_id, e.company_id, e.site_id, e.type_id, e.flags, e.geo, e.day, 0, 0, 1, ${ifSale(sql`e.sign`)},
        ${ifBonus(sql`e.sign`)}, ${ifSale(sql`e.lpp`)}, ${ifBonus(sql`e.lpp`)}, ${ifSale(sql`e.earning`)},
        ${ifBonus(sql`e.earning`)}, ${ifSale(sql`e.payout`)}, ${ifBonus(sql`e.payout`)}${values(sql`e.occurred_at`)}
      FROM sale_events AS e ${ofClick ? clickOfEvent : nothing} ${userAgents}
      WHERE e.day BETWEEN ${range.start}::date AND ${range.end}::date AND ${isCountedEvent()}
        ${until ? sql`AND e.occurred_at < ${until}` : nothing}
    ) AS singles`;
}
