import { describe, expect } from "vitest";
import * as admins from "../../../server/admins";
import * as agents from "../../../server/agents";
import * as identity from "../../../server/identity";
import * as offices from "../../../server/offices";
import { perform } from "../../../server/kernel/operation/perform";
import { type Actor, system } from "../../../server/kernel/operation/roles";
import { withFixedTime } from "../../../server/kernel/time/now";
import { create as createWebhook, update as updateWebhook } from "../../../server/webhooks";
import { db } from "../../world/db";
import { test } from "../../world/rollback";
import { waitingMailsTo } from "../../world/waiting-mails";
import { fields } from "../agents/world";
import { enrolled } from "./two-step";
import { aPerson, askerOf, bearerOf, from, type Person } from "./world";

/** The mails that owners get when somebody changes by what they sign in. */

const NEW = { password: "another-horse", passwordConfirm: "another-horse" };
const actorOf = async (who: Person) => (await askerOf(await bearerOf(who))) as Actor;
const aManagedAgent = async () => {
  const manager = await aPerson("company");
  return { manager, agent: await aPerson("agent", { of: manager }) };
};

describe("a mail to the owner", () => {
  test("reports a password that a manager set, with who and when and without the password", async () => {
    const { manager, agent } = await aManagedAgent();
    const actor = await actorOf(manager);
    await withFixedTime(new Date("2026-03-01T12:00:00Z"), () =>
      perform(agents.update, actor, { id: agent.agentId, ...NEW }, from()),
    );
    const [mail = "", ...others] = await waitingMailsTo(agent.email);
    expect(others).toEqual([]);
    expect(mail).toContain(`Subject: Your account "${agent.username}" was changed`);
    expect(mail).toContain("The password was changed.");
    expect(mail).toContain(`Signed in as: ${manager.username}`);
    expect(mail).toContain("When: 2026-03-01 07:00 (New York)");
    expect(mail).not.toContain(NEW.password);
    expect(await waitingMailsTo(manager.email)).toEqual([]);
  });

  test("goes to the former and to the new address when the address changes, for every role", async () => {
    const { manager, agent } = await aManagedAgent();
    const [admin, boss] = [await aPerson("admin"), await aPerson("superadmin")];
    const adminId = (await db.row<{ id: number }>`SELECT id FROM admins WHERE account_id = ${admin.accountId}`)?.id;
    const changes = [
      [
        agent,
        () =>
          actorOf(manager).then((by) =>
            perform(agents.update, by, { id: agent.agentId, email: "a@x.example" }, from()),
          ),
      ],
      [
        manager,
        () =>
          actorOf(admin).then((by) =>
            perform(offices.update, by, { id: manager.companyId, manEmail: "a@x.example" }, from()),
          ),
      ],
      [
        admin,
        () => actorOf(boss).then((by) => perform(admins.update, by, { id: adminId, email: "a@x.example" }, from())),
      ],
    ] as const;
    for (const [index, [owner, change]] of changes.entries()) {
      await change();
      const said = `The e-mail address was changed from ${owner.email} to a@x.example.`;
      expect(await waitingMailsTo(owner.email)).toEqual([expect.stringContaining(said)]);
      expect((await waitingMailsTo("a@x.example"))[index]).toContain(said);
    }
  });

  test("reports what the owner did: a password, a client token, each step of two-step sign-in", async () => {
    const agent = await aPerson("agent");
    const actor = await actorOf(agent);
    await perform(identity.profile.agent.update, actor, NEW, from());
    await perform(identity.remoteTokens.create, actor, { kind: "client" }, from());
    await perform(identity.remoteTokens.create, actor, { kind: "browser" }, from());
    const { app, actor: again } = await enrolled(agent, NEW.password);
    await perform(identity.twoStep.renewCodes, again, { password: NEW.password, totp: app.code() }, from());
    const mails = await waitingMailsTo(agent.email);
    expect(mails.map((mail) => mail.split("\n")[5])).toEqual([
      "The password was changed.",
      "A client token for programs was created.",
      "Two-step sign-in was switched on.",
      "New recovery codes were made. The former ones no longer work.",
    ]);
  });

  test("reports a second step that a manager reset and a sign-in that an admin disabled", async () => {
    const { manager, agent } = await aManagedAgent();
    await enrolled(agent);
    await perform(identity.twoStep.reset, await actorOf(manager), { username: agent.username }, from());
    await perform(agents.setStatus, await actorOf(manager), { ids: [agent.agentId], loginBlocked: true }, from());
    const mails = await waitingMailsTo(agent.email);
    expect(mails.at(-2)).toContain("Two-step sign-in was switched off: the password alone signs in.");
    expect(mails.at(-1)).toContain("Signing in was disabled.");
  });

  test("reports a password that was set on the server or through a mailed link", async () => {
    const agent = await aPerson("agent");
    await perform(identity.setLostPassword, system, { username: agent.username, password: NEW.password }, from());
    const [mail] = await waitingMailsTo(agent.email);
    expect(mail).toContain("The password was changed.");
    await perform(identity.forgot, null, { username: agent.username, email: agent.email }, from());
    const token = /token=([\w-]+)/.exec((await waitingMailsTo(agent.email)).at(-1) ?? "")?.[1];
    await perform(identity.resetPassword, null, { token, ...NEW }, from());
    expect((await waitingMailsTo(agent.email)).at(-1)).toContain("Signed in as: nobody");
  });

  test("reports to a superadmin that another one made them an admin", async () => {
    const [boss, other] = [await aPerson("superadmin"), await aPerson("superadmin")];
    await perform(identity.superadmins.demote, await actorOf(boss), { id: other.accountId }, from());
    const [mail] = await waitingMailsTo(other.email);
    expect(mail).toContain("The role was changed.");
    expect(mail).toContain(`Signed in as: ${boss.username}`);
  });

  test("is not sent for a new account, another field, or a change that was refused", async () => {
    const { manager, agent } = await aManagedAgent();
    const actor = await actorOf(manager);
    await perform(agents.create, actor, { ...fields({ email: "new@x.example" }) }, from());
    await perform(agents.update, actor, { id: agent.agentId, firstName: "Other", email: agent.email }, from());
    await expect(
      perform(agents.update, actor, { id: agent.agentId, ...NEW, passwordConfirm: "other" }, from()),
    ).rejects.toMatchObject({ status: 422 });
    expect(await waitingMailsTo("new@x.example")).toEqual([]);
    expect(await waitingMailsTo(agent.email)).toEqual([]);
  });
});

test("superadmins and the office's manager get a mail about a webhook with a new address, without its path", async () => {
  const [manager, boss] = [await aPerson("company"), await aPerson("superadmin")];
  const actor = await actorOf(manager);
  const fields = { name: "CRM", events: ["sale.accepted"], format: "signed" };
  const { id } = await perform(createWebhook, actor, { ...fields, url: "https://crm.example.org/secret-path" }, from());
  await perform(updateWebhook, actor, { id, name: "CRM 2" }, from());
  await perform(updateWebhook, actor, { id, url: "https://thief.example.org/x" }, from());
  for (const address of [manager.email, boss.email]) {
    const [added = "", moved = "", ...others] = await waitingMailsTo(address);
    expect(others).toEqual([]);
    expect(added).toContain("Host: crm.example.org");
    expect(added).not.toContain("secret-path");
    expect(moved).toContain("Subject: A webhook has a new address");
    expect(moved).toContain("Host: thief.example.org");
  }
});
