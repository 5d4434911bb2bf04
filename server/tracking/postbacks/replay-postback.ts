import { z } from "zod";
import { currentClient, queryOne } from "../../kernel/database/transactions";
import { command } from "../../kernel/operation/operation";
import { conflict, noSuch } from "../../kernel/operation/refusal";
import { atLeast } from "../../kernel/operation/roles";
import { sql } from "../../kernel/database/sql";
import { decideAgain, type StoredPostback } from "./acceptance";
import type { Verdict } from "./record";

// SQL by hand: decides a request again under a row lock, from the columns that the hot path reads.

type Stored = Omit<StoredPostback, "siteId"> & {
  siteId: number | null;
  verdict: Verdict;
  reason: string | null;
  eventId: number | null;
};

/**
 * Decides a stored request again with the prices of its receipt. Age and suspension no longer keep it pending; a
 * missing click or original still does. An event that is already booked is not booked again. Throws 404 for an unknown
 * request, and 409 for a test or a request without a valid secret.
 */
export const replayPostback = command({
  name: "postbacks.replay",
  does: "replay postbacks",
  allow: atLeast("superadmin"),
  input: z.object({ id: z.int().min(1) }),
  output: z.object({
    verdict: z.enum(["accepted", "duplicate", "held", "refused"]),
    id: z.int().nullable(),
    duplicate: z.boolean(),
    reason: z.string().optional(),
  }),
  async run({ changed }, { id }) {
    const stored = await queryOne<Stored>(sql`
      SELECT id, received_at AS "receivedAt", site_id AS "siteId", params, tries, verdict, reason, event_id AS "eventId"
      FROM postbacks WHERE id = ${id} FOR UPDATE`);
    if (!stored) throw noSuch("postback");
    const { siteId, verdict, reason, eventId } = stored;
    if (eventId !== null && verdict !== "test") return { verdict: "duplicate" as const, id: eventId, duplicate: true };
    if (verdict === "test") throw conflict("A test is never booked.");
    if (siteId === null) throw conflict("This request came without the secret of a site.");
    const outcome = await decideAgain(currentClient(), { ...stored, siteId }, true);
    changed({
      record: "postback",
      id,
      before: { verdict, reason },
      after: { verdict: outcome.verdict, reason: outcome.reason ?? null, eventId: outcome.eventId ?? null },
    });
    return {
      verdict: outcome.verdict as Exclude<Verdict, "test">,
      id: outcome.eventId ?? null,
      duplicate: outcome.verdict === "duplicate",
      ...(outcome.reason ? { reason: outcome.reason } : {}),
    };
  },
});
