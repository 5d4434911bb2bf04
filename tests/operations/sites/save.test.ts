import { expect, it } from "vitest";
import { queryOne, queryRows, execute } from "../../../server/kernel/database/transactions";
import { withFixedTime } from "../../../server/kernel/time/now";
import { sql } from "../../../server/kernel/database/sql";
import { create, read, update } from "../../../server/sites";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anAgent, anOffice, aSite, aSuperadmin } from "../../world/builders";
import { inRollback } from "../../world/database";
import { test } from "../../world/rollback";
import { auditOf, linkVersion } from "../offices/world";
import { fields } from "./world";

test("a site has its fields, active and hidden flags and a version, with defaults for omitted fields [SITE-12, SITE-15, SITE-18, API-78, API-79]", async () => {
  const { actor } = await aSuperadmin();
  const before = await linkVersion();
  const given = fields();
  const made = await ask(create, actor, given);
  const rest = { clickParam: "", contactName: "", email: "", phoneNum: "", note: "" };
  const flags = { status: 1, active: true, hidden: false, specialReport: false, useApproveSale: false, avp: false };
  expect(made).toEqual({
    ...{
      id: made.id,
      ...given,
      ...rest,
      ...flags,
      typeCount: 0,
      version: 1,
      allowedAddresses: [],
      secrets: [],
      pixelKeys: [],
    },
  });
  expect(await ask(read, actor, { id: made.id })).toEqual(made);
  expect(await linkVersion()).toBe(before + 1);
  const { secrets: _secrets, pixelKeys: _keys, typeCount: _count, status: _status, ...after } = made;
  expect(await auditOf("site", made.id)).toEqual([{ operation: "sites.create", before: null, after }]);
  const sold = await queryOne(sql`SELECT count(*) AS n FROM office_sites WHERE site_id = ${made.id}`);
  expect(sold).toEqual({ n: 0 });
});

const given = {
  clickParam: "cid",
  contactName: "Ida Holm",
  email: "ida@tide.example",
  phoneNum: "+1 555 0100",
  note: "By invoice\nQuarterly",
  status: 0,
  hidden: true,
  specialReport: true,
  useApproveSale: true,
  avp: true,
};

test("every field is stored as sent, on create and update, and omitted fields keep their values [SITE-15, SITE-17, API-79, API-80]", async () => {
  const { actor } = await aSuperadmin();
  const made = await ask(create, actor, { ...fields(), ...given, note: given.note.replace("\n", "\r\n") });
  expect(made).toMatchObject({ ...given, active: false });
  const other = fields({ type: "CASINO", url: "http://other.example:8080/a?b=c#d" });
  expect(await ask(update, actor, { id: made.id, ...other })).toMatchObject({ ...given, ...other, version: 2 });
  const off = { status: 1, hidden: false, specialReport: false, useApproveSale: false, avp: false, note: "" };
  const changed = await ask(update, actor, { id: made.id, ...off });
  expect(changed).toMatchObject({ ...other, ...off, clickParam: "cid", email: given.email, version: 3 });
  expect(await ask(update, actor, { id: made.id })).toEqual({ ...changed, version: 4 });
  expect((await auditOf("site", made.id)).at(-1)).toEqual({
    operation: "sites.update",
    before: { active: false, hidden: true, specialReport: true, useApproveSale: true, avp: true, note: given.note },
    after: { active: true, hidden: false, specialReport: false, useApproveSale: false, avp: false, note: "" },
  });
});

const needed = "Please fill in this field.";
const https = (length: number) => `https://tide.example/${"x".repeat(length - 21)}`;
const mail = (length: number) => `${"a".repeat(40)}@${"b".repeat(length - 49)}.example`;
const sentence = /^[A-Z].*\.$/;

type Limit = readonly [name: string, longest: string, over: string, most: number];
const holds = ([name, longest, over, limit]: Limit) =>
  inRollback(async () => {
    const { actor } = await aSuperadmin();
    const { id } = await ask(create, actor, fields());
    expect(await ask(create, actor, { ...fields(), [name]: longest })).toMatchObject({ [name]: longest });
    expect(await ask(update, actor, { id, [name]: longest })).toMatchObject({ [name]: longest });
    const told = { status: 422, data: { [name]: [`Please use at most ${limit} characters.`] } };
    expect(await refused(create, actor, { ...fields(), [name]: over })).toEqual(told);
    expect(await refused(update, actor, { id, [name]: over })).toEqual(told);
  });

it.each<Limit>([
  ["shortname", "x".repeat(16), "x".repeat(17), 16],
  ["sitename", "x".repeat(128), "x".repeat(129), 128],
  ["abbr", "x".repeat(10), "x".repeat(11), 10],
  ["url", https(128), https(129), 128],
])("a required field is accepted up to its limit: %s [SITE-20, SITE-21, SITE-22, SITE-23]", (...limit) => holds(limit));

it.each<Limit>([
  ["clickParam", "x".repeat(16), "x".repeat(17), 16],
  ["contactName", "x".repeat(64), "x".repeat(65), 64],
  ["phoneNum", "9".repeat(64), "9".repeat(65), 64],
  ["email", mail(64), mail(65), 64],
  ["note", "x".repeat(20_000), "x".repeat(20_001), 20_000],
])("an optional field is accepted up to its limit: %s [SITE-24, SITE-25, SITE-26, SITE-28]", (...limit) =>
  holds(limit),
);

test("name, short name, abbreviation, address and type are required, the rest is optional [SITE-20, SITE-22, SITE-23, SITE-27, SITE-29]", async () => {
  const { actor } = await aSuperadmin();
  const { data } = await refused(create, actor);
  expect(Object.keys(data as object).sort()).toEqual(["abbr", "shortname", "sitename", "type", "url"]);
  const { id } = await ask(create, actor, fields());
  for (const name of ["sitename", "shortname", "abbr", "url"]) {
    const told = { status: 422, data: { [name]: [needed] } };
    expect(await refused(create, actor, { ...fields(), [name]: "  " })).toEqual(told);
    expect(await refused(update, actor, { id, [name]: "" })).toEqual(told);
  }
  for (const type of ["", "dating", "BOOKS", null]) {
    const told = { status: 422, data: { type: ["Please choose one from the list."] } };
    expect(await refused(create, actor, { ...fields(), type })).toEqual(told);
  }
  for (const type of ["WEBCAMS", "ADULT", "DATING", "CASINO"]) {
    expect(await ask(update, actor, { id, type })).toMatchObject({ type });
  }
  const cleared = { contactName: "", phoneNum: "", email: "", clickParam: "" };
  expect(await ask(update, actor, { id, ...cleared })).toMatchObject(cleared);
});

test.each([
  ["email", "ida@", "Please use the form name@example.com."],
  ["clickParam", "sub3", "Links pass sub1 to sub5 on. Please choose another."],
  ["email", "a b@tide.example", "Please use the form name@example.com."],
  ["url", "javascript:alert(1)", sentence],
  ["url", "data:text/html,x", sentence],
  ["url", "tide.example", sentence],
  ["url", "https://user:pass@tide.example", sentence],
  ["url", "https://tïde.example", sentence],
  ["url", "https://good.example\\evil.example", sentence],
  ["status", 2, "Please choose yes or no."],
  ["hidden", "maybe", "Please choose yes or no."],
  ["avp", null, "Please choose yes or no."],
  ["sitename", "a\0b", "Please use readable characters only."],
  ["note", "\ud800", "Please use readable characters only."],
  ["allowedAddresses", "192.0.2.1", /./],
])("%s %j is refused at its field, and nothing is stored", async (name, value, message) => {
  const { actor } = await aSuperadmin();
  const { id, ...stored } = await ask(create, actor, fields());
  for (const refusal of [
    await refused(create, actor, { ...fields(), [name]: value }),
    await refused(update, actor, { id, [name]: value }),
  ]) {
    expect(refusal.status).toBe(422);
    const [told, ...others] = (refusal.data as Record<string, string[]>)[name] ?? [];
    expect(told).toMatch(message);
    expect(others).toEqual([]);
  }
  expect(await ask(read, actor, { id })).toEqual({ id, ...stored });
  expect(await queryOne(sql`SELECT count(*) AS n FROM sites WHERE sitename = ${stored.sitename}`)).toEqual({ n: 1 });
});

test("allowed addresses are stored as networks, each once; every invalid line is reported [POST-01]", async () => {
  const { actor } = await aSuperadmin();
  const typed = ["198.51.100.9/24", " 203.0.113.7 ", "", "2001:DB8::/32", "2001:db8:0::/32", "::ffff:192.0.2.1"];
  const stored = ["198.51.100.0/24", "203.0.113.7/32", "2001:db8::/32", "192.0.2.1/32"];
  const made = await ask(create, actor, { ...fields(), allowedAddresses: typed });
  expect(made.allowedAddresses).toEqual(stored);
  const { id } = made;
  expect(await ask(update, actor, { id, allowedAddresses: [typed.join("\r\n")] })).toMatchObject({
    allowedAddresses: stored,
  });
  const wrong = ["198.51.100.0/24", "198.51.100.0/33", "1.2.3", "<b>", "fe80::1%eth0", "01.2.3.4"];
  const told = [2, 3, 4, 5, 6].map((line) => `Line ${line}: ${wrong[line - 1]} is not an IP address or network.`);
  for (const allowedAddresses of [wrong, [wrong.join("\n")]]) {
    expect(await refused(update, actor, { id, allowedAddresses })).toEqual({
      ...{ status: 422, data: { allowedAddresses: told } },
    });
  }
  const many = Array.from({ length: 12 }, (_, index) => `x${index}`);
  const { data } = await refused(update, actor, { id, allowedAddresses: many });
  const messages = (data as { allowedAddresses: string[] }).allowedAddresses;
  expect([messages.length, messages.at(-1)]).toEqual([11, "2 more lines are invalid."]);
  const full = Array.from({ length: 10_000 }, (_, n) => `10.${n >> 8}.${n & 255}.1`);
  for (const list of [full, [full.join("\n")]]) {
    expect((await ask(update, actor, { id, allowedAddresses: list })).allowedAddresses).toHaveLength(10_000);
  }
  for (const list of [[...full, "192.0.2.1"], [[...full, "192.0.2.1"].join("\n")]]) {
    expect(await refused(update, actor, { id, allowedAddresses: list })).toEqual({
      ...{ status: 422, data: { allowedAddresses: ["Please enter at most 10,000 lines."] } },
    });
  }
  expect((await ask(update, actor, { id, allowedAddresses: [] })).allowedAddresses).toEqual([]);
});

test("flags apply from their change on; an unchanged flag adds no version [SITE-08, PRICE-03]", async () => {
  const { actor } = await aSuperadmin();
  const on = (day: number, body: () => Promise<unknown>) => withFixedTime(`2026-03-0${day}T12:00:00Z`, body);
  const { id } = (await on(1, () => ask(create, actor, fields({ avp: true })))) as { id: number };
  await on(2, () => ask(update, actor, { id, note: "x", avp: true }));
  await on(3, () => ask(update, actor, { id, useApproveSale: true }));
  await on(4, () => ask(update, actor, { id, useApproveSale: false, avp: false }));
  const versions = await queryRows<{ since: Date; kept: string }>(sql`
      SELECT since, use_approve_sale::int || '' || avp::int AS kept FROM site_flags WHERE site_id = ${id} ORDER BY since`);
  expect(versions.map(({ since, kept }) => [since.getUTCDate(), kept])).toEqual([
    ...[
      [1, "01"],
      [3, "11"],
      [4, "00"],
    ],
  ]);
});

test("an outdated save returns the current site; without a version the last save wins [API-80]", async () => {
  const { actor } = await aSuperadmin();
  const { id } = await ask(create, actor, fields());
  const theirs = await ask(update, actor, { id, note: "theirs", version: 1 });
  expect(await refused(update, actor, { id, note: "mine", version: 1 })).toEqual({
    ...{ status: 409, data: { current: theirs } },
  });
  expect(await ask(update, actor, { id, note: "mine", version: 2 })).toMatchObject({ note: "mine", version: 3 });
  expect(await ask(update, actor, { id, note: "last" })).toMatchObject({ note: "last", version: 4 });
  expect(await refused(update, actor, { id: 2_147_483_647, note: "x" })).toEqual({ status: 404 });
});

test("superadmins write sites, admins read them without addresses and secrets, lower roles can do neither [ROLE-12, ROLE-15, API-78]", async () => {
  const boss = await aSuperadmin();
  const {
    secrets: _secrets,
    pixelKeys: _keys,
    allowedAddresses: _allowed,
    ...shown
  } = await ask(create, boss.actor, fields());
  const { id } = shown;
  await execute(
    sql`INSERT INTO types (site_id, typename, typealias, url) VALUES (${id}, 'a', 'a', 'https://a.example')`,
  );
  const { actor: admin } = await anAdmin();
  expect(await ask(read, admin, { id })).toEqual({ ...shown, typeCount: 1 });
  for (const { actor } of [await anOffice(), await anAgent()]) {
    expect(await refused(read, actor, { id })).toEqual({ status: 403 });
  }
  for (const { actor } of [await anAdmin(), await anOffice(), await anAgent()]) {
    expect(await refused(create, actor, fields())).toEqual({ status: 403 });
    expect(await refused(update, actor, { id, note: "x" })).toEqual({ status: 403 });
  }
  const { id: suspended } = await aSite({ active: false });
  expect(await refused(read, admin, { id: 2_147_483_647 })).toEqual({ status: 404 });
  expect((await ask(read, admin, { id: suspended })).status).toBe(0);
});

test("of two changes of a flag within a millisecond the last one applies [PRICE-03]", () =>
  withFixedTime("2026-03-01T12:00:00Z", async () => {
    const { actor } = await aSuperadmin();
    const { id } = await ask(create, actor, fields({ avp: true }));
    await ask(update, actor, { id, avp: false, useApproveSale: true });
    expect(await queryRows(sql`SELECT use_approve_sale, avp FROM site_flags WHERE site_id = ${id}`)).toEqual([
      { use_approve_sale: true, avp: false },
    ]);
  }));
