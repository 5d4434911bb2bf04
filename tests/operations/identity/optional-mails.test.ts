import { describe, expect } from "vitest";
import { WebhookEndpoint } from "~models";
import { optionalMailsOf } from "../../../server/accounts";
import * as approvals from "../../../server/approvals";
import * as identity from "../../../server/identity";
import { writeTransaction } from "../../../server/kernel/database/transactions";
import { perform } from "../../../server/kernel/operation/perform";
import { type Actor, levels } from "../../../server/kernel/operation/roles";
import { mailDisabled } from "../../../server/webhooks/delivery/disabled-mail";
import { db } from "../../world/db";
import { test } from "../../world/rollback";
import { waitingMailsTo } from "../../world/waiting-mails";
import { aPerson, askerOf, bearerOf, from, type Person } from "./world";

const { admin, company, screen } = identity.profile;
const actorOf = async (who: Person) => (await askerOf(await bearerOf(who))) as Actor;
const ALL = ["agentRejected", "claimDecided", "webhookDisabled", "signals"];

/** Rejects a new agent of the manager's office. */
async function reject(manager: Person): Promise<void> {
  const agent = await aPerson("agent", { of: manager });
  await db.run`UPDATE accounts SET approved = false WHERE id = ${agent.accountId}`;
  const give = { ids: [agent.agentId], reason: "No papers" };
  await perform(approvals.reject, await actorOf(await aPerson("superadmin")), give, from());
}

async function disableWebhook(companyId: number | null): Promise<void> {
  const url = "https://crm.example.org/in";
  const { id } = await writeTransaction(() =>
    WebhookEndpoint.create({
      companyId,
      format: "signed",
      name: "CRM",
      url,
      events: ["agent.approved"],
      secret: Buffer.from("x"),
    }),
  );
  await mailDisabled(id);
}

describe("mails that are not about security [PROFILE-13]", () => {
  test("are offered to the roles that get them, and are on", async () => {
    const kindsOf = async (who: Person) =>
      (await perform(screen, await actorOf(who), {}, from())).optionalMails.map(({ value }) => value);
    expect(await kindsOf(await aPerson("agent"))).toEqual([]);
    expect(await kindsOf(await aPerson("admin"))).toEqual(["signals"]);
    expect(await kindsOf(await aPerson("company"))).toEqual(ALL);
    expect(await kindsOf(await aPerson("superadmin"))).toEqual(["webhookDisabled", "signals"]);
    expect(optionalMailsOf(levels.company).every(({ label }) => label.length > 0)).toBe(true);
    const manager = await actorOf(await aPerson("company"));
    expect((await perform(company.read, manager, {}, from())).mails).toEqual(ALL);
  });

  test("are not sent once the manager has switched them off, each by itself, until they are switched on", async () => {
    const manager = await aPerson("company");
    const actor = await actorOf(manager);
    const choose = (mails: string[]) => perform(company.update, actor, { mails }, from());
    const mails = () => waitingMailsTo(manager.email);
    expect((await choose(["webhookDisabled"])).mails).toEqual(["webhookDisabled"]);
    await reject(manager);
    expect(await mails()).toEqual([]);
    await disableWebhook(manager.companyId);
    expect(await mails()).toEqual([expect.stringContaining("A webhook endpoint was disabled")]);
    expect((await choose([])).mails).toEqual([]);
    await disableWebhook(manager.companyId);
    expect(await mails()).toHaveLength(1);
    await choose(["agentRejected"]);
    await reject(manager);
    expect((await mails()).at(-1)).toContain("An agent was not approved");
  });

  test("of the network go to the superadmins who want them", async () => {
    const [wants, not] = [await aPerson("superadmin"), await aPerson("superadmin")];
    await perform(admin.update, await actorOf(not), { mails: [] }, from());
    await disableWebhook(null);
    expect(await waitingMailsTo(wants.email)).toHaveLength(1);
    expect(await waitingMailsTo(not.email)).toEqual([]);
  });

  test("are chosen together with a new password, and left as they are by a call without them", async () => {
    const person = await aPerson("company");
    const actor = await actorOf(person);
    const password = { password: "another-horse", passwordConfirm: "another-horse" };
    const chosen = await perform(company.update, actor, { mails: ["agentRejected"], ...password }, from());
    expect(chosen.mails).toEqual(["agentRejected"]);
    const later = await perform(company.update, actor, { officeName: "North Quay" }, from());
    expect(later.mails).toEqual(["agentRejected"]);
    // The mail about the new password cannot be switched off.
    expect(await waitingMailsTo(person.email)).toEqual([expect.stringContaining("The password was changed.")]);
  });

  test("refuse a kind that does not exist, and ignore one of another role", async () => {
    const boss = await actorOf(await aPerson("superadmin"));
    await expect(perform(admin.update, boss, { mails: ["security"] }, from())).rejects.toMatchObject({ status: 422 });
    const { mails } = await perform(admin.update, boss, { mails: ALL }, from());
    expect(mails).toEqual(["webhookDisabled", "signals"]);
  });
});
