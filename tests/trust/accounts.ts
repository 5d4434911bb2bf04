import * as admins from "../../server/admins";
import * as agents from "../../server/agents";
import * as identity from "../../server/identity";
import * as offices from "../../server/offices";
import type { AnyOperation } from "../../server/kernel/operation/operation";
import type { RoleName } from "../../server/kernel/operation/roles";
import { appOf } from "../operations/identity/two-step";
import { waitingMailsTo } from "../world/waiting-mails";
import { actorBy, codeOf, nth, performed, personOf } from "./choose";
import { type Caller, CONFLICT, HOUR, INVALID, MINUTE, type Model, NOT_FOUND, type Person, TOO_MANY } from "./model";
import type { Step } from "./steps";
import { requestOf } from "./world";

/** The steps that change whether and how people sign in. Each expects what the model says. */

/** 01:00 in New York, in winter. */
const oneOClockAfter = (moment: number): number => {
  const today = Math.floor(moment / (24 * HOUR)) * 24 * HOUR + 6 * HOUR;
  return today > moment ? today : today + 24 * HOUR;
};

export async function block(model: Model, { used, person: who, blocked }: Step<"block">): Promise<void> {
  const { caller, actor } = await actorBy(model, used);
  const person = personOf(model, who);
  const guards: Record<RoleName, Parameters<Model["gate"]>[1]> = {
    agent: { role: "company" },
    company: { role: "admin" },
    admin: { role: "superadmin", credentials: true, confirmed: true },
    superadmin: { role: "superadmin", credentials: true, confirmed: true },
  };
  const operations: Record<RoleName, AnyOperation> = {
    ...{ agent: agents.setStatus, company: offices.setStatus, admin: admins.update },
    superadmin: identity.superadmins.setStatus,
  };
  const isOne = person.role === "admin" || person.role === "superadmin";
  const id = person.role === "superadmin" ? person.accountId : person.ownerId;
  const refusal = model.gate(caller, guards[person.role]);
  const isOwn = caller?.person === person;
  const isSeen = isOwn || person.role === "superadmin" || (caller && model.manages(caller.person, person));
  const expected = refusal ?? (isOwn ? CONFLICT : isSeen ? undefined : NOT_FOUND);
  const input = { ...(isOne ? { id } : { ids: [id] }), loginBlocked: blocked };
  await performed(expected, operations[person.role], actor, input);
  if (expected) return;
  if (blocked) {
    Object.assign(person, { isBlocked: true, enabledUntil: null });
    model.endAccess(person);
  } else if (person.role === "superadmin") Object.assign(person, { isBlocked: false, enabledUntil: null });
  else if (person.isBlocked && (person.role !== "admin" || !model.maySignIn(person)))
    person.enabledUntil = oneOClockAfter(model.now);
}

let words = 0;
const newPassword = () => `seven grey herons ${++words}`;

export async function ownPassword(model: Model, { used, keepTokens }: Step<"ownPassword">): Promise<void> {
  const { caller, actor } = await actorBy(model, used);
  const { agent, company, admin } = identity.profile;
  const byRole = { agent, company, admin, superadmin: admin };
  const { update } = byRole[caller?.person.role ?? "agent"];
  const password = newPassword();
  const refusal = model.gate(caller, { credentials: true, confirmed: true });
  await performed(refusal, update as AnyOperation, actor, { password, passwordConfirm: password, keepTokens });
  if (!refusal && caller) model.setPassword(caller.person, password, { kept: caller.session, keepTokens });
}

export async function othersPassword(model: Model, { used, person: who }: Step<"othersPassword">): Promise<void> {
  const { caller, actor } = await actorBy(model, used);
  const person = personOf(model, who);
  if (person.role === "superadmin") return;
  const change = { agent: agents.update, company: offices.update, admin: admins.update }[person.role] as AnyOperation;
  const role = ({ agent: "company", company: "admin", admin: "superadmin" } as const)[person.role];
  const password = newPassword();
  const refusal = model.gate(caller, { role, credentials: true, confirmed: true });
  const expected = refusal ?? (caller && model.manages(caller.person, person) ? undefined : NOT_FOUND);
  const input = { id: person.ownerId, password, passwordConfirm: password };
  await performed(expected, change, actor, input);
  if (!expected) model.setPassword(person, password);
}

export async function beginApp(model: Model, { used }: Step<"beginApp">): Promise<void> {
  const { caller, actor } = await actorBy(model, used);
  const refusal = model.gate(caller, { credentials: true, confirmed: true });
  const expected = refusal ?? (caller?.person.app?.isOn ? CONFLICT : undefined);
  const output = await performed(expected, identity.twoStep.begin, actor, {});
  if (!output || !caller) return;
  const { code } = appOf(String(output.secret));
  // The last code that was accepted stays in the row, so a former secret's counts for the next one, too.
  caller.person.app = { code, begunAt: model.now, isOn: false, lastStep: caller.person.app?.lastStep ?? null };
}

export async function confirmApp(model: Model, { used, right }: Step<"confirmApp">): Promise<void> {
  const { caller, actor } = await actorBy(model, used, ({ app }) => app !== null && !app.isOn);
  const app = caller?.person.app ?? null;
  const refusal = model.gate(caller, { credentials: true, confirmed: true });
  const isPending = app && !app.isOn && app.begunAt + 15 * MINUTE > model.now;
  const expected = refusal ?? (!isPending ? CONFLICT : right ? undefined : INVALID);
  const totp = caller ? codeOf(caller.person, right ? "app" : "wrong") : "123456";
  const output = await performed(expected, identity.twoStep.confirm, actor, { totp });
  if (!output || !caller?.session || !app) return;
  Object.assign(app, { isOn: true, lastStep: Math.floor(model.now / 30_000) });
  Object.assign(caller.person, { recoveryCodes: output.recoveryCodes, usedCodes: [], wrongCodes: 0, lockedUntil: 0 });
  caller.session.hadCode = true;
  model.endAccess(caller.person, { kept: caller.session });
}

type Protected = { caller: Caller | null } & Pick<Step<"endApp">, "right" | "code" | "ip">;

/** The refusal of what needs the password and a code although the session is open. */
function protectedRefusal(model: Model, { caller, right, code, ip }: Protected): string | undefined {
  const refusal = model.gate(caller, { credentials: true });
  if (refusal || !caller) return refusal;
  const { person } = caller;
  if (model.isThrottled("sign-in", person.username, ip)) return TOO_MANY;
  if (person.app?.isOn && right && model.accepts(person, code)) {
    model.forgive(person.username, ip);
    return undefined;
  }
  model.failed("sign-in", person.username, ip);
  return person.app?.isOn ? INVALID : CONFLICT;
}

async function performProtected(model: Model, operation: AnyOperation, step: Step<"endApp"> | Step<"renewCodes">) {
  const { used, right, code: chosen, ip } = step;
  const code = chosen === "none" ? "wrong" : chosen;
  const { caller, actor } = await actorBy(model, used, ({ app }) => app?.isOn === true);
  const totp = caller ? codeOf(caller.person, code) : "123456";
  const password = right && caller ? caller.person.password : "not-the-password";
  const expected = protectedRefusal(model, { caller, right, code, ip });
  const output = await performed(expected, operation, actor, { password, totp }, requestOf("call", ip));
  return output && caller ? { output, caller } : undefined;
}

export async function endApp(model: Model, step: Step<"endApp">): Promise<void> {
  const done = await performProtected(model, identity.twoStep.switchOff, step);
  if (!done) return;
  const { person, session } = done.caller;
  withoutApp(person);
  model.end((one) => one.person === person && one !== session);
}

const withoutApp = (person: Person) =>
  Object.assign(person, { app: null, recoveryCodes: [], usedCodes: [], wrongCodes: 0, lockedUntil: 0 });

export async function renewCodes(model: Model, step: Step<"renewCodes">): Promise<void> {
  const done = await performProtected(model, identity.twoStep.renewCodes, step);
  if (!done) return;
  const { person } = done.caller;
  // The former ones are over, used or not.
  const usedCodes = [...person.usedCodes, ...person.recoveryCodes];
  Object.assign(person, { usedCodes, recoveryCodes: done.output.recoveryCodes });
}

export async function resetApp(model: Model, { used, person: who }: Step<"resetApp">): Promise<void> {
  const { caller, actor } = await actorBy(model, used);
  const person = personOf(model, who);
  const refusal = model.gate(caller, { role: "company", credentials: true, confirmed: true });
  const mayReset =
    caller &&
    person !== caller.person &&
    (caller.person.role === "superadmin" || model.manages(caller.person, person)) &&
    person.app;
  const expected = refusal ?? (mayReset ? undefined : INVALID);
  await performed(expected, identity.twoStep.reset, actor, { username: person.username });
  if (expected) return;
  withoutApp(person);
  model.endAccess(person);
}

const MOST_LINKS = 3;

export async function forgot(model: Model, { person: who, right, ip }: Step<"forgot">): Promise<void> {
  const person = personOf(model, who);
  const { username, email } = person;
  const expected = model.isThrottled("forgot", username, ip) ? TOO_MANY : undefined;
  if (!expected) model.failed("forgot", username, ip);
  const input = { username, email: right ? email : `other-${email}` };
  const read = async () => (await waitingMailsTo(email)).flatMap((text) => /reset\?token=(\S+)/.exec(text)?.[1] ?? []);
  const before = new Set(await read());
  await performed(expected, identity.forgot, null, input, requestOf("call", ip));
  const mailed = (await read()).filter((token) => !before.has(token));
  const open = model.links.filter((link) => link.person === person && !link.isGone && link.expiresAt > model.now);
  const isMailed = !expected && right && open.length < MOST_LINKS;
  if (mailed.length !== Number(isMailed)) throw new Error(`${mailed.length} links were mailed to ${email}.`);
  for (const token of mailed) {
    model.links.push({ token, person, expiresAt: model.now + HOUR, isUsed: false, isGone: false });
  }
}

export async function reset(model: Model, { link: which, ip }: Step<"reset">): Promise<void> {
  const link = nth(model.links, which);
  const token = link?.token ?? "unknown";
  const isValid = link && !link.isUsed && !link.isGone && link.expiresAt > model.now;
  const isThrottled = model.isThrottled("reset", token, ip);
  const expected = isThrottled ? TOO_MANY : isValid ? undefined : INVALID;
  if (expected === INVALID) model.failed("reset", token, ip);
  const password = newPassword();
  const input = { token, password, passwordConfirm: password };
  await performed(expected, identity.resetPassword, null, input, requestOf("call", ip));
  if (expected || !link) return;
  link.isUsed = true;
  model.setPassword(link.person, password);
  model.forgive(link.person.username);
}
