import pg from "pg";
import { describe, expect, it } from "vitest";
import { migrate } from "../../models/migrate";
import { migrations } from "../../models/migrations";
import { splitCommands } from "../../models/split-commands";
import { agents, identity, offices, reports, sites, types } from "../../app/gate.server";
import { withSchemaLock } from "../../server/kernel/database/connections";
import { sql } from "../../server/kernel/database/sql";
import { queryRows } from "../../server/kernel/database/transactions";
import { addDays, dayOf } from "../../server/kernel/time";
import { folded } from "../../server/kernel/text/characters";
import { ask, refused } from "../reports/ask";
import { anAgent, anOffice, aSale, aSite, aSuperadmin } from "../world/builders";
import { codePoints } from "../world/code-points";
import { aDatabase } from "../world/database";
import { first } from "../world/first";
import { test } from "../world/rollback";

test("the database compares names as the program does, character by character", async () => {
  // One-line texts have no tabs and line breaks.
  const all = codePoints()
    .filter((character) => !/[\t-\r]/.test(character))
    .map((character) => `a${character}b`);
  const rows = await queryRows<{ text: string; compared: string }>(
    sql`SELECT t AS text, folded(t) AS compared FROM unnest(${all}::text[]) AS t`,
  );
  const different = rows.filter(({ text, compared }) => compared !== folded(text));
  // Characters that only one of them knows yet, by the version of Unicode.
  expect(different.length).toBeLessThan(500);
  expect(different.filter(({ text }) => /[\0-\u058f\u1e00-\u1fff\uff00-\uffff]/u.test(text.slice(1, -1)))).toEqual([]);
});

const ORDERED = ["Agent 2", "Agent 10", "agent 20", "Ángel", "angle", "Öresund", "Zulu", "Ярмарка"];
const SHUFFLED = [5, 1, 7, 3, 0, 6, 2, 4].map((place) => ORDERED[place] ?? "");

/** The lists that show names, each with the column that shows them. */
const lists: Record<string, (actor: Awaited<ReturnType<typeof aSuperadmin>>["actor"]) => Promise<string[]>> = {
  offices: async (actor) => (await ask(offices.search, actor, {})).items.map(({ officeName }) => officeName),
  "offices to choose from": async (actor) => (await ask(offices.pick, actor, {})).map(({ officeName }) => officeName),
  "agents by office": async (actor) =>
    (await ask(agents.search, actor, { sortField: "officeName" })).items.map(({ officeName }) => officeName ?? ""),
  sites: async (actor) => (await ask(sites.search, actor, {})).items.map(({ sitename }) => sitename),
  "sites to choose from": async (actor) => (await ask(sites.pick, actor, {})).map(({ sitename }) => sitename),
  "a report by office": async (actor) => {
    const today = dayOf(new Date());
    const query = { groupBy: "company", start: today, end: today, sortField: "officeName", sortAsc: true };
    return (await ask(reports.sites, actor, query)).page.items.map((row) => (row as { officeName: string }).officeName);
  },
  "a ranking of equal offices": async (actor) => {
    const today = dayOf(new Date());
    const rows = await ask(reports.top10, actor, { groupBy: "company", start: addDays(today, -27), end: today });
    return rows.map((row) => (row as { office: string }).office);
  },
};

test("in every list, names follow the alphabet whatever their accents, and digits their value", async () => {
  const { actor } = await aSuperadmin();
  for (const name of SHUFFLED) {
    const site = await aSite({ sitename: name, types: [{ typename: "Signup" }] });
    const agent = await anAgent({ office: await anOffice({ officeName: name }) });
    await aSale({ agent, type: first(site.types), at: new Date() });
  }
  for (const [list, read] of Object.entries(lists)) {
    const shown = (await read(actor)).filter((name) => ORDERED.includes(name));
    expect(shown, list).toEqual(ORDERED);
  }
  const site = await aSite({ types: SHUFFLED.map((typename) => ({ typename })) });
  const links = await ask(types.bySite, actor, { siteId: site.id });
  expect(links.map(({ typename }) => typename)).toEqual(ORDERED);
});

test("usernames sort by the value of their digits, from the index", async () => {
  const office = await anOffice({ username: "zz_office" });
  for (const username of ["zz_a10", "zz_a2", "ZZ_b", "zz_A1"]) await anAgent({ office, username });
  const { items } = await ask(agents.search, office.actor, {});
  expect(items.map(({ username }) => username)).toEqual(["zz_A1", "zz_a2", "zz_a10", "ZZ_b"]);
});

describe("search", () => {
  test.each([
    ["jose", "José Ångström"],
    ["JOSÉ", "José Ångström"],
    ["angstrom", "José Ångström"],
    ["strasse", "Straße 5"],
    ["weiß", "Weiss & Co"],
    ["ｗｅｉｓｓ", "Weiss & Co"],
    ["rodgrod", "Rødgrød"],
    ["jos\u200be", "José Ångström"],
  ])("%j finds %j", async (text, name) => {
    const { actor } = await aSuperadmin();
    await anOffice({ officeName: "Other" });
    const office = await anOffice({ officeName: name });
    const [firstName = "", lastName = ""] = name.split(" ");
    const agent = await anAgent({ office, firstName, lastName });
    const criteria = [{ field: "officeName", comparison: "LIKE", value: `%${text}%` }];
    expect((await ask(offices.search, actor, { criteria })).items.map(({ id }) => id)).toEqual([office.id]);
    expect((await ask(agents.listScreen, actor, { search: text })).agents.items.map(({ id }) => id)).toEqual([
      agent.id,
    ]);
  });

  test("a client's own wildcards keep their meaning, and a typed one is found as it is", async () => {
    const { actor } = await aSuperadmin();
    const office = await anOffice({ officeName: "Señor 100%" });
    await anOffice({ officeName: "Senor 1000" });
    const named = async (value: string, comparison = "LIKE") =>
      (await ask(offices.search, actor, { criteria: [{ field: "officeName", comparison, value }] })).items.length;
    expect(await named("se_or 100%")).toBe(2);
    expect(await named("senor 100\\%")).toBe(1);
    expect(await named("SENOR 100%", "=")).toBe(1);
    const { agents: found } = await ask(agents.listScreen, actor, { search: "100%" });
    expect(found.items).toEqual([]);
    const agent = await anAgent({ office, firstName: "100%" });
    expect((await ask(agents.listScreen, actor, { search: "100%" })).agents.items.map(({ id }) => id)).toEqual([
      agent.id,
    ]);
  });
});

describe("the name of an office", () => {
  const fields = { manFirstName: "Mara", manLastName: "Lind", manEmail: "m@example.org" };
  const taken = { status: 422, data: { officeName: ["Office name is taken"] } };

  test.each([
    "zulu desk",
    "ZULU DESK",
    "Zúlu Desk",
    "Zulu  Desk ",
    "Ｚｕｌｕ Ｄｅｓｋ",
    "Zulu\u00a0Desk",
    "Zulu Desk".normalize("NFD"),
  ])("%j is taken by Zulu Desk, for each way to set it", async (officeName) => {
    const { actor } = await aSuperadmin();
    await anOffice({ officeName: "Zulu Desk" });
    const other = await anOffice({});
    const password = { password: "seven grey herons", passwordConfirm: "seven grey herons" };
    const create = { ...fields, ...password, officeName, username: "quay" };
    expect(await refused(offices.create, actor, create)).toEqual(taken);
    expect(await refused(offices.update, actor, { id: other.id, officeName })).toEqual(taken);
    expect(await refused(identity.profile.company.update, other.actor, { ...fields, officeName })).toEqual(taken);
  });

  test("an office may change the spelling of its own name", async () => {
    const { actor } = await aSuperadmin();
    const { id } = await anOffice({ officeName: "Zulu Desk" });
    expect(await ask(offices.update, actor, { id, officeName: "ZÚLU desk" })).toMatchObject({
      officeName: "ZÚLU desk",
    });
  });
});

/** A database before the migration of names, and its statements. */
async function before() {
  const { url } = await aDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("DROP SCHEMA public CASCADE");
  await client.query("CREATE SCHEMA public");
  await client.query("CREATE TABLE migrations (name text PRIMARY KEY, ran_at timestamptz NOT NULL DEFAULT now())");
  for (const { name, text } of migrations.slice(
    0,
    migrations.findIndex((each) => each.name.endsWith("-names")),
  )) {
    for (const command of splitCommands(text)) await client.query(command);
    await client.query("INSERT INTO migrations (name) VALUES ($1)", [name]);
  }
  return { url, client };
}

it("an upgrade brings stored names into one form and numbers offices of the same name, in the audit too", async () => {
  const { url, client } = await before();
  const names = ["Zulu Desk", "zulu\u200b desk", "Zulu  Desk (2)", "\u202eksed", "Jose\u0301", "ZULU DESK"];
  for (const [index, name] of names.entries()) {
    await client.query("INSERT INTO accounts (id, role, username, password_hash) VALUES ($1, 10, $2, '')", [
      ...[index + 1, `o${index}`],
    ]);
    await client.query(
      "INSERT INTO offices (id, account_id, office_name, man_first_name, man_last_name) VALUES ($1, $1, $2, 'M', 'L')",
      [index + 1, name],
    );
  }
  await withSchemaLock(migrate, { url });
  const { rows } = await client.query<{ name: string }>("SELECT office_name AS name FROM offices ORDER BY id");
  const { rows: audit } = await client.query("SELECT record_id, before, after FROM audit ORDER BY id");
  await client.end();
  expect(rows.map(({ name }) => name)).toEqual([
    ...["Zulu Desk", "zulu desk (3)", "Zulu  Desk (2)", "ksed", "José", "ZULU DESK (4)"],
  ]);
  expect(audit).toEqual([
    { record_id: "2", before: { officeName: "zulu desk" }, after: { officeName: "zulu desk (3)" } },
    { record_id: "6", before: { officeName: "ZULU DESK" }, after: { officeName: "ZULU DESK (4)" } },
  ]);
});

it("a start sorts the indexes of names again after an upgrade of the library that sorts them", async () => {
  const { url } = await aDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const nodeOf = async () =>
    (await client.query<{ file: string }>("SELECT pg_relation_filenode('accounts_by_name') AS file")).rows[0]?.file;
  const state =
    "SELECT collversion = pg_collation_actual_version(oid) AS current FROM pg_collation WHERE collname = 'by_name'";
  await client.query("UPDATE pg_collation SET collversion = '1.0' WHERE collname = 'by_name'");
  const old = await nodeOf();
  await withSchemaLock(migrate, { url });
  expect((await client.query(state)).rows).toEqual([{ current: true }]);
  const rebuilt = await nodeOf();
  expect(rebuilt).not.toBe(old);
  await withSchemaLock(migrate, { url });
  expect(await nodeOf()).toBe(rebuilt);
  await client.end();
});
