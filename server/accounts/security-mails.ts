import { Op } from "sequelize";
import { Account, PasswordReset, RemoteToken, WebhookEndpoint } from "~models";
import type { Change } from "../kernel/database/records";
import { productUrl } from "../kernel/net/urls";
import { type Caller, levels } from "../kernel/operation/roles";
import { newYorkTime } from "../kernel/time";
import { now } from "../kernel/time/now";
import { queueMail } from "../mail";
import { mailAddressOf, superadminAddresses } from "./mail-addresses";

const ACCOUNTS = new Set(["account", "admin", "agent", "office"]);

/**
 * Mails the owner of an account, once the open transaction is committed, that somebody changed by what they sign in: so a
 * person who takes it over, also one who may change it, does not do so unnoticed. A new e-mail address is mailed to
 * the former one, too, and links that were mailed there end. Nobody can switch these mails off. All superadmins get
 * the changes that one of them makes to another one, because the two would count as two people, and new service tokens.
 */
export async function followSecurityChanges(changes: readonly Change[], caller: Caller): Promise<void> {
  for (const change of changes) {
    if (change.record === "webhookEndpoint") await mailNewAddress(change, caller);
    const { onBehalfOf } = change;
    const events = onBehalfOf === undefined ? [] : describe(change);
    if (onBehalfOf === undefined || events.length === 0) continue;
    if (hasNewAddress(change)) await PasswordReset.destroy({ where: { accountId: onBehalfOf, usedAt: null } });
    await mailOwner(onBehalfOf, change, events, caller);
  }
}

/** The effects of a change on the security of its account, in sentences. A new or deleted account has none. */
function describe({ record, before, after }: Change): string[] {
  if (record === "remoteToken" && after?.service)
    return [`A service token was created: ${String(after.name)}.`, OUTLIVES];
  if (record === "remoteToken") return after ? (createdTokens[String(after.kind)] ?? []) : [];
  if (!before || !after) return [];
  if (record === "twoStep") return describeSecondStep(before, after);
  if (!ACCOUNTS.has(record)) return [];
  const [former, address] = [addressIn(before), addressIn(after)];
  const isNew = hasNewAddress({ before, after });
  return [
    ...("password" in after ? ["The password was changed."] : []),
    ...(isNew ? [`The e-mail address was changed from ${former || "none"} to ${address || "none"}.`] : []),
    ...("role" in after ? ["The role was changed."] : []),
    ...(before.loginBlocked === false && after.loginBlocked === true ? ["Signing in was disabled."] : []),
  ];
}

const OUTLIVES = "It keeps working after a new password of its creator.";

const createdTokens: Record<string, string[]> = {
  client: ["A client token for programs was created."],
  feed: ["A feed of a saved view was created. Its address needs no sign-in."],
};

type Values = NonNullable<Change["after"]>;

function describeSecondStep(before: Values, after: Values): string[] {
  const { enabled, app, anotherApp, codesLeft, lockedUntil, passkey } = after;
  if (lockedUntil)
    return [
      "There were ten wrong codes in a row: somebody may have your password.",
      "Codes of your app are refused for an hour. A recovery code works.",
    ];
  return [
    ...(typeof passkey === "string" ? [`A passkey was added: ${passkey}.`] : []),
    ...(typeof before.passkey === "string" ? [`A passkey was removed: ${before.passkey}.`] : []),
    ...(app === true ? ["An authenticator app was set up. Former recovery codes no longer work."] : []),
    ...(anotherApp === true
      ? ["Two-step sign-in was moved to another app. Former recovery codes no longer work."]
      : []),
    ...(enabled === true ? ["Two-step sign-in was switched on."] : []),
    ...(enabled === false ? ["Two-step sign-in was switched off: the password alone signs in."] : []),
    ...(codesLeft === undefined ? [] : ["New recovery codes were made. The former ones no longer work."]),
  ];
}

const hasNewAddress = ({ before, after }: Pick<Change, "before" | "after">): boolean =>
  addressIn(before ?? {}) !== addressIn(after ?? {});

function addressIn(values: NonNullable<Change["after"]>): string {
  const address = values.email ?? values.manEmail;
  return typeof address === "string" ? address : "";
}

/** New credentials do not end service tokens, so a person who took over the account may have left one. */
async function remainingServiceTokens(accountId: number): Promise<string[]> {
  const where = { accountId, service: true, revokedAt: null, expiresAt: { [Op.gt]: now() } };
  const tokens = await RemoteToken.findAll({ attributes: ["id", "name"], where, order: ["id"] });
  if (tokens.length === 0) return [];
  const names = tokens.map(({ id, name }) => `- ${name} #${id}`);
  return ["Service tokens of this account still work:", ...names, productUrl("/app/profile/tokens"), ""];
}

async function mailOwner(accountId: number, change: Change, events: string[], caller: Caller): Promise<void> {
  const account = await Account.findByPk(accountId, { attributes: ["username", "role"] });
  if (!account) return;
  const { username, role } = account;
  const { record, before, after } = change;
  const isOfAnother = role === levels.superadmin && caller !== null && caller.accountId !== accountId;
  const others = isOfAnother || after?.service === true ? await superadminAddresses() : [];
  const remaining = record === "remoteToken" ? [] : await remainingServiceTokens(accountId);
  const addresses = new Set([await mailAddressOf(accountId), addressIn(before ?? {}), ...others]);
  // The lines are short enough that the outbox stores them unchanged.
  const text = [
    `The account "${username}" was changed:`,
    ...["", ...events, "", ...origin(caller), "", ...remaining],
    "If you did not expect this, sign in, change your password",
    "and end your other sessions. If you cannot sign in, or if",
    "it happens again, call your administrator.",
    ...["", productUrl("/app/profile/sessions"), ""],
  ].join("\n");
  for (const to of addresses) if (to) await queueMail({ to, subject: `Your account "${username}" was changed`, text });
}

/** Events with customers' data go to a webhook's address for as long as it answers. */
async function mailNewAddress({ id, before, after }: Change, caller: Caller): Promise<void> {
  if (!after || !("url" in after)) return;
  const endpoint = await WebhookEndpoint.findByPk(id, { include: "office" });
  if (!endpoint) return;
  const { name, url, office } = endpoint;
  const text = [
    before ? "A webhook has a new address:" : "A webhook was added:",
    ...["", `Name: ${name || "none"}`, `Host: ${new URL(url).host}`],
    `Office: ${office?.officeName ?? "none, it receives the events of all offices"}`,
    ...["", ...origin(caller), "", "If you did not expect this, disable it:"],
    ...["", productUrl(`/app/profile/webhooks/${id}`), ""],
  ].join("\n");
  const addresses = new Set([...(office?.manEmail ? [office.manEmail] : []), ...(await superadminAddresses())]);
  for (const to of addresses) {
    await queueMail({ to, subject: before ? "A webhook has a new address" : "A webhook was added", text });
  }
}

const origin = (caller: Caller): string[] => [
  `When: ${newYorkTime(now())}`,
  `Signed in as: ${caller ? caller.username : "nobody"}${caller?.by ? `, opened by ${caller.by}` : ""}`,
];
