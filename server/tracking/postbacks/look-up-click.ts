import { now } from "../../kernel/time/now";
import { DAY_MS } from "../../kernel/time/durations";
import type { Client } from "../../kernel/database/sql";
import { clickedAt } from "../clicks/click-id";
import { eventKey } from "./keys";
import type { Postback } from "./parameters";

/** The owner of a click, for the record of a request. */
export type Owner = { agentId: number; typeId: number; companyId: number };

export type FoundClick = Owner & {
  id: string;
  siteId: number;
  clickedAt: Date;
  class: number;
  geo: string;
  referer: string | null;
  /** Site, link, agent and office are currently active and enabled for each other, so a click would count. */
  inForce: boolean;
};

/** The site's click, if there is one, and the ID of the event that is already booked under the postback's key. */
export type Found = { click: FoundClick | undefined; booked: number | null };

type Identified = Pick<Postback, "clickId" | "event" | "status" | "txid">;

// A link is suspended if any of the facts of inForce is false. Missing rows, such as those of a deleted agent, yield
// NULL, which counts as false.
const clicksWhere = (condition: string) => `
  SELECT c.id, c.agent_id AS "agentId", c.type_id AS "typeId", c.company_id AS "companyId", c.site_id AS "siteId",
         c.clicked_at AS "clickedAt", c.class, c.geo, c.referer,
         coalesce(s.active AND t.active AND a.active AND a.approved AND a.deleted_at IS NULL AND o.active
           AND own.site_id IS NOT NULL AND offices_own.site_id IS NOT NULL, false) AS "inForce"
  FROM clicks c
  LEFT JOIN sites s ON s.id = c.site_id
  LEFT JOIN types t ON t.id = c.type_id
  LEFT JOIN agents g ON g.id = c.agent_id
  LEFT JOIN accounts a ON a.id = g.account_id
  LEFT JOIN offices f ON f.id = g.company_id
  LEFT JOIN accounts o ON o.id = f.account_id
  LEFT JOIN agent_sites own ON own.agent_id = c.agent_id AND own.site_id = c.site_id
  LEFT JOIN office_sites offices_own ON offices_own.company_id = g.company_id AND offices_own.site_id = c.site_id
  WHERE ${condition}`;

// Both ends of the click's millisecond are passed as values: with a moment plus an interval, the plan would include
// every month of clicks.
const LOOKUP = {
  name: "look-up-click",
  text: `
    SELECT k.event_id AS booked, click.*
    FROM (SELECT $1::bytea AS key) asked
    LEFT JOIN postback_keys k ON k.key = asked.key
    LEFT JOIN (
      ${clicksWhere("c.id = $2 AND c.clicked_at >= $3::timestamptz AND c.clicked_at < $4::timestamptz")}
    ) click ON true`,
};

/** Reads the click that a postback names. Reads in the open transaction, if there is one. */
export async function lookUpClick(client: Client, siteId: number, postback: Identified): Promise<Found> {
  const { clickId } = postback;
  const key = eventKey({ ...postback, siteId });
  type LookupRow = { booked: number | null } & (FoundClick | { [K in keyof FoundClick]: null });
  const { rows } = await client.query<LookupRow>({ ...LOOKUP, values: [key, clickId, ...clickTimeRange(clickId)] });
  const row = rows[0];
  return { booked: row?.booked ?? null, click: row && row.agentId !== null ? row : undefined };
}

// The times select the clicks by their index. The two bounds limit the plan to the months of these times, which it
// cannot read from an array.
const LOOKUP_MANY = {
  name: "look-up-clicks",
  text: clicksWhere(`c.id = ANY($1::uuid[]) AND c.clicked_at = ANY($2::timestamptz[])
    AND c.clicked_at >= $3::timestamptz AND c.clicked_at <= $4::timestamptz`),
};
const BOOKED_MANY = {
  name: "booked-keys",
  text: `SELECT encode(key, 'hex') AS key, event_id AS "eventId" FROM postback_keys WHERE key = ANY($1::bytea[])`,
};

/**
 * Does the same for several postbacks with two statements, both sent at once. Finds only clicks that were stored with
 * the time in their ID to the millisecond, as all clicks of this server are.
 */
export async function lookUpClicks(
  client: Client,
  postbacks: readonly { siteId: number; postback: Identified }[],
): Promise<Found[]> {
  const ids = postbacks.map(({ postback }) => postback.clickId);
  const times = ids.flatMap((id) => clickTimeRange(id)[0] ?? []).sort();
  const keys = postbacks.map(({ siteId, postback }) => eventKey({ ...postback, siteId }));
  const [clicks, booked] = await Promise.all([
    client.query<FoundClick>({ ...LOOKUP_MANY, values: [ids, times, times[0] ?? null, times.at(-1) ?? null] }),
    client.query<{ key: string; eventId: number }>({ ...BOOKED_MANY, values: [keys] }),
  ]);
  const clickById = new Map(clicks.rows.map((click) => [click.id, click]));
  const eventByKey = new Map(booked.rows.map(({ key, eventId }) => [key, eventId]));
  return postbacks.map(({ postback }, i) => ({
    click: clickById.get(postback.clickId),
    booked: eventByKey.get(keys[i]?.toString("hex") ?? "") ?? null,
  }));
}

/**
 * The owner of the site's click, for a request that is refused because of its parameters; undefined if the click is
 * unknown or another site's.
 */
export async function ownerOf(client: Client, siteId: number, clickId: string): Promise<Owner | undefined> {
  const { click } = await lookUpClick(client, siteId, { clickId, event: 0, status: "approved", txid: null });
  return click?.siteId === siteId ? click : undefined;
}

const VERSION_AT = 14;

/**
 * The bounds of the millisecond in which a click was made, from its ID; nulls for an ID that this server cannot have
 * issued.
 */
function clickTimeRange(clickId: string): [from: string | null, until: string | null] {
  const time = clickedAt(clickId);
  if (clickId[VERSION_AT] !== "7" || time >= now().getTime() + DAY_MS) return [null, null];
  return [new Date(time).toISOString(), new Date(time + 1).toISOString()];
}
