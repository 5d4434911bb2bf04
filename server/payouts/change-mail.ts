import type { PayoutDetails } from "~models";
import { newYorkTime } from "../kernel/time";
import { productUrl } from "../kernel/net/urls";
import type { Call } from "../kernel/operation/operation";
import { queueMail } from "../mail";
import type { Owner } from "./owner";

/**
 * Mails the payee and their office that payout details changed: somebody who takes over an account cannot do it
 * unnoticed. The mail has no details, because others may read it.
 */
export async function mailChange(call: Call, owner: Owner, details: PayoutDetails): Promise<void> {
  const isUsed = details.usedFrom <= details.changedAt;
  const use = isUsed
    ? ["They are the ones that are used already."]
    : [
        `They are used from ${newYorkTime(details.usedFrom)},`,
        "or earlier if a superadmin confirms them.",
        "Until then, no payment goes there.",
      ];
  await mailPayee(call, owner, {
    subject: `The payout details of ${owner.name} changed`,
    what: `Somebody entered new payout details for ${owner.name}.`,
    ...{ at: details.changedAt, use },
  });
}

/** Mails them, too, that a superadmin confirmed details before the 72 hours were over. */
export async function mailConfirmation(call: Call, owner: Owner, at: Date): Promise<void> {
  await mailPayee(call, owner, {
    subject: `The payout details of ${owner.name} are used now`,
    what: `A superadmin confirmed the new payout details of ${owner.name}.`,
    ...{ at, use: ["Payments go there from now on."] },
  });
}

type About = { subject: string; what: string; at: Date; use: readonly string[] };

async function mailPayee({ actor, from }: Call, owner: Owner, { subject, what, at, use }: About): Promise<void> {
  const recipients = new Set(owner.mails.filter((address) => address !== ""));
  for (const to of recipients) await queueMail({ to, subject, text: text() });

  // The lines are short enough that the outbox stores them unchanged.
  function text(): string {
    return [
      ...[what, ""],
      `When: ${newYorkTime(at)}`,
      `Signed in as: ${actor.username}`,
      `IP address: ${from.ip ?? "none"}`,
      ...["", ...use, ""],
      "If this is wrong, enter the right details at once,",
      "change the password, and call your administrator:",
      ...["", productUrl("/app/profile/payout"), ""],
    ].join("\n");
  }
}
