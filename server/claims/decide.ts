import { z } from "zod";
import { Account, Claim } from "~models";
import { findOneVisible, mailAddressOf, wantsMail } from "../accounts";
import { requireVersion } from "../kernel/database/records";
import { auditKey } from "../kernel/operation/audit";
import { productUrl } from "../kernel/net/urls";
import { Id, Lines, Version } from "../kernel/operation/input";
import { type Call, command } from "../kernel/operation/operation";
import { conflict, invalid } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { now } from "../kernel/time/now";
import { type Mail, queueMail } from "../mail";
import { findBooking } from "./booking";
import { ClaimRow, isPending } from "./claim";
import { NOTE_LENGTH } from "./create";
import { type Decision, decisions, decisionsOf, findClaim } from "./one";

const NOT_BOOKED =
  "Nothing is booked for this claim yet. Replay the pending postback, or write an adjustment whose reason names the claim.";

/**
 * Decides on a claim. A manager forwards it to the admins or declines it, an admin ends it. It is booked only if the sale
 * was booked since, or a line of the ledger names the claim. The person who made it gets a mail when it ends.
 */
export const decide = command({
  name: "claims.decide",
  does: "decide on claims",
  allow: atLeast("company"),
  type: "UPDATE",
  countsClicks: true,
  input: z.object({
    id: Id,
    state: z.enum(decisions, "Please choose one from the list."),
    reason: Lines(NOTE_LENGTH).min(1, "Please fill in this field."),
    version: Version,
  }),
  output: ClaimRow,
  current: ({ actor }, { id }) => findClaim(actor, id),
  audited: (_call, { id }) => auditKey("claim", id),
  async run(call, { id, state, reason, version }) {
    const claim = await findOneVisible(Claim, call.actor, id, { lock: true });
    requireVersion(version, claim);
    requireDecision(call, claim, state);
    const before = claim.state;
    const booking = state === "booked" ? await findBooking(call.actor, claim) : undefined;
    if (state === "booked" && !booking) throw conflict(NOT_BOOKED);
    await claim.update({ state, reason, decidedAt: now(), decidedBy: call.actor.accountId, ...booking });
    call.changed({
      ...{ record: "claim", id, before: { state: before }, after: { state, reason, ...booking } },
      onBehalfOf: claim.createdBy,
    });
    if (!isPending(state)) await mailMaker(claim);
    return findClaim(call.actor, id);
  },
});

function requireDecision({ actor }: Call, claim: Claim, state: Decision): void {
  const possible = decisionsOf(actor, claim.state);
  if (possible.includes(state)) return;
  if (possible.length === 0) throw conflict(`This claim is ${claim.state}, so it cannot be decided here.`);
  throw invalid({ state: [`Please choose one of these: ${possible.join(", ")}.`] });
}

async function mailMaker(claim: Claim): Promise<void> {
  const maker = await Account.findByPk(claim.createdBy);
  const to = await mailAddressOf(claim.createdBy);
  if (maker && maker.deletedAt === null && to && wantsMail(maker, "claimDecided")) await queueMail(mailOf(to, claim));
}

const mailOf = (to: string, { id, state, reason }: Claim): Mail => ({
  to,
  subject: `Your claim ${id} was ${state}`,
  text: [
    `Your claim of a missing sale was ${state}. The reason:`,
    ...["", reason ?? "", ""],
    "The claim with what is known about the sale:",
    ...["", productUrl(`/app/logs/claims/${id}`), ""],
  ].join("\n"),
});
