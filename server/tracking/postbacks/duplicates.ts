import type { Client } from "../../kernel/database/sql";
import { eventKey, reversalKey } from "./keys";
import type { Postback } from "./parameters";

const KEYS = {
  name: "keys-of-repeated",
  text: `
    SELECT encode(key, 'hex') AS key, agent_id AS "agentId", occurred_at AS "occurredAt", event_id AS "eventId"
    FROM postback_keys WHERE key = ANY($1::bytea[])`,
};
const EVENTS = {
  name: "repeated-events",
  text: `
    SELECT id, click_id AS "clickId", amount, currency FROM sale_events
    WHERE agent_id = ANY($1::integer[]) AND id = ANY($2::bigint[])
      AND occurred_at >= $3::timestamptz AND occurred_at < $4::timestamptz`,
};
type Key = { key: string; agentId: number; occurredAt: Date; eventId: number };
type First = { id: number; clickId: string; amount: string | null; currency: string | null };

type Repeat = { siteId: number; postback: Postback; eventId: number };

/**
 * The differences between repeats and the events that they repeat, for those who sent them; undefined if there is none.
 * Order numbers that began again, or are used by two shops, would otherwise lose sales unnoticed.
 */
export async function differencesOf(client: Client, repeats: readonly Repeat[]): Promise<(string | undefined)[]> {
  const ids = new Set(repeats.map(({ eventId }) => Number(eventId)));
  const own = repeats.flatMap(({ siteId, postback, eventId }) => [
    eventKey({ ...postback, siteId }),
    reversalKey(eventId),
  ]);
  const { rows: keys } = await client.query<Key>({ ...KEYS, values: [own] });
  const firsts = keys.filter(({ eventId }) => ids.has(Number(eventId)));
  if (firsts.length === 0) return repeats.map(() => undefined);
  const times = firsts.map(({ occurredAt }) => occurredAt.getTime());
  const { rows: events } = await client.query<First>({
    ...EVENTS,
    values: [
      [...new Set(firsts.map(({ agentId }) => agentId))],
      [...ids],
      new Date(Math.min(...times)).toISOString(),
      new Date(Math.max(...times) + 1).toISOString(),
    ],
  });
  const taken = new Set(keys.map(({ key }) => key));
  const eventById = new Map(events.map((event) => [Number(event.id), event]));
  return repeats.map(({ postback, eventId }) => {
    const event = eventById.get(Number(eventId));
    const isReversed = postback.status === "approved" && taken.has(reversalKey(eventId).toString("hex"));
    const sentences = [isReversed && REVERSED, event && differenceOf(postback, event)].filter(Boolean);
    return sentences.length > 0 ? sentences.join(" ") : undefined;
  });
}

const REVERSED = "The event was reversed after it was booked. It stays reversed, and this request changes nothing.";

function differenceOf({ clickId, amount, currency, txid }: Postback, first: First): string | undefined {
  const isOtherAmount = amount !== null && first.amount !== null && !isEqual(amount, first.amount);
  const isOtherCurrency = currency !== null && first.currency !== null && currency !== first.currency;
  const what = [
    clickId !== first.clickId && "another click",
    isOtherAmount && "another amount",
    isOtherCurrency && "another currency",
  ].filter(Boolean);
  if (what.length === 0) return undefined;
  const by = txid === null ? "The first event of this click" : "The first event with this txid";
  const how = txid === null ? "its order number as txid" : "a txid of its own";
  return `${by} was reported with ${what.join(" and ")}. If this is another event, send it with ${how}.`;
}

/** Compares decimal numbers without rounding them. */
const isEqual = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (amount: string): string =>
  amount
    .replace(/^(-?)0+(?=\d)/, "$1")
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "")
    .replace(/^-0$/, "0");
