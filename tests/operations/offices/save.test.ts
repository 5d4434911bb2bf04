import { expect } from "vitest";
import { create, editScreen, read, update } from "../../../server/offices";
import { verifyPassword } from "../../../server/accounts";
import { queryOne, queryRows, execute } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anAgent, anOffice, aSite, aSuperadmin } from "../../world/builders";
import { test } from "../../world/rollback";
import { auditOf, fields, linkVersion, sitesOfAgents } from "./world";

test("a new office is by default active, with every site and the first domain as preferred [OFFICE-19, OFFICE-20, OFFICE-21, API-24]", async () => {
  const { actor } = await aSuperadmin();
  await execute(sql`DELETE FROM domains`);
  const sites = [(await aSite()).id, (await aSite({ active: false })).id];
  const [later, first] = [12, 13];
  await execute(sql`
      INSERT INTO domains (id, domain, hidden)
      VALUES (11, 'https://0.example', true), (12, 'https://b.example', false), (13, 'https://a.example', false)`);
  const usual = await ask(create, actor, fields());
  expect(usual).toMatchObject({ active: true, hidden: false, preferredDomainId: first, version: 1 });
  expect(usual.siteIds).toEqual(expect.arrayContaining(sites));
  const one = await ask(create, actor, fields({ active: false, siteIds: [sites[0]], preferredDomainId: later }));
  expect(one).toMatchObject({
    active: false,
    siteIds: [sites[0]],
    preferredDomain: { id: later, domain: "https://b.example" },
  });
  const none = await ask(create, actor, fields({ siteIds: [], preferredDomainId: null }));
  expect(none).toMatchObject({ siteIds: [], preferredDomainId: null, preferredDomain: null });
});

test("the domain with id 1 comes first if it exists [OFFICE-21, OFFICE-28]", async () => {
  const { actor } = await aSuperadmin();
  await execute(sql`DELETE FROM domains`);
  await execute(sql`INSERT INTO domains (id, domain) VALUES (1, 'https://z.example'), (2, 'https://a.example')`);
  expect(await ask(create, actor, fields())).toMatchObject({
    preferredDomain: { id: 1, domain: "https://z.example" },
  });
});

test("reading an office returns all of its fields, including the manager's names [API-23, OFFICE-14, OFFICE-15]", async () => {
  const { actor } = await aSuperadmin();
  const given = fields({ manEmail: "mara@example.org", agentNotes: "<p>Read <b>this</b></p>" });
  const made = await ask(create, actor, given);
  await anAgent({ office: { id: made.id, officeName: made.officeName } });
  await anAgent({ office: { id: made.id, officeName: made.officeName }, approved: false });
  const { password: _, passwordConfirm: __, ...kept } = given;
  const office = await ask(read, actor, { id: made.id });
  expect(office).toMatchObject({ ...kept, companyId: made.id, plainPassword: "a-good-password", agentsCount: 1 });
  expect(office.sitesCount).toBe(office.siteIds.length);
  expect(new Date(office.regTime).getTime()).toBeGreaterThan(Date.now() - 60_000);
  const account = await queryOne<{ hash: string; role: number }>(sql`
      SELECT password_hash AS hash, role FROM accounts WHERE username = ${String(given.username)}`);
  expect([account?.role, await verifyPassword(account?.hash, "a-good-password")]).toEqual([10, true]);
});

const name = "x".repeat(255);
/** With enough different characters: only its length may be wrong. */
const longest = "kqzv".repeat(18);
/** The fields sent and the field that is refused; without a field, the input is valid. */
const cases: [Record<string, unknown>, string?][] = [
  [{ officeName: name }],
  [{ officeName: `${name}x` }, "officeName"],
  [{ officeName: " " }, "officeName"],
  [{ officeName: undefined }, "officeName"],
  [{ manFirstName: "" }, "manFirstName"],
  [{ manFirstName: `${name}x` }, "manFirstName"],
  [{ manLastName: "" }, "manLastName"],
  [{ manLastName: 5 }, "manLastName"],
  [{ username: "a123456789" }],
  [{ username: "a1234567890" }, "username"],
  [{ username: "" }, "username"],
  [{ username: "a b" }, "username"],
  [{ username: "a'--" }, "username"],
  [{ password: "7kettles", passwordConfirm: "7kettles" }],
  [{ password: "1234567", passwordConfirm: "1234567" }, "password"],
  [{ password: longest, passwordConfirm: longest }],
  [{ password: `${longest}k`, passwordConfirm: `${longest}k` }, "password"],
  [{ password: undefined, passwordConfirm: undefined }, "password passwordConfirm"],
  [{ passwordConfirm: undefined }, "passwordConfirm"],
  [{ passwordConfirm: "another-password" }, "passwordConfirm"],
  [{ manEmail: "" }],
  [{ manEmail: "nobody" }, "manEmail"],
  [{ manEmail: `${"a".repeat(64)}@${"b".repeat(186)}.org` }, "manEmail"],
  [{ officeName: "nul\0" }, "officeName"],
  [{ officeName: "\ud800" }, "officeName"],
  [{ officeName: "<script>alert(1)</script>'; DROP TABLE offices; --" }],
  [{ preferredDomainId: 2_147_483_647 }, "preferredDomainId"],
  [{ preferredDomainId: "x" }, "preferredDomainId"],
  [{ siteIds: [2_147_483_647] }, "siteIds"],
  [{ siteIds: "all" }, "siteIds"],
  [{ active: "on" }, "active"],
  [{ hidden: 1 }, "hidden"],
];

test.each(cases)("a new office with %j is refused at %s [OFFICE-17, OFFICE-18, WIDGET-32]", async (given, field) => {
  const { actor } = await aSuperadmin();
  const input = fields(given);
  if (field === undefined) return void (await ask(create, actor, input));
  const { status, data } = await refused(create, actor, input);
  expect(status).toBe(422);
  expect(Object.keys(data as object)).toEqual(field.split(" "));
  expect(await queryOne(sql`SELECT FROM accounts WHERE username = ${String(input.username)}`)).toBeUndefined();
});

test("a username is taken regardless of case and of the role of its owner [OFFICE-17]", async () => {
  const { actor } = await aSuperadmin();
  await anAgent({ username: "Zoe.agent" });
  expect(await refused(create, actor, fields({ username: "zoe.AGENT" }))).toEqual({
    status: 422,
    data: { username: ["Username is taken"] },
  });
});

test("an update keeps the fields left out, the username, and the password if it is empty [API-25, OFFICE-18]", async () => {
  const { actor } = await aSuperadmin();
  const made = await ask(create, actor, fields({ agentNotes: "<p>Read</p>", siteIds: [] }));
  const changed = await ask(update, actor, { id: made.id, manLastName: "Berg", username: "other", password: "" });
  expect(changed).toEqual({ ...made, manLastName: "Berg", version: 2 });
  expect((await auditOf("office", made.id)).at(-1)).toEqual({
    operation: "offices.update",
    before: { manLastName: "Lind" },
    after: { manLastName: "Berg" },
  });
  for (const wrong of [
    { officeName: "" },
    { manFirstName: null },
    { password: "short" },
    { password: "long-enough" },
  ]) {
    expect(await refused(update, actor, { id: made.id, ...wrong }), JSON.stringify(wrong)).toMatchObject({
      status: 422,
    });
  }
});

test("an outdated version is refused with the current office; without a version the last save wins [API-25]", async () => {
  const { actor } = await aSuperadmin();
  const { id } = await ask(create, actor, fields());
  await ask(update, actor, { id, officeName: "First", version: 1 });
  const late = await refused(update, actor, { id, officeName: "Second", version: 1 });
  expect(late).toMatchObject({ status: 409, data: { current: { officeName: "First", version: 2 } } });
  expect(await ask(update, actor, { id, officeName: "Second" })).toMatchObject({ officeName: "Second", version: 3 });
});

test("a new password signs in, is shown, and ends the manager's sessions [OFFICE-06, OFFICE-18]", async () => {
  const { actor } = await anAdmin();
  const office = await anOffice();
  await execute(sql`
      INSERT INTO sessions (hash, account_id, kind, role, expires_at)
      VALUES ('\\x01', ${office.accountId}, 'browser', 10, now() + interval '1 hour')`);
  const given = { password: "brand-new-one", passwordConfirm: "brand-new-one" };
  const saved = await ask(update, actor, { id: office.id, ...given });
  expect(saved.plainPassword).toBe("brand-new-one");
  const row = await queryOne<{ hash: string; live: number }>(sql`
      SELECT password_hash AS hash,
        (SELECT count(*) FROM sessions WHERE account_id = accounts.id AND ended_at IS NULL) AS live
      FROM accounts WHERE id = ${office.accountId}`);
  expect([await verifyPassword(row?.hash, "brand-new-one"), row?.live]).toEqual([true, 0]);
  expect(await auditOf("office", office.id)).toEqual([
    { operation: "offices.update", before: { password: "***" }, after: { password: "***" } },
  ]);
});

test("a hidden domain can be kept by its office but not newly chosen [OFFICE-28, API-25]", async () => {
  const { actor } = await aSuperadmin();
  const [{ id: own = 0 } = {}, { id: other = 0 } = {}] = await queryRows<{ id: number }>(sql`
      INSERT INTO domains (domain, hidden) VALUES ('https://own.example', true), ('https://other.example', true)
      RETURNING id`);
  const office = await anOffice({ preferredDomainId: own });
  const { choices } = await ask(editScreen, actor, { id: office.id });
  const labels = choices.domains.map(({ label }) => label);
  expect([labels.includes("https://own.example"), labels.includes("https://other.example")]).toEqual([true, false]);
  const given = { id: office.id, officeName: "Renamed", preferredDomainId: own };
  expect(await ask(update, actor, given)).toMatchObject({ officeName: "Renamed", preferredDomainId: own });
  expect(await refused(update, actor, { ...given, preferredDomainId: other })).toEqual({
    ...{ status: 422, data: { preferredDomainId: ["Please choose one from the list."] } },
  });
  await ask(update, actor, { id: office.id, preferredDomainId: null });
  expect((await refused(update, actor, given)).status).toBe(422);
});

test("an unknown site is refused at its field, and no office is created or changed", async () => {
  const { actor } = await aSuperadmin();
  const office = await anOffice();
  const message = { status: 422, data: { siteIds: ["Please choose sites from the list."] } };
  const count = async () => (await queryOne<{ count: number }>(sql`SELECT count(*) AS count FROM accounts`))?.count;
  const before = await count();
  expect(await refused(create, actor, fields({ siteIds: [(await aSite()).id, 999_999] }))).toEqual(message);
  expect(await count()).toBe(before);
  const { version, officeName } = await ask(read, actor, { id: office.id });
  expect(await refused(update, actor, { id: office.id, officeName: "Other", siteIds: [999_999] })).toEqual(message);
  expect(await ask(read, actor, { id: office.id })).toMatchObject({ version, officeName });
});

test("an unknown domain, unknown sites and a weak password of an office are refused together", async () => {
  const { actor } = await aSuperadmin();
  const office = await anOffice();
  const unknown = { preferredDomainId: 2_147_483_647, siteIds: [(await aSite()).id, 999_999] };
  const messages = {
    preferredDomainId: ["Please choose one from the list."],
    siteIds: ["Please choose sites from the list."],
  };
  const easy = { password: "password1", passwordConfirm: "password1" };
  const guessable = { password: [expect.stringContaining("Many people use this password")] };
  expect(await refused(create, actor, fields({ ...unknown, ...easy }))).toEqual({
    status: 422,
    data: { ...messages, ...guessable },
  });
  expect(await refused(update, actor, { id: office.id, officeName: "Other", ...unknown, ...easy })).toEqual({
    status: 422,
    data: { ...messages, ...guessable },
  });
  expect(await ask(read, actor, { id: office.id })).toMatchObject({ officeName: office.officeName, version: 1 });
});

test("a site added to an office is enabled for its agents; removing a site keeps the agents' own settings", async () => {
  const { actor } = await anAdmin();
  const office = await anOffice({ agents: 2 });
  const [old, fresh] = [await aSite({ enabledFor: [office] }), await aSite()];
  const ids = office.agents.map(({ id }) => id);
  const before = await linkVersion();
  await ask(update, actor, { id: office.id, siteIds: [old.id] });
  expect(await linkVersion()).toBe(before);
  const saved = await ask(update, actor, { id: office.id, siteIds: [fresh.id, fresh.id] });
  expect(saved).toMatchObject({ siteIds: [fresh.id], sitesCount: 1 });
  expect(await sitesOfAgents(ids)).toEqual([
    [old.id, fresh.id],
    [old.id, fresh.id],
  ]);
  expect(await linkVersion()).toBe(before + 1);
});

test("must-read notes are HTML and cleaned when they are saved [OFFICE-16]", async () => {
  const { actor } = await anAdmin();
  const { id } = await anOffice();
  const saved = await ask(update, actor, { id, agentNotes: '<p onclick="x()">Hi<script>alert(1)</script></p>' });
  expect(saved.agentNotes).toBe("<p>Hi</p>");
  expect(await ask(update, actor, { id, agentNotes: "" })).toMatchObject({ agentNotes: "" });
});

test("only superadmins add offices, admins can change them, and lower roles can do neither [ROLE-03, ROLE-11, OFFICE-11]", async () => {
  const [admin, office] = [await anAdmin(), await anOffice()];
  expect(await refused(create, admin.actor, fields())).toEqual({ status: 403 });
  expect(await ask(update, admin.actor, { id: office.id, officeName: "New" })).toMatchObject({ officeName: "New" });
  expect(await refused(update, office.actor, { id: office.id, officeName: "Own" })).toEqual({ status: 403 });
  expect(await refused(read, office.actor, { id: office.id })).toEqual({ status: 403 });
  expect(await refused(update, admin.actor, { id: 2_147_483_647, officeName: "New" })).toEqual({ status: 404 });
});
