import { z } from "zod";
import { client, one } from "../kernel/database";
import { command } from "../kernel/operation";
import { conflict, notFound } from "../kernel/refusal";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { decideAgain, type Kept } from "./acceptance";
import type { Verdict } from "./postback-record";

// SQL by hand: a request is decided again under a row lock, by the columns that the hot path reads.

type Stored = Omit<Kept, "siteId"> & {
  siteId: number | null;
  verdict: Verdict;
  reason: string | null;
  eventId: number | null;
};

/**
 * A stored request is judged again with the prices of its receipt. Neither age nor suspension holds it any more; a click
 * or an original that is missing still does. What is in the books stays there once.
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
    const stored = await one<Stored>(sql`
      SELECT id, received_at AS "receivedAt", site_id AS "siteId", params, tries, verdict, reason, event_id AS "eventId"
      FROM postbacks WHERE id = ${id} FOR UPDATE`);
    if (!stored) throw notFound();
    const { siteId, verdict, reason, eventId } = stored;
    if (eventId !== null && verdict !== "test") return { verdict: "duplicate" as const, id: eventId, duplicate: true };
    if (verdict === "test") throw conflict("A test is never booked.");
    if (siteId === null) throw conflict("This request came without the secret of a site.");
    const outcome = await decideAgain(client(), { ...stored, siteId }, true);
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
