import { z } from "zod";
import { currentClient, dryRun } from "../../kernel/database/transactions";
import { Flag } from "../../kernel/operation/input";
import { command, query } from "../../kernel/operation/operation";
import { conflict, noSuch } from "../../kernel/operation/refusal";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { isoTime } from "../../kernel/time";
import { fromCents, toCents } from "../../kernel/text/money";
import { decideAgain } from "./acceptance";
import { canReplay, explainVerdict } from "./outcomes";
import type { Verdict } from "./record";
import { type LockedPostback, lockPostbacks, replay, type Replay } from "./replay";

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

/** A transaction of many bookings keeps programs that mirror the log waiting, so there is a limit. */
const MAX_REPLAYS = 100;
const PostbackIds = z
  .array(z.int().min(1))
  .min(1, "Please select at least one row.")
  .max(MAX_REPLAYS, `Please select at most ${MAX_REPLAYS} rows.`)
  .transform((ids) => [...new Set(ids)]);

const State = z.object({
  verdict: z.enum(["accepted", "duplicate", "held", "refused", "test"]),
  reason: z.string().nullable(),
  /** The reason in plain words; empty if the verdict says it all. */
  fate: z.string(),
});

const Replayed = z
  .object({
    id: z.int(),
    receivedAt: z.string(),
    siteId: z.int().nullable(),
    sitename: z.string().nullable(),
    event: z.string().nullable(),
    clickId: z.string().nullable(),
    txid: z.string().nullable(),
    agentId: z.int().nullable(),
    agentUsername: z.string().nullable(),
    before: State,
    after: State,
    changed: z.boolean(),
    /** The event that it is booked as or repeats; null if there is none. In a dry run, null for a new event. */
    eventId: z.int().nullable(),
    /** The price of the booked event; null if it is not booked. Without amounts for those who do not see earnings. */
    price: z
      .object({
        source: z.enum(["office", "geo", "default", "none"]),
        /** The sale is paid by the agent's AVP tier. */
        tiered: z.boolean(),
        payout: z.number().optional(),
        earning: z.number().optional(),
      })
      .nullable(),
  })
  .meta({ id: "ReplayedPostback", description: "A stored postback before and after its replay." });

const Answer = z.object({ dryRun: z.boolean(), items: z.array(Replayed) });

/**
 * Replays up to 100 stored requests in one transaction, like `replayPostback`. A request that a replay cannot change is
 * answered unchanged. With `dryRun` the transaction is rolled back, so the answer says what a replay would give.
 */
export const replayPostbacks = command({
  name: "postbacks.replaySeveral",
  does: "replay postbacks",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: z.object({ ids: PostbackIds, dryRun: Flag.default(false) }),
  output: Answer,
  async run({ actor, changed }, { ids, dryRun: isDryRun }) {
    const replays = await (isDryRun ? dryReplay(ids) : replay(ids, changed));
    return { dryRun: isDryRun, items: replays.map((row) => replayed(actor, row, isDryRun)) };
  },
});

/** The dry run, for the page that asks for a confirmation. */
export const replayScreen = query({
  name: "postbacks.replayScreen",
  does: "replay postbacks",
  allow: atLeast("superadmin"),
  input: z.object({ ids: PostbackIds }),
  output: Answer,
  // A query runs in a read-only transaction.
  before: (_, { ids }) => dryReplay(ids),
  run: ({ actor }, _, replays) =>
    Promise.resolve({ dryRun: true, items: replays.map((row) => replayed(actor, row, true)) }),
});

const dryReplay = (ids: readonly number[]): Promise<Replay[]> => dryRun(() => replay(ids, () => undefined));

function replayed(actor: Actor, { before, after }: Replay, isDryRun: boolean): z.input<typeof Replayed> {
  const isChanged = (["verdict", "reason", "eventId"] as const).some((name) => before[name] !== after[name]);
  const isNewEvent = isChanged && after.verdict === "accepted";
  return {
    ...after,
    receivedAt: isoTime(after.receivedAt),
    ...{ before: stateOf(before), after: stateOf(after), changed: isChanged },
    // The ID that a dry run took is never used again.
    eventId: isDryRun && isNewEvent ? null : after.eventId,
    price: priceOf(actor, after),
  };
}

const stateOf = (row: LockedPostback) => ({ verdict: row.verdict, reason: row.reason, fate: explainVerdict(row) });

function priceOf({ earningVisible }: Actor, { priceSource, tiered, payout, earning }: LockedPostback) {
  if (priceSource === null || payout === null || earning === null) return null;
  const amounts = { payout: fromCents(toCents(payout)), earning: fromCents(toCents(earning)) };
  return {
    source: priceSource as "office" | "geo" | "default" | "none",
    tiered: tiered ?? false,
    ...(earningVisible ? amounts : {}),
  };
}
