import { z } from "zod";
import { Postback } from "~models";
import { type RowOf, selectColumns, sql } from "../../kernel/database/sql";
import { currentClient, queryOne, writeTransaction } from "../../kernel/database/transactions";
import { query } from "../../kernel/operation/operation";
import { forbidden, invalidToken, noSuch } from "../../kernel/operation/refusal";
import { anyone } from "../../kernel/operation/roles";
import { isoTime } from "../../kernel/time";
import { now } from "../../kernel/time/now";
import { clickedAt } from "../clicks/click-id";
import { admit } from "./admit";
import { IP_DENIED, secretHashOf } from "./decide";
import { UNKNOWN_SECRET } from "./reading/request";

const verdicts = ["accepted", "duplicate", "held", "refused", "test"] as const;
const columns = selectColumns(Postback, [
  ...(["receipt", "receivedAt", "decidedAt", "nextTryAt", "verdict", "reason", "field", "detail"] as const),
  ...(["eventId", "clickId", "event", "status", "txid"] as const),
]);

/**
 * The verdict on a postback, for the site that sent it. The receipt is in the answer to it. Those of other sites do not exist
 * for it.
 */
export const readReceipt = query({
  name: "postbacks.readReceipt",
  does: "ask what became of a postback",
  allow: anyone,
  quiet: true,
  input: z.object({
    requestId: z.string(),
    secret: z.string().optional(),
  }),
  output: z.object({
    requestId: z.string(),
    receivedAt: z.string(),
    decidedAt: z.string().nullable(),
    nextTryAt: z.string().nullable(),
    verdict: z.enum(verdicts),
    id: z.int().nullable(),
    duplicate: z.boolean(),
    reason: z.string().nullable(),
    field: z.string().nullable(),
    detail: z.string().nullable(),
    clickid: z.string().nullable(),
    event: z.string().nullable(),
    status: z.string().nullable(),
    txid: z.string().nullable(),
  }),
  // Marks the secret as used. The query's own transaction only reads.
  before: ({ from }, { secret }) => siteOf(secret, from.ip),
  async run(_call, { requestId }, siteId) {
    // Receipts of former versions have no time in them.
    const isTimed = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(requestId);
    const receivedAt = new Date(isTimed ? clickedAt(requestId) : 0);
    const stored = isTimed
      ? await queryOne<RowOf<typeof columns>>(sql`
          SELECT ${columns} FROM postbacks
          WHERE received_at = ${receivedAt} AND receipt = ${requestId}::uuid AND site_id = ${siteId}`)
      : undefined;
    if (!stored) throw noSuch("postback");
    const { receipt, eventId, clickId, decidedAt, nextTryAt, ...rest } = stored;
    const time = (at: Date | null) => (at ? isoTime(at) : null);
    return {
      ...{ ...rest, requestId: receipt, receivedAt: isoTime(stored.receivedAt), decidedAt: time(decidedAt) },
      ...{ nextTryAt: time(nextTryAt), verdict: rest.verdict as (typeof verdicts)[number] },
      ...{ id: eventId === null ? null : Number(eventId), duplicate: rest.verdict === "duplicate", clickid: clickId },
    };
  },
});

/** The site whose secret it is. Throws 401, or 403 for an address that the site does not allow. */
async function siteOf(secret: string | undefined, ip: string | null): Promise<number> {
  const secretHash = secretHashOf(secret);
  if (!secretHash) throw invalidToken("Send the secret of the site in the header Authorization: Bearer, or as secret.");
  const [site] = await writeTransaction(() => admit(currentClient(), [{ secretHash, ip, receivedAt: now() }]));
  if (!site) throw invalidToken(UNKNOWN_SECRET);
  if (!site.admitted) throw forbidden(IP_DENIED.detail);
  return site.siteId;
}
