import type { PayoutDetails } from "~models";
import { newYorkTime } from "../kernel/time/new-york-time";
import { productUrl } from "../kernel/net/urls";
import type { Call } from "../kernel/operation/operation";
import { type Mail, queueMail } from "../mail";
import type { Owner } from "./owner";

/**
 * Mails the payee and their office that payout details changed: somebody who takes over an account cannot do it
 * unnoticed. The mail has no details, because others may read it.
 */
export async function mailChange({ actor, from }: Call, owner: Owner, details: PayoutDetails): Promise<void> {
  const recipients = new Set(owner.mails.filter((address) => address !== ""));
  for (const to of recipients) await queueMail(changeMail(to));

  // The lines are short enough that the outbox stores them unchanged.
  function changeMail(to: string): Mail {
    const isUsed = details.usedFrom <= details.changedAt;
    const use = isUsed
      ? ["They are the ones that are used already."]
      : [
          `They are used from ${newYorkTime(details.usedFrom)},`,
          "or earlier if a superadmin confirms them.",
          "Until then, no payment goes there.",
        ];
    return {
      to,
      subject: `The payout details of ${owner.name} changed`,
      text: [
        `Somebody entered new payout details for ${owner.name}.`,
        "",
        `When: ${newYorkTime(details.changedAt)}`,
        `Signed in as: ${actor.username}`,
        `IP address: ${from.ip ?? "none"}`,
        "",
        ...use,
        "",
        "If this is wrong, enter the right details at once,",
        "change the password, and call your administrator:",
        "",
        productUrl("/app/profile/payout"),
        "",
      ].join("\n"),
    };
  }
}
