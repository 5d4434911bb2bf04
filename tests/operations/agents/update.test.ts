import { expect } from "vitest";
import { read, sites, update } from "../../../server/agents";
import { changeStatus, verifyPassword } from "../../../server/accounts";
import { withFixedTime } from "../../../server/kernel/time/now";
import { queryOne, queryRows } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../../world/builders";
import { test } from "../../world/rollback";
import { aSellingOffice, auditOf, linkVersion, staysOf } from "./world";

test("an update changes the fields sent and keeps the rest; the username never changes [API-30, AGENT-24]", async () => {
  const { office, agent } = await aSellingOffice();
  const before = await ask(read, office.actor, { id: agent.id });
  const give = { id: agent.id, firstName: "Vera", campaignId: "c-9", username: "another" };
  const after = await ask(update, office.actor, give);
  expect(after).toEqual({ ...before, firstName: "Vera", campaignId: "c-9", version: before.version + 1 });
  expect(await auditOf(agent.id)).toEqual([
    {
      operation: "agents.update",
      before: { firstName: "Ada", campaignId: "" },
      after: { firstName: "Vera", campaignId: "c-9" },
    },
  ]);
});

test("a new password signs in, ends the sessions and is shown; an empty one keeps the old one [AGENT-25, TRUST-16]", async () => {
  const { office, agent } = await aSellingOffice();
  const hash = async () =>
    (await queryOne<{ hash: string }>(sql`SELECT password_hash AS hash FROM accounts WHERE id = ${agent.accountId}`))
      ?.hash;
  await queryRows(sql`
      INSERT INTO sessions (hash, account_id, kind, role, expires_at)
      VALUES ('\\x02', ${agent.accountId}, 'bearer', 20, now() + interval '1 hour')`);
  const before = await hash();
  await ask(update, office.actor, { id: agent.id, password: "", passwordConfirm: "" });
  expect(await hash()).toBe(before);
  const password = "brand-new-password";
  const after = await ask(update, office.actor, { id: agent.id, password, passwordConfirm: password });
  expect(after.plainPassword).toBe(password);
  expect(await verifyPassword(await hash(), password)).toBe(true);
  expect(
    await queryRows(sql`SELECT 1 FROM sessions WHERE account_id = ${agent.accountId} AND ended_at IS NULL`),
  ).toEqual([]);
  expect(JSON.stringify(await auditOf(agent.id))).not.toContain(password);
  for (const wrong of [{ password }, { password, passwordConfirm: "other" }, { passwordConfirm: "other" }]) {
    expect((await refused(update, office.actor, { id: agent.id, ...wrong })).data).toEqual({
      passwordConfirm: ["Passwords do not match"],
    });
  }
});

test("a superadmin can move an agent, and past events stay with the old office [AGENT-28]", async () => {
  const { office, agent } = await aSellingOffice();
  const [boss, elsewhere, admin] = [await aSuperadmin(), await anOffice(), await anAdmin()];
  const before = await linkVersion();
  const move = (officeId: number, day: string) =>
    withFixedTime(`${day}T15:00:00Z`, () => ask(update, boss.actor, { id: agent.id, officeId }));
  expect(await move(elsewhere.id, "2026-11-10")).toMatchObject({
    ...{ companyId: elsewhere.id, officeName: elsewhere.officeName, sites: [], sitesCount: 0 },
  });
  const [first, second] = await staysOf(agent.id);
  expect(first).toMatchObject({ companyId: office.id, until: new Date("2026-11-10T15:00:00Z") });
  expect(second).toEqual({ companyId: elsewhere.id, since: new Date("2026-11-10T15:00:00Z"), until: null });
  expect(await linkVersion()).toBeGreaterThan(before);
  expect(await refused(read, office.actor, { id: agent.id })).toEqual({ status: 404 });
  // Moving to the same office is not a move, and the sites of the first office are back when the agent returns.
  await move(elsewhere.id, "2026-11-11");
  expect(await staysOf(agent.id)).toHaveLength(2);
  expect((await move(office.id, "2026-11-12")).sitesCount).toBe(2);
  expect((await staysOf(agent.id)).map(({ companyId }) => companyId)).toEqual([office.id, elsewhere.id, office.id]);
  // Two simultaneous moves leave one stay.
  await move(elsewhere.id, "2026-11-12");
  expect((await staysOf(agent.id)).map(({ companyId }) => companyId)).toEqual([office.id, elsewhere.id, elsewhere.id]);
  for (const who of [admin, elsewhere]) {
    expect((await refused(update, who.actor, { id: agent.id, officeId: office.id })).data).toHaveProperty("officeId");
    expect(await ask(update, who.actor, { id: agent.id, officeId: elsewhere.id })).toMatchObject({
      version: expect.any(Number),
    });
  }
  expect((await refused(update, boss.actor, { id: agent.id, officeId: 999_999 })).data).toHaveProperty("officeId");
});

test("moving an agent while the clock is set back leaves them in one office at a time", async () => {
  const { office, agent } = await aSellingOffice();
  const [boss, second, third] = [await aSuperadmin(), await anOffice(), await anOffice()];
  const move = (officeId: number, moment: string) =>
    withFixedTime(moment, () => ask(update, boss.actor, { id: agent.id, officeId }));
  await move(second.id, "2026-11-10T15:00:00Z");
  await move(office.id, "2026-11-10T15:20:00Z");
  await move(third.id, "2026-11-10T14:30:00Z");
  expect(await staysOf(agent.id)).toEqual([
    { companyId: office.id, since: expect.any(Date), until: new Date("2026-11-10T14:30:00Z") },
    { companyId: third.id, since: new Date("2026-11-10T14:30:00Z"), until: null },
  ]);
});

test("an unknown office, unknown sites and a weak password of an agent are refused together, and nothing is saved", async () => {
  const boss = await aSuperadmin();
  const { agent } = await aSellingOffice();
  const before = await ask(read, boss.actor, { id: agent.id });
  const unknown = { officeId: 999_999, sites: [{ siteId: 999_999, enable: true }] };
  const easy = { password: "password1", passwordConfirm: "password1" };
  expect(await refused(update, boss.actor, { id: agent.id, firstName: "Other", ...unknown, ...easy })).toEqual({
    status: 422,
    data: {
      officeId: ["Please choose one from the list."],
      sites: ["Please choose from the list."],
      password: [expect.stringContaining("Many people use this password")],
    },
  });
  expect(await ask(read, boss.actor, { id: agent.id })).toEqual(before);
});

test("sites are enabled one by one; sites that are not named keep their state [AGENT-21, API-85]", async () => {
  const { office, agent, one: site, two, other } = await aSellingOffice();
  const off = await ask(update, office.actor, { id: agent.id, sites: [{ siteId: site.id, enable: false }] });
  expect(off.siteIds).toEqual([two.id]);
  const on = await ask(update, office.actor, { id: agent.id, sites: [{ siteId: site.id, enable: true }] });
  expect(on.sitesCount).toBe(2);
  const foreign = [{ siteId: other.id, enable: true }];
  expect((await refused(update, office.actor, { id: agent.id, sites: foreign })).data).toHaveProperty("sites");
  expect(await ask(sites, office.actor, { id: agent.id })).toEqual(
    expect.arrayContaining([
      { siteId: site.id, sitename: site.sitename, abbr: expect.any(String), status: 1, enable: true },
    ]),
  );
});

test("saving from an outdated version returns the current record and changes nothing [TRUST-09]", async () => {
  const { office, agent } = await aSellingOffice();
  const { version } = await ask(read, office.actor, { id: agent.id });
  await ask(update, office.actor, { id: agent.id, version, lastName: "First" });
  const late = await refused(update, office.actor, { id: agent.id, version, lastName: "Second" });
  expect(late).toMatchObject({ status: 409, data: { current: { lastName: "First", version: version + 1 } } });
  expect((await ask(read, office.actor, { id: agent.id })).lastName).toBe("First");
  expect((await ask(update, office.actor, { id: agent.id, lastName: "Third" })).lastName).toBe("Third");
});

test("a status changed by the form keeps its reason; an enabled sign-in stays enabled [AGENT-29]", async () => {
  const { office, agent } = await aSellingOffice();
  const change = (more: object) => ask(update, office.actor, { id: agent.id, ...more });
  const suspended = await withFixedTime("2026-11-20T12:00:00Z", () => change({ active: false, reason: "on leave" }));
  expect(suspended).toMatchObject({
    ...{
      active: false,
      statusReason: "on leave",
      statusBy: office.username,
      statusAt: "2026-11-20T07:00:00.000-05:00",
    },
  });
  expect(await change({ active: true, hidden: true })).toMatchObject({
    active: true,
    hidden: true,
    statusReason: null,
  });
  expect(await change({ loginBlocked: true })).toMatchObject({ loginBlocked: true });
  await changeStatus([agent.accountId], { loginBlocked: false }, { by: office.actor });
  expect(await change({ loginBlocked: false, firstName: "Still in" })).toMatchObject({ loginBlocked: false });
  expect(await change({ loginBlocked: true })).toMatchObject({ loginBlocked: true });
});

const wrong: [more: Record<string, unknown>, field: string][] = [
  [{ firstName: "" }, "firstName"],
  [{ lastName: null }, "lastName"],
  [{ email: "x" }, "email"],
  [{ password: "short", passwordConfirm: "short" }, "password"],
  [{ version: "one" }, "version"],
  [{ sites: "all" }, "sites"],
  [{ reason: "x".repeat(256) }, "reason"],
  [{ officeId: -1 }, "officeId"],
];

test.each(wrong)("%j is refused at its field, and nothing changes [AGENT-23, API-30]", async (more, field) => {
  const { office, agent } = await aSellingOffice();
  const before = await ask(read, office.actor, { id: agent.id });
  const answer = await refused(update, office.actor, { id: agent.id, campaignId: "x", ...more });
  expect([answer.status, Object.keys(answer.data as object)]).toEqual([422, [field]]);
  expect(await ask(read, office.actor, { id: agent.id })).toEqual(before);
});

test("neither agents nor managers of other offices can update an agent [API-30]", async () => {
  const { office, agent } = await aSellingOffice();
  const stranger = await anAgent();
  expect(await refused(update, office.actor, { id: stranger.id, firstName: "x" })).toEqual({ status: 404 });
  expect(await refused(update, agent.actor, { id: agent.id, firstName: "x" })).toMatchObject({ status: 403 });
  expect(await refused(sites, office.actor, { id: stranger.id })).toEqual({ status: 404 });
});
