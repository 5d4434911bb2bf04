import { committed, isAway } from "../kernel/database";
import { keyedHash } from "../kernel/secrets";
import type { Client } from "../kernel/sql";
import { accept, bookedInstead } from "./acceptance";
import { AlreadyBooked, type Booking } from "./booking";
import { judge, ownerOf } from "./postback-judgement";
import { type Reason, understand } from "./postback-parameters";
import { type Outcome, record, recorded, type Request } from "./postback-record";
import { knownOnly } from "./postback-request";
import { takeRefusal } from "./refusal-limit";

// SQL by hand: hot path, prepared by name: the secret and the site of a request in one statement.

/** What a request says, as far as it can be read. */
export type Said = {
  /** Parameters by name. */
  params: ReadonlyMap<string, unknown>;
  secretHash: Buffer | undefined;
  unreadable: boolean;
  /** It was taken into the spool and leaves its row whatever becomes of it. */
  spooled?: boolean;
};

const LONGEST_SECRET = 512;

/** The keyed hash by which a site's secret is looked up; undefined for what cannot be one. */
export const secretHashOf = (secret: unknown): Buffer | undefined =>
  typeof secret === "string" && secret !== "" && secret.length <= LONGEST_SECRET
    ? keyedHash("site-secret", secret)
    : undefined;

/**
 * Decides a request and stores it with its verdict. `again`: it may have been stored before, on a connection that was
 * lost; then the answer is what was stored.
 */
export async function decide(client: Client, request: Request, said: Said, again: boolean): Promise<Outcome> {
  return (again ? await recorded(client, request) : undefined) ?? decideAnew(client, request, said);
}

async function decideAnew(client: Client, request: Request, said: Said): Promise<Outcome> {
  const { params, secretHash, unreadable } = said;
  const { receivedAt, ip } = request;
  const refuse = (reason: Reason, of: Partial<Outcome> = {}) =>
    keepRefused(client, request, said, { verdict: "refused", reason, postback: {}, ...of });
  if (unreadable) return refuse("malformed");
  const understood = understand(params, receivedAt);
  const { postback } = understood;
  const site = secretHash && (await admit(client, secretHash, ip, receivedAt));
  if (!site) return refuse("bad_secret", { postback });
  const { siteId } = site;
  if (!site.admitted) return refuse("ip_denied", { siteId, postback });
  if (understood.refused) {
    const owner = postback.clickId ? await ownerOf(client, siteId, postback.clickId) : undefined;
    return refuse(understood.refused, { siteId, postback, owner });
  }
  const judgement = await judge(client, { postback: understood.postback, siteId, receivedAt });
  const outcome = { ...judgement, siteId, postback };
  if (judgement.verdict === "refused") return keepRefused(client, request, said, outcome);
  const isTest = understood.postback.test;
  if (isTest) return keep(client, request, { ...outcome, verdict: "test" });
  return judgement.verdict === "accepted"
    ? bookIt(client, request, outcome, judgement.booking)
    : keep(client, request, outcome);
}

async function keep(client: Client, request: Request, outcome: Outcome): Promise<Outcome> {
  await record(client, request, outcome);
  return outcome;
}

/** Over the limit of a minute the answer is 429 and nothing more is stored. */
async function keepRefused(client: Client, request: Request, { spooled }: Said, outcome: Outcome): Promise<Outcome> {
  const retryAfter = spooled ? undefined : await takeRefusal(client, request);
  if (retryAfter !== undefined) return { ...outcome, retryAfter };
  const params = outcome.siteId === undefined ? knownOnly(request.params as Record<string, unknown>) : request.params;
  return keep(client, { ...request, params }, outcome);
}

/** The event, its key, its measures and the record of its request: one transaction. */
async function bookIt(client: Client, request: Request, outcome: Outcome, booking: Booking): Promise<Outcome> {
  await client.query("BEGIN");
  try {
    const accepted = { ...outcome, eventId: await accept(client, booking) };
    await record(client, request, accepted);
    await client.query("COMMIT");
    await committed(client);
    return accepted;
  } catch (thrown) {
    if (!isAway(thrown)) await client.query("ROLLBACK");
    if (!(thrown instanceof AlreadyBooked)) throw thrown;
    const eventId = await bookedInstead(client, booking);
    return keep(client, request, { ...outcome, verdict: "duplicate", eventId });
  }
}

// Use is noted once a minute: the row of a busy secret would be written by every request. A request that waited in the
// spool goes by the secrets of its receipt.
const ADMIT = {
  name: "admit-postback",
  text: `
    WITH secret AS (
      SELECT id, site_id FROM site_secrets WHERE hash = $1 AND (revoked_at IS NULL OR revoked_at > $3::timestamptz)),
    used AS (
      UPDATE site_secrets s SET last_used_at = $3::timestamptz FROM secret
      WHERE s.id = secret.id AND coalesce(s.last_used_at, '-infinity') < $3::timestamptz - interval '1 minute')
    SELECT s.id AS "siteId",
      coalesce(cardinality(s.allowed_addresses) = 0 OR $2::inet <<= ANY (s.allowed_addresses::inet[]), false) AS admitted
    FROM secret JOIN sites s ON s.id = secret.site_id`,
};

/** The site that a secret names, and whether the address may speak for it. */
async function admit(client: Client, secretHash: Buffer, ip: string | null, moment: Date) {
  const values = [secretHash, ip, moment.toISOString()];
  const { rows } = await client.query<{ siteId: number; admitted: boolean }>({ ...ADMIT, values });
  return rows[0];
}
