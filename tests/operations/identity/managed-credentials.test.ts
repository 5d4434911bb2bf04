import { expect } from "vitest";
import * as agents from "../../../server/agents";
import * as identity from "../../../server/identity";
import * as offices from "../../../server/offices";
import type { AnyOperation } from "../../../server/kernel/operation/operation";
import { perform } from "../../../server/kernel/operation/perform";
import type { Actor } from "../../../server/kernel/operation/roles";
import { test } from "../../world/rollback";
import { fields } from "../agents/world";
import { later } from "./two-step";
import { aPerson, askerOf, bearerOf, from, type Person, signIn } from "./world";

/** The password and e-mail of an account that somebody else manages. */

const CONFIRM = { status: 403, code: "CONFIRM" };
const FORBIDDEN = { status: 403, code: "FORBIDDEN" };
const NEW = { password: "another-horse", passwordConfirm: "another-horse" };

const actorOf = async (token: string) => (await askerOf(token)) as Actor;

type Case = {
  by: Person;
  of: Person;
  update: AnyOperation;
  id: number;
  harmless: object;
  changes: object[];
};

async function cases(): Promise<Case[]> {
  const manager = await aPerson("company");
  const agent = await aPerson("agent", { of: manager });
  return [
    {
      ...{ by: manager, of: agent, update: agents.update, id: agent.agentId },
      harmless: { firstName: "Other", email: agent.email, password: "", passwordConfirm: "" },
      changes: [NEW, { email: "thief@example.org" }, { email: "" }],
    },
    {
      ...{ by: await aPerson("admin"), of: manager, update: offices.update, id: manager.companyId },
      harmless: { manFirstName: "Other", manEmail: manager.email, password: "", passwordConfirm: "" },
      changes: [NEW, { manEmail: "thief@example.org" }, { manEmail: "" }],
    },
  ];
}

async function clientToken(who: Person): Promise<string> {
  const actor = await actorOf(await bearerOf(who));
  return (await perform(identity.remoteTokens.create, actor, { kind: "client" }, from())).token;
}

test("change only with the password of the last 15 minutes; other fields need none", async () => {
  for (const { by, update, id, harmless, changes } of await cases()) {
    const bearer = await bearerOf(by);
    await later(16 * 60, async () => {
      await perform(update, await actorOf(bearer), { id, ...harmless }, from());
      for (const change of changes) {
        await expect(perform(update, await actorOf(bearer), { id, ...change }, from())).rejects.toMatchObject(CONFIRM);
      }
      await perform(identity.confirm, await actorOf(bearer), { password: "correct-horse" }, from());
      for (const change of changes) await perform(update, await actorOf(bearer), { id, ...change }, from());
    });
  }
});

test("are changed by no client token, no session that it opened and no sign-in link", async () => {
  const boss = await aPerson("superadmin");
  for (const { by, of, update, id, harmless, changes } of await cases()) {
    const token = await clientToken(by);
    const give = { accountId: by.accountId, kind: "browser" };
    const link = await perform(identity.remoteTokens.create, await actorOf(await bearerOf(boss)), give, from());
    const opened = await Promise.all(
      [token, link.token].map((one) => perform(identity.loginRemote, null, { token: one }, from())),
    );
    for (const credential of [token, ...opened.map((session) => session.token)]) {
      const actor = await actorOf(credential);
      await perform(update, actor, { id, ...harmless }, from());
      for (const change of changes) {
        await expect(perform(update, actor, { id, ...change }, from())).rejects.toMatchObject(FORBIDDEN);
      }
    }
    await signIn(of);
  }
});

test("are set by a client token in a new account", async () => {
  const manager = await aPerson("company");
  const boss = await aPerson("superadmin");
  await perform(agents.create, await actorOf(await clientToken(manager)), fields({ email: "n@example.org" }), from());
  const office = { officeName: "New", manFirstName: "A", manLastName: "B", manEmail: "n@example.org" };
  const given = { ...office, username: `o${Math.random().toString(36).slice(2, 8)}`, ...NEW };
  expect(await perform(offices.create, await actorOf(await clientToken(boss)), given, from())).toMatchObject(office);
});

test("of a record out of reach answer 404 as before", async () => {
  const manager = await aPerson("company");
  const foreign = await aPerson("agent");
  const actor = await actorOf(await bearerOf(manager));
  for (const change of [NEW, { email: "thief@example.org" }]) {
    await expect(perform(agents.update, actor, { id: foreign.agentId, ...change }, from())).rejects.toMatchObject({
      status: 404,
    });
  }
});
