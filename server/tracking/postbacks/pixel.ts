import { keyedHash } from "../../kernel/process/secrets";
import { DAY_MS } from "../../kernel/time/durations";
import type { Client } from "../../kernel/database/sql";
import { eventName } from "../../trade/events";
import type { FoundClick } from "./look-up-click";
import type { Postback } from "./parameters";

/**
 * The pixel reports from a page of the site, so its key is public, and anyone can send what they like with it. Its reports are
 * pending until a superadmin replays them, it cannot take anything back, and it reports a click once.
 */

const LONGEST_KEY = 64;

/** The keyed hash to look a pixel key up by. It never equals that of a secret. */
export const pixelHashOf = (key: string): Buffer | undefined =>
  key.length <= LONGEST_KEY ? keyedHash("pixel-key", key) : undefined;

type PixelSite = { siteId: number; hosts: readonly string[] };

// A logged request is checked against the keys in force at its receipt.
const ADMIT = {
  name: "admit-pixel",
  text: `
    SELECT k.id AS "keyId", k.site_id AS "siteId",
      coalesce(k.last_used_at, '-infinity') < $2::timestamptz - interval '1 minute' AS due,
      ARRAY(SELECT s.url FROM sites s WHERE s.id = k.site_id UNION SELECT t.url FROM types t WHERE t.site_id = k.site_id) AS addresses,
      ARRAY(SELECT DISTINCT unnest(t.allowed_hosts) FROM types t WHERE t.site_id = k.site_id) AS allowed
    FROM site_pixel_keys k WHERE k.hash = $1 AND (k.revoked_at IS NULL OR k.revoked_at > $2::timestamptz)`,
};
// At most once a minute, as for secrets.
const MARK_USED = {
  name: "mark-pixel-used",
  text: `
    UPDATE site_pixel_keys SET last_used_at = $2::timestamptz
    WHERE id = $1 AND coalesce(last_used_at, '-infinity') < $2::timestamptz - interval '1 minute'`,
};
type Admitted = { keyId: number; siteId: number; due: boolean; addresses: string[]; allowed: string[] };

/** The site of a key in force, and the hosts of its pages: of its own address, of its links and those they may lead to. */
export async function admitPixel(client: Client, hash: Buffer, receivedAt: Date): Promise<PixelSite | undefined> {
  const at = receivedAt.toISOString();
  const { rows } = await client.query<Admitted>({ ...ADMIT, values: [hash, at] });
  const [row] = rows;
  if (!row) return undefined;
  if (row.due) await client.query({ ...MARK_USED, values: [row.keyId, at] });
  const hosts = [...row.addresses.flatMap((address) => hostOf(address) ?? []), ...row.allowed.map(nameOf)];
  return { siteId: row.siteId, hosts };
}

/** The host of an address, without its port, and without "www." so that a shop has one name. */
export const hostOf = (address: string): string | undefined =>
  URL.canParse(address) ? nameOf(new URL(address).hostname) : undefined;
const nameOf = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d+$/, "")
    .replace(/^www\./, "");

/** Whether a page belongs to the site: its host is one of the site's or below one. An unnamed page may be any. */
const isPageOf = (host: string, hosts: readonly string[]): boolean =>
  host === "" || hosts.some((one) => host === one || host.endsWith(`.${one}`));

/** Why a page may not report with the pixel of a site. */
export const pageDenied = (host: string, { hosts }: PixelSite) =>
  isPageOf(host, hosts)
    ? undefined
    : {
        reason: "page_denied" as const,
        detail: `The page is on ${host}, which is not a host of the site or of its links.`,
      };

/** Why a pixel may not report this: it would take back or flag a sale, at once and for everybody. */
export function notByPixel({ status, reason }: Postback) {
  if (status === "reversed") return { ...ONLY_SALES, field: "status" };
  return reason ? { ...ONLY_SALES, field: "reason" } : undefined;
}
const ONLY_SALES = {
  reason: "malformed" as const,
  detail: "A pixel reports sales and bonuses only. A server reports what is taken back, with the secret of the site.",
};

const SOLD = {
  name: "event-of-click",
  text: `
    SELECT id FROM sale_events
    WHERE click_id = $1 AND event = $2 AND sign = 1 AND agent_id = $3 AND occurred_at >= $4::timestamptz ORDER BY id LIMIT 1`,
};
const WAITING = {
  name: "pending-of-pixel",
  text: `
    SELECT 1 FROM postbacks
    WHERE verdict = 'held' AND reason <> 'unknown_click' AND pixel_host IS NOT NULL AND site_id = $1 AND event = $2
      AND (click_id = $3 OR txid = $4) AND id IS DISTINCT FROM $5::bigint LIMIT 1`,
};

type Report = { siteId: number; postback: Postback; click: FoundClick; id: number | undefined };

/** The earlier report of the click: the event that was booked, or else a sentence about the report that is pending. */
export async function reportedBefore(
  client: Client,
  { siteId, postback, click, id }: Report,
): Promise<{ eventId: number } | { detail: string } | undefined> {
  const { clickId, event, txid } = postback;
  const { agentId, clickedAt } = click;
  // A clock that was set back dates a sale before its click.
  const since = new Date(clickedAt.getTime() - DAY_MS).toISOString();
  const sold = await client.query<{ id: number }>({ ...SOLD, values: [clickId, event, agentId, since] });
  if (sold.rows[0]) return { eventId: Number(sold.rows[0].id) };
  const waiting = await client.query({ ...WAITING, values: [siteId, eventName(event), clickId, txid, id ?? null] });
  return waiting.rows.length > 0 ? { detail: REPEATED } : undefined;
}

const REPEATED = "The pixel reported this before. It is pending until the network confirms it.";
