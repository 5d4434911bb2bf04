import { expect } from "vitest";
import { create, read } from "../../../server/agents";
import { verifyPassword } from "../../../server/accounts";
import { withFixedTime } from "../../../server/kernel/time/now";
import { queryOne, queryRows } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anAgent, aSuperadmin } from "../../world/builders";
import { test } from "../../world/rollback";
import { aSellingOffice, auditOf, fields, linkVersion, staysOf } from "./world";

test("a new agent is active, pending approval, and starts with the sites of their office [API-29, AGENT-22, AGENT-32]", async () => {
  const { office, one: site, two } = await aSellingOffice();
  const admin = await anAdmin();
  const before = await linkVersion();
  const given = fields({ officeId: office.id, email: "n@example.org", campaignId: "c-7", mustRead: "one\r\ntwo" });
  const made = await withFixedTime("2026-11-20T17:00:00Z", () => ask(create, admin.actor, given));
  expect(made).toMatchObject({
    ...{ companyId: office.id, officeId: office.id, officeName: office.officeName, firstName: "Nora" },
    ...{ username: given.username, plainPassword: "a-good-password", email: "n@example.org", campaignId: "c-7" },
    ...{ mustRead: "one\ntwo", active: true, hidden: false, loginBlocked: false, approved: false, migrated: false },
    ...{ regTime: "2026-11-20T12:00:00.000-05:00", lastLoginTime: null, loginCount: 0, sitesCount: 2, version: 1 },
  });
  expect(made.sites.map(({ siteId, enable }) => [siteId, enable])).toEqual(
    expect.arrayContaining([
      [site.id, true],
      [two.id, true],
    ]),
  );
  expect(made.siteIds.sort()).toEqual([site.id, two.id].sort());
  expect(await staysOf(made.id)).toEqual([
    { companyId: office.id, since: new Date("2026-11-20T17:00:00Z"), until: null },
  ]);
  expect(await linkVersion()).toBeGreaterThan(before);
  const [trace] = await auditOf(made.id);
  expect(trace).toMatchObject({ operation: "agents.create", before: null, after: { username: given.username } });
  expect(JSON.stringify(trace)).not.toContain("a-good-password");
  const account = await queryOne<{ hash: string; role: number }>(
    sql`SELECT password_hash AS hash, role FROM accounts WHERE username = ${given.username}`,
  );
  expect(account?.role).toBe(20);
  expect(await verifyPassword(account?.hash, "a-good-password")).toBe(true);
});

test("a manager's new agent belongs to the manager's own office, whichever office the input names [AGENT-27]", async () => {
  const { office } = await aSellingOffice();
  const stranger = await anAgent();
  for (const named of [{}, { officeId: stranger.companyId }, { companyId: 999_999 }]) {
    expect((await ask(create, office.actor, fields(named))).companyId).toBe(office.id);
  }
});

test("the office may be sent as companyId; an unknown or missing one is refused at its field [AGENT-23]", async () => {
  const { office } = await aSellingOffice();
  const admin = await anAdmin();
  expect((await ask(create, admin.actor, fields({ companyId: office.id }))).officeId).toBe(office.id);
  expect((await refused(create, admin.actor, fields())).data).toEqual({ officeId: ["Please fill in this field."] });
  expect((await refused(create, admin.actor, fields({ officeId: 999_999 }))).data).toHaveProperty("officeId");
});

test("an unknown office, unknown sites and a weak password of a new agent are refused together", async () => {
  const admin = await anAdmin();
  const unknown = { officeId: 999_999, sites: [{ siteId: 999_999, enable: true }] };
  const easy = { password: "password1", passwordConfirm: "password1" };
  expect(await refused(create, admin.actor, fields({ ...unknown, ...easy }))).toEqual({
    status: 422,
    data: {
      officeId: ["Please choose one from the list."],
      sites: ["Please choose from the list."],
      password: [expect.stringContaining("Many people use this password")],
    },
  });
});

test("sites switched off in the input, and sites that the office does not sell, are not enabled [AGENT-21]", async () => {
  const { office, one: site, two, other } = await aSellingOffice();
  const admin = await anAdmin();
  const sites = [
    { siteId: site.id, enable: false },
    { siteId: two.id, enable: true },
    { siteId: other.id, enable: true },
  ];
  const made = await ask(create, admin.actor, fields({ officeId: office.id, sites }));
  expect(made.siteIds).toEqual([two.id]);
  expect(await queryRows(sql`SELECT site_id FROM agent_sites WHERE agent_id = ${made.id}`)).toEqual([
    { site_id: two.id },
  ]);
  const foreign = { sites: [{ siteId: other.id, enable: true }] };
  expect((await refused(create, office.actor, fields(foreign))).data).toHaveProperty("sites");
});

const long = (length: number) => "x".repeat(length);
/** With enough different characters to be a password: only its length may be wrong. */
const password = (length: number) => {
  const text = "kqzv".repeat(length).slice(0, length);
  return { password: text, passwordConfirm: text };
};
const wrong: [what: string, more: Record<string, unknown>, field: string][] = [
  ["no first name", { firstName: "" }, "firstName"],
  ["a first name of spaces", { firstName: "  " }, "firstName"],
  ["a first name over 255", { firstName: long(256) }, "firstName"],
  ["no last name", { lastName: undefined }, "lastName"],
  ["a last name over 255", { lastName: long(256) }, "lastName"],
  ["no username", { username: "" }, "username"],
  ["a username of 11", { username: long(11) }, "username"],
  ["a username with a space", { username: "a b" }, "username"],
  ["a username with a special character", { username: "a@b" }, "username"],
  ["no password", { password: "", passwordConfirm: "" }, "password,passwordConfirm"],
  ["a password of 7", password(7), "password"],
  ["a password of 73", password(73), "password"],
  ["no confirmation", { passwordConfirm: undefined }, "passwordConfirm"],
  ["a different confirmation", { passwordConfirm: "a-good-passwort" }, "passwordConfirm"],
  ["an invalid e-mail address", { email: "nora" }, "email"],
  ["an e-mail address over 254", { email: `${long(250)}@example.org` }, "email"],
  ["a campaign over 255", { campaignId: long(256) }, "campaignId"],
  ["a note over 20,000", { mustRead: long(20_001) }, "mustRead"],
  ["a NUL", { firstName: "a\0b" }, "firstName"],
  ["half a surrogate pair", { lastName: "\ud800" }, "lastName"],
  ["a status other than yes or no", { active: "perhaps" }, "active"],
  ["a site that is not an ID", { sites: [{ siteId: "x", enable: true }] }, "sites[0].siteId"],
];

test.each(wrong)("%s is refused at its field [AGENT-23, AGENT-24, AGENT-25]", async (_what, more, field) => {
  const { office } = await aSellingOffice();
  const answer = await refused(create, office.actor, fields(more));
  expect([answer.status, Object.keys(answer.data as object)]).toEqual([422, field.split(",")]);
});

const good: [what: string, more: Record<string, unknown>][] = [
  ["names of 255", { firstName: long(255), lastName: long(255) }],
  ["a username of 10 with every allowed character", { username: "A9_.-bcdef" }],
  ["a password of 8", password(8)],
  ["a password of 72", password(72)],
  ["an e-mail address of 254", { email: `${long(60)}@${[60, 60, 60, 7].map(long).join(".")}.co` }],
  ["an empty optional field", { email: "", campaignId: "", mustRead: "" }],
  ["a note of 20,000", { mustRead: long(20_000) }],
];

test.each(good)("%s is accepted [AGENT-23, AGENT-24, AGENT-25]", async (_what, more) => {
  const { office } = await aSellingOffice();
  expect(await ask(create, office.actor, fields(more))).toMatchObject(
    Object.fromEntries(Object.entries(more).filter(([name]) => !name.startsWith("password"))),
  );
});

test("a username is unique regardless of case, and free again once its account is deleted", async () => {
  const { office, agent } = await aSellingOffice();
  const boss = await aSuperadmin();
  for (const username of [agent.username.toUpperCase(), boss.username, office.username]) {
    expect((await refused(create, office.actor, fields({ username }))).data).toEqual({
      username: ["Username is taken"],
    });
  }
  await queryRows(sql`UPDATE accounts SET deleted_at = now() WHERE id = ${agent.accountId}`);
  expect((await ask(create, office.actor, fields({ username: agent.username }))).username).toBe(agent.username);
});

test("an agent cannot add agents, and a manager cannot read an agent of another office [API-28, ROLE-19]", async () => {
  const { office, agent } = await aSellingOffice();
  const stranger = await anAgent();
  expect(await refused(create, agent.actor, fields())).toMatchObject({ status: 403 });
  expect(await refused(read, agent.actor, { id: agent.id })).toMatchObject({ status: 403 });
  expect(await refused(read, office.actor, { id: stranger.id })).toEqual({ status: 404 });
  expect((await ask(read, office.actor, { id: agent.id })).username).toBe(agent.username);
  const admin = await anAdmin({ showSuspend: false });
  await queryRows(sql`UPDATE accounts SET active = false WHERE id = ${agent.accountId}`);
  expect((await ask(read, admin.actor, { id: agent.id })).active).toBe(false);
});
