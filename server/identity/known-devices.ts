import { Op } from "sequelize";
import { Account, Session } from "~models";
import { hasUsername, mailAddressOf } from "../accounts";
import { readTransaction } from "../kernel/database/transactions";
import { newYorkTime } from "../kernel/time";
import { productUrl } from "../kernel/net/urls";
import type { CallOrigin } from "../kernel/operation/operation";
import { now } from "../kernel/time/now";
import { tokenHash } from "../kernel/process/secrets";
import { queueMail } from "../mail";
import { deviceOf } from "./account-sessions/listed";
import { FORMER_SESSIONS_SECONDS } from "./former-sessions";

const bySignIn = () => ({
  remoteTokenId: null,
  viewerSessionId: null,
  createdAt: { [Op.gt]: new Date(now().getTime() - FORMER_SESSIONS_SECONDS * 1_000) },
});

/** Whether the browser has the cookie of a session that was opened there with the account's password in 90 days. */
async function isKnownBrowser(accountId: number, { formerSessions }: CallOrigin): Promise<boolean> {
  const hash = (formerSessions?.() ?? []).map(tokenHash);
  if (hash.length === 0) return false;
  return (await Session.count({ where: { ...bySignIn(), accountId, kind: "browser", hash } })) > 0;
}

/**
 * The limits to which an attempt at a password counts. A browser that the account knows has its own, so that somebody who
 * knows a username cannot keep its owner out.
 */
export function signInAct(username: string, from: CallOrigin): Promise<"device" | "sign-in"> {
  if (!from.formerSessions?.().length) return Promise.resolve("sign-in");
  return readTransaction(async () => {
    const account = await Account.findOne({ attributes: ["id"], where: hasUsername(username) });
    return account && (await isKnownBrowser(account.id, from)) ? "device" : "sign-in";
  });
}

/**
 * Mails the owner of the account, before its session is stored, that somebody signs in on a device that it does not know: a
 * browser without the cookie, or a program with another name or address. The first sign-in of an account sends none.
 */
export async function mailNewDevice(account: Account, from: CallOrigin): Promise<void> {
  const where = { ...bySignIn(), accountId: account.id };
  if ((await Session.count({ where })) === 0) return;
  const isBrowser = from.channel === "form";
  if (isBrowser && (await isKnownBrowser(account.id, from))) return;
  const { ip, userAgent } = from;
  if (!isBrowser && (await Session.count({ where: { ...where, kind: "bearer", ip, userAgent } })) > 0) return;
  const to = await mailAddressOf(account.id);
  if (!to) return;
  const text = [
    `Somebody signed in as "${account.username}" on a device`,
    "that was not used for this account in the last 90 days.",
    ...["", `When: ${newYorkTime(now())}`, `Device: ${deviceOf(userAgent)}`, `IP address: ${ip ?? "none"}`, ""],
    "If it was you, do nothing. If not, change your password",
    "and end your other sessions:",
    ...["", productUrl("/app/profile/sessions"), ""],
  ].join("\n");
  await queueMail({ to, subject: `New sign-in as "${account.username}"`, text });
}
