import { runAfterCommitCallbacks, isUnreachable } from "../../kernel/database/transactions";
import { keyedHash } from "../../kernel/process/secrets";
import type { Client } from "../../kernel/database/sql";
import { accept, findBookedEventId } from "./acceptance";
import { admit } from "./admit";
import { AlreadyBooked } from "../sales/booking";
import type { Booking } from "../sales/sale";
import { assessPostback } from "./assess";
import { ownerOf } from "./look-up-click";
import { type Reason, parsePostback } from "./parameters";
import { type Outcome, record, findRecorded, type Request } from "./record";
import { knownParamsOnly } from "./request";
import { countRefusal } from "./refusal-limit";

/** The parsed contents of a request. */
export type PostbackInput = {
  /** Raw parameters by name. */
  params: ReadonlyMap<string, unknown>;
  secretHash: Buffer | undefined;
  unreadable: boolean;
  /** It came from the spool. It is stored whatever its verdict, even above the limit of refusals. */
  spooled?: boolean;
};

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
  const { params, secretHash, unreadable } = input;
  const { receivedAt, ip } = request;
  const refuse = (reason: Reason, of: Partial<Outcome> = {}) =>
    recordRefusal(client, request, input, { verdict: "refused", reason, postback: {}, ...of });
  if (unreadable) return refuse("malformed");
  const parsed = parsePostback(params, receivedAt);
  const { postback } = parsed;
  const [site] = secretHash ? await admit(client, [{ secretHash, ip, receivedAt }]) : [];
  if (!site) return refuse("bad_secret", { postback });
  const { siteId } = site;
  if (!site.admitted) return refuse("ip_denied", { siteId, postback });
  if (parsed.refused) {
    const owner = postback.clickId ? await ownerOf(client, siteId, postback.clickId) : undefined;
    return refuse(parsed.refused, { siteId, postback, owner, field: parsed.field, detail: parsed.detail });
  }
  const assessment = await assessPostback(client, { postback: parsed.postback, siteId, receivedAt });
  const outcome = { ...assessment, siteId, postback };
  if (assessment.verdict === "refused") return recordRefusal(client, request, input, outcome);
  const isTest = parsed.postback.test;
  if (isTest) return recordOutcome(client, request, { ...outcome, verdict: "test" });
  return assessment.verdict === "accepted"
    ? bookAndRecord(client, request, outcome, assessment.booking)
    : recordOutcome(client, request, outcome);
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
async function bookAndRecord(client: Client, request: Request, outcome: Outcome, booking: Booking): Promise<Outcome> {
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
    const eventId = await findBookedEventId(client, booking);
    return recordOutcome(client, request, { ...outcome, verdict: "duplicate", eventId });
  }
}
