import { Account } from "~models";
import { mailAddressOf } from "../../accounts";
import { writeTransaction } from "../../kernel/database/transactions";
import { productUrl } from "../../kernel/net/urls";
import { levels, type RoleLevel } from "../../kernel/operation/roles";
import { config } from "../../kernel/process/config";
import { addDays, type Day, dayOf } from "../../kernel/time";
import { now } from "../../kernel/time/now";
import { queueMail } from "../../mail";

const LOWEST = { optional: -1, staff: levels.company, all: levels.agent } as const;

/** Whether TWO_STEP asks accounts of this role for a second step. */
export const isTwoStepRequired = (role: RoleLevel): boolean => role <= LOWEST[config().TWO_STEP];

/** Whether the last day to set up a second step is over. With TWO_STEP_GRACE_DAYS=0 there are no days. */
export const isOver = (until: Day): boolean => config().TWO_STEP_GRACE_DAYS === 0 || dayOf(now()) > until;

type Met = Pick<Account, "id" | "username" | "role" | "twoStepRequiredAt"> & { hasSecondStep: boolean };

/**
 * The last day on which the account may be used without a second step. Null if it has one or needs none. The days count
 * from the account's first request under the rule, also if it has a second step by then: after a reset it is due at once.
 */
export async function secondStepUntil(account: Met): Promise<Day | null> {
  if (!isTwoStepRequired(account.role)) return null;
  const until = addDays(dayOf(account.twoStepRequiredAt ?? (await meet(account))), config().TWO_STEP_GRACE_DAYS);
  return account.hasSecondStep ? null : until;
}

/** Stores the moment, once, and mails the owner: some sign in rarely, while programs use their client tokens. */
async function meet({ id, username, hasSecondStep }: Met): Promise<Date> {
  const moment = now();
  await writeTransaction(async () => {
    const [met] = await Account.update({ twoStepRequiredAt: moment }, { where: { id, twoStepRequiredAt: null } });
    const to = met === 1 && !hasSecondStep ? await mailAddressOf(id) : "";
    if (to)
      await queueMail({ to, subject: `Two-step sign-in for your account "${username}"`, text: mailText(username) });
  });
  return moment;
}

function mailText(username: string): string {
  const days = config().TWO_STEP_GRACE_DAYS;
  const when = days === 0 ? "now" : `by ${addDays(dayOf(now()), days)} (New York)`;
  return [
    `The account "${username}" needs two-step sign-in.`,
    `Please set it up ${when}, with an`,
    "authenticator app on your phone:",
    ...["", productUrl("/app/profile/two-step"), ""],
    `${days === 0 ? "Until then" : "After that day"} the account can do nothing else,`,
    "and programs with its client tokens are refused.",
    "Client tokens end when it is set up: make new ones then.",
    "",
  ].join("\n");
}
