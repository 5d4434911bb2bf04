import { hash } from "@node-rs/argon2";
import { expect } from "vitest";
import { LegacyLink } from "~models";
import { verifyPassword } from "../../../server/accounts";
import { read } from "../../../server/agents";
import { queryOne, queryRows } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { count, migrate, migrationScreen, stage } from "../../../server/migration";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anAgent, anOffice, aSite, aSuperadmin } from "../../world/builders";
import { test } from "../../world/rollback";
import { waitingMailsTo } from "../../world/waiting-mails";
import { aFile } from "./world";

const agentNamed = async (username: string) =>
  (
    await queryOne<{ id: number }>(sql`
    SELECT agents.id FROM agents JOIN accounts ON accounts.id = account_id WHERE username = ${username}`)
  )?.id ?? 0;

test("every ready agent is moved, approved and marked, with the office's sites and the old codes [API-14, API-15, MIGRATE-05]", async () => {
  const boss = await aSuperadmin();
  const office = await anOffice({ officeName: "Quay" });
  const site = await aSite({ enabledFor: [office] });
  const codes = `oldA=${site.id}:${site.types[0]?.id};oldB=${site.id}:${site.types[0]?.id}`;
  await ask(stage, boss.actor, {
    text: aFile({ codes, officeName: "QUAY" }, { legacyId: "18", username: "old_bob", ready: "0" }),
  });
  expect(await ask(count, boss.actor)).toEqual({ count: 1 });
  expect(await ask(migrate, boss.actor)).toEqual({ migrated: 1, skipped: [] });
  const id = await agentNamed("old_ann");
  expect(await ask(read, boss.actor, { id })).toMatchObject({
    ...{ companyId: office.id, firstName: "Ann", lastName: "Lee", email: "ann@example.org", campaignId: "c1" },
    ...{ plainPassword: "long-enough", approved: true, migrated: true, active: true, siteIds: [site.id] },
    regTime: "2019-05-04T00:00:00.000-04:00",
  });
  expect(await queryRows(sql`SELECT code, agent_id FROM legacy_links ORDER BY code`)).toEqual([
    { code: "oldA", agent_id: id },
    { code: "oldB", agent_id: id },
  ]);
  expect(
    await queryRows(sql`SELECT 1 FROM legacy_agents WHERE password_sealed IS NOT NULL AND legacy_id = '17'`),
  ).toEqual([]);
  expect(await agentNamed("old_bob")).toBe(0);
  // A second run moves no agent.
  expect(await ask(count, boss.actor)).toEqual({ count: 0 });
  expect(await ask(migrate, boss.actor)).toEqual({ migrated: 0, skipped: [] });
  expect(await queryRows(sql`SELECT 1 FROM agents WHERE migrated`)).toHaveLength(1);
});

test("an agent who cannot be moved is skipped with the reason, and the others are moved [API-14]", async () => {
  const boss = await aSuperadmin();
  const office = await anOffice({ officeName: "Quay" });
  await anAgent({ username: "Taken", office });
  const text = aFile(
    { legacyId: "1", username: "good" },
    { legacyId: "2", username: "taken" },
    { legacyId: "3", username: "over_ten_ch" },
    { legacyId: "4", username: "a b" },
    { legacyId: "5", username: "nowhere", officeName: "Pier" },
  );
  await ask(stage, boss.actor, { text });
  const skipped = [
    { username: "taken", reason: "Username is taken" },
    { username: "over_ten_ch", reason: "The username is longer than 10 characters." },
    { username: "a b", reason: "The username may contain only letters, digits, _ . and -." },
    { username: "nowhere", reason: 'There is no office "Pier".' },
  ];
  expect(await ask(migrate, boss.actor)).toEqual({ migrated: 1, skipped });
  expect(await ask(migrationScreen, boss.actor)).toMatchObject({ count: 4 });
  expect((await ask(migrationScreen, boss.actor)).skipped).toHaveLength(4);
  await anOffice({ officeName: "Pier" });
  expect((await ask(migrate, boss.actor)).migrated).toBe(1);
  expect((await ask(migrationScreen, boss.actor)).skipped.map(({ username }) => username)).not.toContain("nowhere");
});

test("a code that already belongs to another agent skips only its agent and leaves no trace of them", async () => {
  const boss = await aSuperadmin();
  const office = await anOffice({ officeName: "Quay" });
  const { id: siteId, types } = await aSite({ enabledFor: [office] });
  const typeId = types[0]?.id ?? 0;
  await LegacyLink.create({ code: "given", siteId, typeId, agentId: (await anAgent()).id });
  const codes = `given=${siteId}:${typeId}`;
  await ask(stage, boss.actor, { text: aFile({ codes }, { legacyId: "18", username: "free" }) });
  const reason = "The code given belongs to another agent.";
  expect(await ask(migrate, boss.actor)).toEqual({ migrated: 1, skipped: [{ username: "old_ann", reason }] });
  expect([await agentNamed("old_ann"), (await agentNamed("free")) > 0]).toEqual([0, true]);
  expect(await queryRows(sql`SELECT 1 FROM accounts WHERE username = 'old_ann'`)).toEqual([]);
});

test("an imported hash signs in; an agent without a password is mailed a link to set one", async () => {
  const boss = await aSuperadmin();
  await anOffice({ officeName: "Quay" });
  const password = await hash("from the old server", { memoryCost: 64, timeCost: 1 });
  await ask(stage, boss.actor, {
    text: aFile({ password }, { legacyId: "18", username: "unset", password: "", email: "unset@example.org" }),
  });
  expect(await ask(migrate, boss.actor)).toMatchObject({ migrated: 2 });
  const stored = await queryRows<{ username: string; hash: string; sealed: unknown }>(sql`
      SELECT username, password_hash AS hash, password_sealed AS sealed FROM accounts
      WHERE username IN ('old_ann', 'unset') ORDER BY username`);
  expect(await verifyPassword(stored[0]?.hash, "from the old server")).toBe(true);
  expect(stored.map(({ sealed }) => sealed)).toEqual([null, null]);
  expect(await verifyPassword(stored[1]?.hash, "")).toBe(false);
  expect(await queryRows(sql`SELECT 1 FROM password_resets WHERE used_at IS NULL`)).toHaveLength(1);
  expect(await waitingMailsTo("unset@example.org")).toEqual([expect.stringContaining("/reset?token=")]);
});

test("only a superadmin can migrate and count [API-14, API-15]", async () => {
  const admin = await anAdmin();
  expect(await refused(migrate, admin.actor)).toMatchObject({ status: 403 });
  expect(await refused(count, admin.actor)).toMatchObject({ status: 403 });
  expect(await refused(migrationScreen, admin.actor)).toMatchObject({ status: 403 });
});
