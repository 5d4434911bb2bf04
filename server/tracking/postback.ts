import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { now } from "../kernel/clock";
import { isAway } from "../kernel/database";
import { logFault } from "../kernel/log";
import { counter, histogram } from "../kernel/metrics";
import { Refusal } from "../kernel/refusal";
import { keyedHash } from "../kernel/secrets";
import type { Client } from "../kernel/sql";
import { accept, bookedInstead } from "./acceptance";
import { AlreadyBooked, type Booking } from "./booking";
import type { Context } from "./context";
import { ConnectionLost, onConnection } from "./postback-connections";
import { judge, ownerOf } from "./postback-judgement";
import { type Reason, understand } from "./postback-parameters";
import { type Outcome, record, recorded, type Request } from "./postback-record";
import { CutOff, keepable, type Received, readRequest } from "./postback-request";

/**
 * What a site calls when something is sold: GET or POST /api/postback (POST-01). Every request is stored with its
 * verdict before it is answered; without the database the answer is 503 and nothing is stored. Never rejects.
 */
export async function answerPostback(req: IncomingMessage, res: ServerResponse, context: Pick<Context, "addressOf">) {
  const began = performance.now();
  const receipt = randomUUID();
  try {
    if (req.method !== "GET" && req.method !== "POST") {
      return answer(res, 405, { code: "METHOD_NOT_ALLOWED", message: "Postbacks are sent by GET or POST." }, [
        "Allow",
        "GET, POST",
      ]);
    }
    const receivedAt = now();
    const received = await readRequest(req);
    const ip = context.addressOf(req);
    const request = { receipt, receivedAt, ip, params: keepable(received.params) };
    const outcome = await stored(request, received);
    postbacks.add({ verdict: outcome.verdict });
    answer(res, received.unreadable ?? statusOf(outcome), told(outcome));
  } catch (thrown) {
    if (thrown instanceof CutOff) return;
    const busy = thrown instanceof Refusal;
    if (!busy) logFault(thrown, receipt);
    postbacks.add({ verdict: busy ? "unavailable" : "fault" });
    if (busy) answer(res, 503, { code: thrown.code, message: thrown.message }, ["Retry-After", "5"]);
    else
      answer(res, 500, {
        code: "SERVER_ERROR",
        message: `Something went wrong on our side. Please name the incident ${receipt}.`,
      });
  } finally {
    seconds.observe((performance.now() - began) / 1000);
  }
}

const postbacks = counter("postbacks_total", "Postbacks by verdict.");
const seconds = histogram("postback_seconds", "Time from a postback to its answer.");

const STATUS: Record<Outcome["verdict"], number> = {
  accepted: 200,
  duplicate: 200,
  test: 200,
  held: 202,
  refused: 400,
};
const REFUSED: Partial<Record<string, number>> = { bad_secret: 401, ip_denied: 403, bonus_not_enabled: 409 };
const statusOf = ({ verdict, reason }: Outcome) => (verdict === "refused" && REFUSED[reason ?? ""]) || STATUS[verdict];

function told({ verdict, reason, eventId, booking }: Outcome) {
  const duplicate = verdict === "duplicate" || (verdict === "test" && eventId !== undefined);
  const common = { verdict, id: eventId ?? null, duplicate, ...(reason ? { reason } : {}) };
  if (verdict !== "test" || !booking) return common;
  const { sign, price } = booking;
  const { source, payout, earning, lpp } = price;
  return {
    ...common,
    price: { source, payout: sign * Number(payout), earning: sign * Number(earning), lpp: sign * lpp },
  };
}

function answer(res: ServerResponse, status: number, body: object, headers: string[] = []): void {
  if (res.headersSent || res.destroyed) return;
  const text = JSON.stringify(body);
  res.writeHead(status, [
    ...["Content-Type", "application/json; charset=utf-8", "Content-Length", String(Buffer.byteLength(text))],
    ...["Cache-Control", "no-store", "X-Content-Type-Options", "nosniff", ...headers],
  ]);
  res.end(text);
}

const TRIES = 3;

/**
 * Decides a request and stores it. After a lost connection the outcome of a COMMIT is not known: the next try looks
 * for its own receipt first, so that the answer is what was stored.
 */
async function stored(request: Request, received: Received): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    try {
      return await onConnection(async (client) => {
        const before = tries > 1 ? await recorded(client, request) : undefined;
        return before ?? (await decide(client, request, received));
      });
    } catch (fault) {
      if (tries === TRIES || !isWorthATry(fault)) throw fault;
    }
  }
}

const isWorthATry = (fault: unknown) =>
  fault instanceof ConnectionLost || /^40(001|P01)$/.test((fault as { code?: string })?.code ?? "");

async function decide(client: Client, request: Request, { params, unreadable }: Received): Promise<Outcome> {
  const { receivedAt, ip } = request;
  const refuse = (reason: Reason, of: Partial<Outcome> = {}) =>
    keep(client, request, { verdict: "refused", reason, postback: {}, ...of });
  if (unreadable) return refuse("malformed");
  const understood = understand(params, receivedAt);
  const { postback } = understood;
  const site = await admit(client, params.get("secret"), ip, receivedAt);
  if (!site) return refuse("bad_secret", { postback });
  const { siteId } = site;
  if (!site.admitted) return refuse("ip_denied", { siteId, postback });
  if (understood.refused) {
    const owner = postback.clickId ? await ownerOf(client, siteId, postback.clickId) : undefined;
    return refuse(understood.refused, { siteId, postback, owner });
  }
  const judgement = await judge(client, { postback: understood.postback, siteId, receivedAt });
  const outcome = { ...judgement, siteId, postback };
  const isTest = understood.postback.test && judgement.verdict !== "refused";
  if (isTest) return keep(client, request, { ...outcome, verdict: "test" });
  return judgement.verdict === "accepted"
    ? bookIt(client, request, outcome, judgement.booking)
    : keep(client, request, outcome);
}

async function keep(client: Client, request: Request, outcome: Outcome): Promise<Outcome> {
  await record(client, request, outcome);
  return outcome;
}

/** The event, its key, its measures and the record of its request: one transaction. */
async function bookIt(client: Client, request: Request, outcome: Outcome, booking: Booking): Promise<Outcome> {
  await client.query("BEGIN");
  try {
    const accepted = { ...outcome, eventId: await accept(client, booking) };
    await record(client, request, accepted);
    await client.query("COMMIT");
    return accepted;
  } catch (thrown) {
    if (!isAway(thrown)) await client.query("ROLLBACK");
    if (!(thrown instanceof AlreadyBooked)) throw thrown;
    const eventId = await bookedInstead(client, booking);
    return keep(client, request, { ...outcome, verdict: "duplicate", eventId });
  }
}

const LONGEST_SECRET = 512;

// Use is noted once a minute: the row of a busy secret would be written by every request.
const ADMIT = {
  name: "admit-postback",
  text: `
    WITH secret AS (SELECT id, site_id FROM site_secrets WHERE hash = $1 AND revoked_at IS NULL),
    used AS (
      UPDATE site_secrets s SET last_used_at = $3::timestamptz FROM secret
      WHERE s.id = secret.id AND coalesce(s.last_used_at, '-infinity') < $3::timestamptz - interval '1 minute')
    SELECT s.id AS "siteId",
      coalesce(cardinality(s.allowed_addresses) = 0 OR $2::inet <<= ANY (s.allowed_addresses::inet[]), false) AS admitted
    FROM secret JOIN sites s ON s.id = secret.site_id`,
};

/** The site that a secret names, and whether the address may speak for it. */
async function admit(client: Client, secret: unknown, ip: string | null, moment: Date) {
  if (typeof secret !== "string" || secret === "" || secret.length > LONGEST_SECRET) return undefined;
  const values = [keyedHash("site-secret", secret), ip, moment.toISOString()];
  const { rows } = await client.query<{ siteId: number; admitted: boolean }>({ ...ADMIT, values });
  return rows[0];
}
