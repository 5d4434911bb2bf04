import * as identity from "../../server/identity";
import { actorBy, codeOf, opened, performed, personOf, pick } from "./choose";
import {
  FORBIDDEN,
  HOUR,
  INVALID,
  INVALID_TOKEN,
  MINUTE,
  type Model,
  NOT_FOUND,
  type Session,
  TOO_MANY,
} from "./model";
import type { Step } from "./steps";
import { requestOf } from "./world";

/** The steps that open and end sessions and tokens. Each expects what the model says, and notes what it has opened. */

export async function signIn(model: Model, { person: who, right, code, channel, ip }: Step<"signIn">): Promise<void> {
  const person = personOf(model, who);
  const { username, password } = person;
  const totp = codeOf(person, code);
  const expected = signInRefusal(model, { person, right, code, ip } as const);
  const input = { username, password: right ? password : "not-the-password", ...(totp && { totp }) };
  const output = await performed(expected, identity.login, null, input, requestOf(channel, ip));
  if (!output) return;
  await opened(model, output.token, channel, { person, confirmedAt: model.now, hadCode: person.app?.isOn ?? false });
}

type Try = { person: ReturnType<typeof personOf> } & Pick<Step<"signIn">, "right" | "code" | "ip">;

function signInRefusal(model: Model, { person, right, code, ip }: Try): string | undefined {
  const { username, app } = person;
  if (model.isThrottled("sign-in", username, ip)) return TOO_MANY;
  if (right && model.maySignIn(person)) {
    // A sign-in that is asked for the code has not failed yet.
    if (app?.isOn && code === "none") return INVALID;
    if (!app?.isOn || model.accepts(person, code)) {
      model.forgive(username, ip);
      return undefined;
    }
  }
  model.failed("sign-in", username, ip);
  return INVALID;
}

export async function confirm(model: Model, { used, right, code, ip }: Step<"confirm">): Promise<void> {
  const { caller, actor } = await actorBy(model, used);
  const input = caller ? { password: right ? caller.person.password : "not-the-password" } : { password: "any" };
  const typed = caller && codeOf(caller.person, code);
  const expected = () => {
    const refusal = model.gate(caller, { auth: true });
    if (refusal || !caller) return refusal;
    if (caller.by || caller.token) return FORBIDDEN;
    const { person, session } = caller;
    if (model.isThrottled("sign-in", person.username, ip)) return TOO_MANY;
    if (!right || (person.app?.isOn && (code === "none" || !model.accepts(person, code)))) {
      model.failed("sign-in", person.username, ip);
      return INVALID;
    }
    model.forgive(person.username, ip);
    Object.assign(session ?? {}, { confirmedAt: model.now, ...(person.app?.isOn && { hadCode: true }) });
    return undefined;
  };
  const values = { ...input, ...(typed && { code: typed }) };
  await performed(expected(), identity.confirm, actor, values, requestOf("call", ip));
}

export async function viewAs(model: Model, { used, person: who, channel }: Step<"viewAs">): Promise<void> {
  const { caller, actor } = await actorBy(model, used);
  const person = personOf(model, who);
  const expected = () => {
    const refusal = model.gate(caller, { role: "company", auth: true });
    if (refusal || !caller) return refusal;
    if (caller.by || caller.opener === "client" || !caller.session || caller.scope === "read") return FORBIDDEN;
    if (!model.manages(caller.person, person)) return NOT_FOUND;
    return person.app?.isOn && !caller.session.hadCode ? FORBIDDEN : undefined;
  };
  const input = { accountId: person.accountId };
  const output = await performed(expected(), identity.viewAs, actor, input, requestOf(channel));
  if (output) await opened(model, output.token, channel, { person, viewer: caller?.session ?? null, scope: "read" });
}

export async function signOut(model: Model, { used }: Step<"signOut">): Promise<void> {
  const { caller, actor } = await actorBy(model, used);
  const refusal = model.gate(caller, { auth: true, viewing: true });
  await performed(refusal, identity.logout, actor, {});
  if (refusal || !caller) return;
  if (caller.token) model.revoke((token) => token === caller.token);
  model.end((session) => session === caller.session);
}

/** Sessions that idled too long are still listed and ended until the next sweep. */
const isListed = (model: Model, { hasEnded, expiresAt }: Session) => !hasEnded && expiresAt > model.now;

export async function endOwn(model: Model, { used, session: which }: Step<"endOwn">): Promise<void> {
  const { caller, actor } = await actorBy(model, used);
  const session = pick(model, model.sessions, which);
  const refusal = model.gate(caller, { credentials: true });
  const isTheirs = session && session.person === caller?.person && isListed(model, session);
  const expected = refusal ?? (isTheirs ? undefined : NOT_FOUND);
  await performed(expected, identity.ownSessions.end, actor, { id: session?.id ?? 1 });
  if (!expected) model.end((one) => one === session);
}

export async function endOthers(model: Model, { used }: Step<"endOthers">): Promise<void> {
  const { caller, actor } = await actorBy(model, used);
  const refusal = model.gate(caller, { credentials: true });
  await performed(refusal, identity.ownSessions.endOthers, actor, {});
  if (!refusal) model.end((one) => one.person === caller?.person && one !== caller.session);
}

export async function endManaged(model: Model, step: Step<"endManaged">): Promise<void> {
  const { caller, actor } = await actorBy(model, step.used);
  const session = pick(model, model.sessions, step.session);
  // Mostly the account of the session.
  const person = (step.person % 4 > 0 ? session?.person : undefined) ?? personOf(model, step.person);
  const refusal = model.gate(caller, { role: "company", credentials: true });
  const isFound =
    session?.person === person && isListed(model, session) && caller && model.manages(caller.person, person);
  const expected = refusal ?? (isFound ? undefined : NOT_FOUND);
  const input = { id: person.accountId, sessionId: session?.id ?? 1 };
  await performed(expected, identity.managedSessions.end, actor, input);
  if (!expected) model.end((one) => one === session);
}

export async function endAllManaged(model: Model, { used, person: who }: Step<"endAllManaged">): Promise<void> {
  const { caller, actor } = await actorBy(model, used);
  const person = personOf(model, who);
  const refusal = model.gate(caller, { role: "company", credentials: true });
  const expected = refusal ?? (caller && model.manages(caller.person, person) ? undefined : NOT_FOUND);
  await performed(expected, identity.managedSessions.endAll, actor, { id: person.accountId });
  if (!expected) model.end((one) => one.person === person);
}

export async function make(model: Model, { used, person: who, own, kind, scope }: Step<"make">): Promise<void> {
  const { caller, actor } = await actorBy(model, used);
  const person = (own ? caller?.person : undefined) ?? personOf(model, who);
  const expected = () => {
    const refusal = model.gate(caller, { credentials: true, confirmed: true });
    if (refusal || !caller) return refusal;
    if (kind === "client" && (caller.opener === "link" || person !== caller.person)) return FORBIDDEN;
    if (!model.reaches(caller.person, person)) return NOT_FOUND;
    return kind === "browser" && person.app?.isOn && !caller.session?.hadCode ? FORBIDDEN : undefined;
  };
  const input = { accountId: person.accountId, kind, scope, days: 1 };
  const output = await performed(expected(), identity.remoteTokens.create, actor, input);
  if (!output || !caller) return;
  const expiresAt = model.now + (kind === "client" ? 24 * HOUR : MINUTE);
  const made = { id: Number(output.id), token: String(output.token), kind, scope, person, maker: caller.person };
  model.tokens.push({ ...made, expiresAt, isUsed: false, isRevoked: false });
}

export async function revoke(model: Model, { used, token: which }: Step<"revoke">): Promise<void> {
  const { caller, actor } = await actorBy(model, used);
  const token = pick(model, model.tokens, which);
  const refusal = model.gate(caller, { credentials: true });
  const isSeen = token && !token.isRevoked && caller && [token.person, token.maker].includes(caller.person);
  const expected = refusal ?? (isSeen ? undefined : NOT_FOUND);
  await performed(expected, identity.remoteTokens.revoke, actor, { id: token?.id ?? 1 });
  if (!expected) model.revoke((one) => one === token);
}

export async function exchange(model: Model, { token: which, channel }: Step<"exchange">): Promise<void> {
  const token = pick(model, model.tokens, which);
  const isForIt = token?.kind === "browser" || channel === "call";
  const expected = token && isForIt && model.isValid(token) ? undefined : INVALID_TOKEN;
  const input = { token: token?.token ?? "unknown" };
  const output = await performed(expected, identity.loginRemote, null, input, requestOf(channel));
  if (!output || !token) return;
  token.isUsed = token.kind === "browser";
  await opened(model, output.token, channel, { person: token.person, by: token, scope: token.scope });
}
