import { expect } from "vitest";
import { now } from "../../server/kernel/time/now";
import type { AnyOperation, CallOrigin } from "../../server/kernel/operation/operation";
import type { Caller as Actor } from "../../server/kernel/operation/roles";
import { type Caller, type Code, HOUR, type Model, type Person, type Session, type Token } from "./model";
import { actorOf, answerOf, type Channel, sessionIdOf } from "./world";

export type Used = { nth: number; open: boolean };

export const nth = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];
export const personOf = ({ people }: Model, index: number): Person => nth(people, index) as Person;

const isOpen =
  (model: Model) =>
  (one: Session | Token): boolean =>
    "maker" in one ? model.isValid(one) : model.isLive(one);

/** One of the sessions or tokens; mostly of those that are open, if there are any. */
export function pick<T extends Session | Token>(model: Model, list: readonly T[], used: Used): T | undefined {
  const open = used.open ? list.filter(isOpen(model)) : [];
  return nth(open.length > 0 ? open : list, used.nth);
}

/** The person who acts: on paper, and for the product. */
export type By = { caller: Caller | null; actor: Actor };

/** A session or client token that sends a request. Null without any. */
export async function actorBy(model: Model, used: Used, which: (person: Person) => boolean = () => true) {
  const all = [...model.sessions, ...model.tokens.filter(({ kind }) => kind === "client")];
  const wanted = all.filter((one) => isOpen(model)(one) && which(one.person));
  const chosen = pick(model, wanted.length > 0 ? wanted : all, used);
  return chosen ? by(model, chosen) : { caller: null, actor: null };
}

async function by(model: Model, used: Session | Token): Promise<By> {
  return { caller: model.callerOf(used), actor: await actorOf(used) };
}

/** Performs the operation, whose answer has to be the expected one. The output, if it was not refused. */
export async function performed(
  expected: string | undefined,
  operation: AnyOperation,
  actor: Actor,
  input: Record<string, unknown>,
  origin?: CallOrigin,
): Promise<Record<string, unknown> | undefined> {
  const { outcome, output } = await answerOf(operation, actor, input, origin);
  expect(outcome).toBe(expected ?? "200");
  return outcome === "200" ? output : undefined;
}

/** A code of the app or a recovery code, as somebody types it. */
export function codeOf({ app, recoveryCodes, usedCodes }: Person, code: Code): string | undefined {
  if (code === "none") return undefined;
  if (code === "app") return app?.code() ?? "123456";
  if (code === "recovery") return recoveryCodes[0] ?? "abcde-abcde-abcde-abcde-abcde";
  if (code === "used") return usedCodes.at(-1) ?? "bcdef-bcdef-bcdef-bcdef-bcdef";
  return wrongCodeOf(app);
}

const wrongCodeOf = (app: Person["app"]): string => {
  const near = [-2, -1, 0, 1, 2].map((step) => app?.code(step));
  return ["000000", "000001", "000002", "000003", "000004", "000005"].find((one) => !near.includes(one)) ?? "";
};

type Opening = Pick<Session, "person"> & Partial<Pick<Session, "by" | "viewer" | "scope" | "confirmedAt" | "hadCode">>;

/** Notes a session that the product has just opened. */
export async function opened(model: Model, token: unknown, channel: Channel, session: Opening): Promise<void> {
  const { by: opener = null, viewer = null } = session;
  const limit = opener?.kind === "client" ? opener.expiresAt : (viewer?.expiresAt ?? Infinity);
  model.sessions.push({
    ...{ by: opener, viewer, scope: "all", confirmedAt: 0, hadCode: false, hasEnded: false, ...session },
    ...{ token: String(token), id: await sessionIdOf(String(token)), kind: channel === "form" ? "browser" : "bearer" },
    ...{ seenAt: now().getTime(), expiresAt: Math.min(now().getTime() + 12 * HOUR, limit) },
  });
}
