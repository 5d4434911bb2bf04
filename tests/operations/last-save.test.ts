import { expect } from "vitest";
import { perform } from "../../server/kernel/operation/perform";
import type { Actor } from "../../server/kernel/operation/roles";
import { execute, queryOne } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { isoTime } from "../../server/kernel/time";
import { withFixedTime } from "../../server/kernel/time/now";
import * as agents from "../../server/agents";
import * as fees from "../../server/fees";
import * as identity from "../../server/identity";
import * as offices from "../../server/offices";
import * as sites from "../../server/sites";
import * as types from "../../server/types";
import { anOffice, aSite, aSuperadmin } from "../world/builders";
import { test } from "../world/rollback";

const from = { channel: "program", ip: null, userAgent: "test" } as const;
const DAY_MS = 24 * 60 * 60 * 1000;

type Save = (actor: Actor, more: object) => Promise<unknown>;

/** Both save from version 1. Returns the refusal of the second, and the time of the first. */
async function conflictOf(save: Save, [first, second]: readonly Actor[], daysLater = 0) {
  await save(first!, { version: 1 });
  const row = await queryOne<{ at: Date }>(sql`SELECT at FROM audit ORDER BY id DESC LIMIT 1`);
  const at = Number(row?.at);
  const refused = await withFixedTime(new Date(at + daysLater * DAY_MS), () =>
    save(second!, { version: 1 }).catch((error: unknown) => error),
  );
  expect(refused).toMatchObject({ code: "CONFLICT", status: 409 });
  const [day, time] = isoTime(at).slice(0, 16).split("T");
  return { message: (refused as Error).message, day, time };
}

test("a conflict names who saved the record and when, for each kind of form with prices, sites and people", async () => {
  const [ada, bob] = [await aSuperadmin({ username: "ada" }), await aSuperadmin({ username: "bob" })];
  const office = await anOffice({ agents: 1 });
  const site = await aSite({ types: [{}] });
  const [id, typeId, companyId] = [site.id, site.types[0]!.id, office.id];
  const saves: Record<string, Save> = {
    site: (actor, more) => perform(sites.update, actor, { id, note: actor.username, ...more }, from),
    link: (actor, more) => perform(types.update, actor, { id: typeId, payout: actor.accountId, ...more }, from),
    fee: (actor, more) =>
      perform(fees.save, actor, { typeId, companyId, enable: true, payout: actor.accountId, ...more }, from),
    office: (actor, more) => perform(offices.update, actor, { id: companyId, manFirstName: "X", ...more }, from),
    agent: (actor, more) => perform(agents.update, actor, { id: office.agents[0]!.id, firstName: "X", ...more }, from),
  };
  for (const [name, save] of Object.entries(saves)) {
    const { message, time } = await conflictOf(save, [ada.actor, bob.actor]);
    expect([name, message]).toEqual([name, `Meanwhile, ada saved this at ${time}. Compare and save again.`]);
  }
});

test("a save of an earlier day has its date, and one's own is called that", async () => {
  const [ada, bob] = [await aSuperadmin({ username: "ada" }), await aSuperadmin({ username: "bob" })];
  const save =
    (id: number): Save =>
    (actor, more) =>
      perform(sites.update, actor, { id, note: actor.username, ...more }, from);
  const one = await conflictOf(save((await aSite()).id), [ada.actor, bob.actor], 2);
  expect(one.message).toBe(`Meanwhile, ada saved this on ${one.day} at ${one.time}. Compare and save again.`);
  const two = await conflictOf(save((await aSite()).id), [ada.actor, ada.actor]);
  expect(two.message).toBe(`Meanwhile, you saved this at ${two.time}. Compare and save again.`);
});

test("a profile form names the person who changed the account", async () => {
  const { actor: root } = await aSuperadmin({ username: "ada" });
  const office = await anOffice();
  const profile: Save = (actor, more) =>
    actor === root
      ? perform(offices.update, root, { id: office.id, manFirstName: "X", ...more }, from)
      : perform(identity.profile.company.update, actor, { manFirstName: "Y", ...more }, from);
  const { message, time } = await conflictOf(profile, [root, office.actor]);
  expect(message).toBe(`Meanwhile, ada saved this at ${time}. Compare and save again.`);
});

test("a change that is not in the audit is by somebody else", async () => {
  const { actor } = await aSuperadmin();
  const { id } = await aSite();
  await execute(sql`UPDATE sites SET version = 2 WHERE id = ${id}`);
  await expect(perform(sites.update, actor, { id, note: "x", version: 1 }, from)).rejects.toMatchObject({
    message: "Somebody else changed this in the meantime.",
  });
});
