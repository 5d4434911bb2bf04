import { z } from "zod";
import { currentClient } from "../../kernel/database/transactions";
import { command } from "../../kernel/operation/operation";
import { conflict, noSuch } from "../../kernel/operation/refusal";
import { atLeast } from "../../kernel/operation/roles";
import { decideAgain } from "./acceptance";
import { canReplay } from "./outcomes";
import type { Verdict } from "./record";
import { lockPostbacks } from "./replay";

/**
 * Decides a stored request again with the prices of its receipt. Age and suspension no longer keep it pending; a
 * missing click or original still does. An event that is already booked is not booked again, and a request that can
 * never be booked keeps its verdict. Throws 404 for an unknown request, and 409 for a test or a request without a valid
 * secret.
 */
export const replayPostback = command({
  name: "postbacks.replay",
  does: "replay postbacks",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: z.object({ id: z.int().min(1) }),
  output: z.object({
    verdict: z.enum(["accepted", "duplicate", "held", "refused"]),
    id: z.int().nullable(),
    duplicate: z.boolean(),
    reason: z.string().optional(),
  }),
  async run({ changed }, { id }) {
    const [stored] = await lockPostbacks([id]);
    if (!stored) throw noSuch("postback");
    const { siteId, verdict, reason, eventId } = stored;
    if (verdict === "test") throw conflict("A test is never booked.");
    if (eventId !== null) return { verdict: "duplicate" as const, id: eventId, duplicate: true };
    if (siteId === null) throw conflict("This request came without the secret of a site.");
    if (!canReplay(stored)) return answerOf({ verdict, reason });
    const outcome = await decideAgain(currentClient(), { ...stored, siteId }, true);
    changed({
      record: "postback",
      id,
      before: { verdict, reason },
      after: { verdict: outcome.verdict, reason: outcome.reason ?? null, eventId: outcome.eventId ?? null },
    });
    return answerOf(outcome);
  },
});

type Decided = { verdict: Verdict; reason?: string | null; eventId?: number };

const answerOf = ({ verdict, reason, eventId }: Decided) => ({
  verdict: verdict as Exclude<Verdict, "test">,
  id: eventId ?? null,
  duplicate: verdict === "duplicate",
  ...(reason ? { reason } : {}),
});
