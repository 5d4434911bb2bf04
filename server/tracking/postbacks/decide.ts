import { runAfterCommitCallbacks, isUnreachable } from "../../kernel/database/transactions";
import { keyedHash } from "../../kernel/process/secrets";
import type { Client } from "../../kernel/database/sql";
import { accept, findBookedEventId } from "./acceptance";
import { admit } from "./admit";
import { AlreadyBooked } from "../sales/booking";
import type { Booking } from "../sales/sale";
import { assessPostback } from "./assess";
import { ownerOf } from "./look-up-click";
import { differencesOf } from "./duplicates";
import { type ParsedPostback, parsePostback, type ReadablePostback } from "./parameters";
import type { Unreadable } from "./reading/body";
import { type Outcome, record, findRecorded, type Request } from "./record";
import { knownParamsOnly, UNKNOWN_SECRET } from "./reading/request";
import { admitPixel, pageDenied } from "./pixel";
import { countRefusal } from "./refusal-limit";

/** The parsed contents of a request. */
export type PostbackInput = {
  /** Raw parameters by name. */
  params: ReadonlyMap<string, unknown>;
  secretHash: Buffer | undefined;
  /** Only an unreadable request has several secrets. It is filed under the site of any of them. */
  moreSecretHashes?: readonly Buffer[];
  /** Why the request cannot be read; true if that is not known. */
  unreadable: boolean | Unread;
  /** The answer if none of the secrets is a site's. */
  noSite?: string;
  /** It came from the log. It is stored whatever its verdict, even above the limit of refusals. */
  spooled?: boolean;
};

export type Unread = Pick<Unreadable, "reason" | "field" | "detail">;
export const UNREAD: Unread = { reason: "malformed", detail: "The request could not be read." };

const LONGEST_SECRET = 512;

/** The keyed hash to look a site's secret up by; undefined for a value that cannot be a secret. */
export const secretHashOf = (secret: unknown): Buffer | undefined =>
  typeof secret === "string" && secret !== "" && secret.length <= LONGEST_SECRET
    ? keyedHash("site-secret", secret)
    : undefined;

/**
 * Decides a request and stores it with its verdict. `isRetry` means that an earlier attempt lost its connection, so it
 * may already be stored; then the stored outcome is returned.
 */
export async function decide(
  client: Client,
  request: Request,
  input: PostbackInput,
  isRetry: boolean,
): Promise<Outcome> {
  return (isRetry ? await findRecorded(client, request) : undefined) ?? decideAnew(client, request, input);
}

async function decideAnew(client: Client, request: Request, input: PostbackInput): Promise<Outcome> {
  if (request.pixelHost !== undefined) return decideOfPixel(client, request, input, request.pixelHost);
  const { params, secretHash, moreSecretHashes = [], unreadable, noSite } = input;
  const { receivedAt, ip } = request;
  const senders = (secretHash ? [secretHash, ...moreSecretHashes] : []).map((hash) => ({
    ...{ secretHash: hash, ip, receivedAt },
  }));
  const site = senders.length > 0 ? (await admit(client, senders)).find((admission) => admission) : undefined;
  const parsed = parsePostback(params, receivedAt);
  const { postback } = parsed;
  const refused = (outcome: Pick<Outcome, "reason" | "field" | "detail">) =>
    recordRefusal(client, request, input, { verdict: "refused", ...outcome, siteId: site?.siteId, postback });
  if (unreadable) return refused(unreadable === true ? UNREAD : unreadable);
  if (!site) return refused({ reason: "bad_secret", field: "secret", detail: noSite ?? UNKNOWN_SECRET });
  if (!site.admitted) return refused(IP_DENIED);
  return decideOfSite(client, request, input, site.siteId, parsed);
}

/** A request of a pixel. Each counts towards the limit of its address, because everybody has the key. */
async function decideOfPixel(
  client: Client,
  request: Request,
  { params, secretHash, unreadable, noSite, spooled }: PostbackInput,
  host: string,
): Promise<Outcome> {
  const parsed = parsePostback(params, request.receivedAt);
  const { postback } = parsed;
  const retryAfter = spooled ? undefined : await countRefusal(client, request);
  if (retryAfter !== undefined) return { verdict: "refused", retryAfter, postback };
  const input = { params, secretHash, unreadable, spooled: true };
  const site = secretHash && (await admitPixel(client, secretHash, request.receivedAt));
  const refused = (outcome: Pick<Outcome, "reason" | "field" | "detail">) =>
    recordRefusal(client, request, input, { verdict: "refused", ...outcome, siteId: site?.siteId, postback });
  if (unreadable) return refused(unreadable === true ? UNREAD : unreadable);
  if (!site) return refused({ reason: "bad_secret", field: "key", detail: noSite ?? UNKNOWN_SECRET });
  const denied = pageDenied(host, site);
  return denied ? refused(denied) : decideOfSite(client, request, input, site.siteId, parsed);
}

/** Decides a test of a site's developers, who need no secret for it, and stores it. */
export const decideTest = (client: Client, request: Request, siteId: number, params: ReadonlyMap<string, unknown>) => {
  const test = new Map(params).set("test", "1");
  const input = { params: test, secretHash: undefined, unreadable: false };
  return decideOfSite(client, request, input, siteId, parsePostback(test, request.receivedAt));
};

export const IP_DENIED = {
  reason: "ip_denied" as const,
  detail: "The site allows requests from certain addresses only. This one came from a different address.",
};

async function decideOfSite(
  client: Client,
  request: Request,
  input: PostbackInput,
  siteId: number,
  { postback, refused, field, detail }: ParsedPostback,
): Promise<Outcome> {
  if (!refused) return decideReadable(client, request, input, siteId, postback);
  const owner = postback.clickId ? await ownerOf(client, siteId, postback.clickId) : undefined;
  const outcome = { verdict: "refused" as const, reason: refused, field, detail, siteId, postback, owner };
  return postback.test
    ? recordOutcome(client, request, { ...outcome, verdict: "test", wouldBe: "refused" })
    : recordRefusal(client, request, input, outcome);
}

async function decideReadable(
  client: Client,
  request: Request,
  input: PostbackInput,
  siteId: number,
  postback: ReadablePostback,
): Promise<Outcome> {
  const { receivedAt } = request;
  const isPixel = request.pixelHost !== undefined;
  const assessment = await assessPostback(client, { postback, siteId, receivedAt, isPixel });
  const outcome = { ...assessment, siteId, postback };
  const { verdict } = assessment;
  const detail = "eventId" in outcome ? (await differencesOf(client, [outcome]))[0] : (outcome as Outcome).detail;
  if (postback.test) return recordOutcome(client, request, { ...outcome, detail, verdict: "test", wouldBe: verdict });
  if (verdict === "refused") return recordRefusal(client, request, input, outcome);
  return verdict === "accepted"
    ? bookAndRecord(client, request, outcome, assessment.booking)
    : recordOutcome(client, request, { ...outcome, detail });
}

async function recordOutcome(client: Client, request: Request, outcome: Outcome): Promise<Outcome> {
  await record(client, request, outcome);
  return outcome;
}

/** Stores a refused request, or returns `retryAfter` if the address has reached its limit per minute (429). */
async function recordRefusal(
  client: Client,
  request: Request,
  { spooled }: PostbackInput,
  outcome: Outcome,
): Promise<Outcome> {
  const retryAfter = spooled ? undefined : await countRefusal(client, request);
  if (retryAfter !== undefined) return { ...outcome, retryAfter };
  const params =
    outcome.siteId === undefined ? knownParamsOnly(request.params as Record<string, unknown>) : request.params;
  return recordOutcome(client, { ...request, params }, outcome);
}

/** Stores the event, its key, its measures and the request's record in one transaction. */
async function bookAndRecord(
  client: Client,
  request: Request,
  outcome: Outcome & { siteId: number; postback: ReadablePostback },
  booking: Booking,
): Promise<Outcome> {
  await client.query("BEGIN");
  try {
    const accepted = { ...outcome, eventId: await accept(client, booking) };
    await record(client, request, accepted);
    await client.query("COMMIT");
    await runAfterCommitCallbacks(client);
    return accepted;
  } catch (error) {
    if (!isUnreachable(error)) await client.query("ROLLBACK");
    if (!(error instanceof AlreadyBooked)) throw error;
    const duplicate = { ...outcome, verdict: "duplicate" as const, eventId: await findBookedEventId(client, booking) };
    const [detail] = await differencesOf(client, [duplicate]);
    return recordOutcome(client, request, { ...duplicate, detail });
  }
}
