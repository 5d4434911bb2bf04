import { expect } from "vitest";
import { queryRows } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { migrate, stage } from "../../../server/migration";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anOffice, aSite, aSuperadmin } from "../../world/builders";
import { test } from "../../world/rollback";
import { aFile } from "./world";

const staged = () => queryRows<Record<string, unknown>>(sql`SELECT * FROM legacy_agents ORDER BY legacy_id`);
const faultsOf = async (...given: Record<string, string>[]) => {
  const boss = await aSuperadmin();
  return (await ask(stage, boss.actor, { text: aFile(...given), rehearse: true })).rows.map(({ faults }) => faults);
};

test("the valid rows of a file are staged with encrypted passwords; a dry run writes nothing", async () => {
  const boss = await aSuperadmin();
  const text = aFile({}, { legacyId: "18", username: "old_bob", password: "", ready: "0" }, { legacyId: "" });
  const rehearsed = await ask(stage, boss.actor, { text, rehearse: true });
  expect(await staged()).toEqual([]);
  const report = await ask(stage, boss.actor, { text });
  expect(report).toEqual(rehearsed);
  expect(report.staged).toBe(2);
  expect(report.rows.map(({ line, faults }) => [line, faults.length])).toEqual([
    [2, 0],
    [3, 0],
    [4, 1],
  ]);
  const [ann, bob] = await staged();
  expect(ann).toMatchObject({ username: "old_ann", ready: true, registered_at: new Date("2019-05-04T04:00:00Z") });
  expect(bob).toMatchObject({ password_hash: null, password_sealed: null, ready: false });
  expect(JSON.stringify(await staged())).not.toContain("long-enough");
  // The same file again changes only the salts; a different one replaces the staged rows.
  await ask(stage, boss.actor, { text: aFile({ lastName: "Moss" }) });
  expect((await staged()).map((row) => row.last_name)).toEqual(["Moss", "Lee"]);
});

const wrong: [what: string, row: Record<string, string>, fault: RegExp][] = [
  ["no ID", { legacyId: " " }, /^legacyId/],
  ["an ID over 64", { legacyId: "x".repeat(65) }, /^legacyId/],
  ["no username", { username: "" }, /^username/],
  ["a username over 255", { username: "x".repeat(256) }, /^username/],
  ["a password of 7", { password: "1234567" }, /^password/],
  ["a password of 73", { password: "x".repeat(73) }, /^password/],
  ["a hash of another algorithm", { password: "$2b$12$abcdefghijklmnopqrstuv" }, /^password.*argon2/],
  ["a bare digest", { password: "5f4dcc3b5aa765d61d8327deb882cf99" }, /^password.*argon2/],
  ["no name", { firstName: "" }, /^firstName/],
  ["a name with NUL", { lastName: "a\0b" }, /^lastName/],
  ["an invalid address", { email: "ann" }, /^email/],
  ["neither password nor address", { password: "", email: "" }, /^email: Without a password/],
  ["no office", { officeName: "" }, /^officeName/],
  ["a campaign over 255", { campaignId: "x".repeat(256) }, /^campaignId/],
  ["a day that does not exist", { registered: "2019-02-30" }, /^registered/],
  ["a time without an offset", { registered: "2019-02-03T10:00:00" }, /^registered/],
  ["an invalid readiness", { ready: "yes" }, /^ready/],
  ["a code without a link", { codes: "abc" }, /^codes: This is not code/],
  ["a code with a slash", { codes: "a/b=1:1" }, /^codes: This is not code/],
  ["a code of 65", { codes: `${"x".repeat(65)}=1:1` }, /^codes: This is not code/],
  ["a code for an unknown link", { codes: "abc=999999:1" }, /^codes: There is no link 999999:1/],
  ["an SQL statement", { codes: "a'; DROP TABLE agents; --=1:1" }, /^codes/],
];

test.each(wrong)("%s is refused with its line and the reason", async (_what, row, fault) => {
  const [faults] = await faultsOf(row);
  expect(faults).toHaveLength(1);
  expect(faults?.[0]).toMatch(fault);
});

test("values at their limits are accepted, and hostile texts stay texts", async () => {
  const hostile = `"><script>alert(1)</script>', (SELECT 1); --\r\nline`;
  const good: Record<string, string>[] = [
    { legacyId: "x".repeat(64), password: "12345678" },
    { legacyId: "2", username: "two", password: "x".repeat(72), firstName: "é".repeat(255) },
    {
      legacyId: "3",
      username: "three",
      lastName: hostile,
      registered: "2019-02-03T10:00:00+01:00",
      campaignId: "=1+1",
    },
    {
      legacyId: "4",
      username: "four",
      password: "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$aGFzaGVkdmFsdWU",
      email: "",
    },
  ];
  expect(await faultsOf(...good)).toEqual([[], [], [], []]);
});

test("a duplicate within the file or of a staged row is refused at its second occurrence", async () => {
  const boss = await aSuperadmin();
  const site = await aSite();
  const link = `${site.id}:${site.types[0]?.id}`;
  const twice = await faultsOf(
    { codes: `one=${link};two=${link}` },
    { legacyId: "17", username: "other" },
    { legacyId: "18", username: "OLD_ANN" },
    { legacyId: "19", username: "third", codes: `two=${link}` },
  );
  expect(twice.map((faults) => faults.length)).toEqual([0, 1, 1, 1]);
  expect(twice[3]?.[0]).toBe("code: two is already in line 2.");
  await ask(stage, boss.actor, { text: aFile({ codes: `one=${link}` }) });
  expect((await faultsOf({ legacyId: "20", username: "x", codes: `one=${link}` }))[0]).toEqual([
    "codes: one is the code of agent 17.",
  ]);
  await anOffice({ officeName: "Quay" });
  await ask(migrate, boss.actor);
  expect((await faultsOf({}))[0]).toContain("legacyId: This agent has been migrated already.");
});

test("a different header, a short row and another role are refused", async () => {
  const [boss, admin] = [await aSuperadmin(), await anAdmin()];
  for (const text of ["", "username,password\n", "\n\n", aFile().replace("codes", "code")]) {
    expect(await refused(stage, boss.actor, { text })).toMatchObject({ status: 422 });
  }
  const short = await ask(stage, boss.actor, { text: `${aFile()}17,ann\n` });
  expect(short.rows).toEqual([{ line: 2, legacyId: "17", faults: ["It has 2 cells instead of 11."] }]);
  expect(await refused(stage, admin.actor, { text: aFile() })).toMatchObject({ status: 403 });
});
