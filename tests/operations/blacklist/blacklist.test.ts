import { expect, test } from "vitest";
import { add, addMany, listScreen, remove, removeByValue, removeChosen, search } from "../../../server/blacklist";
import { queryRows, execute } from "../../../server/kernel/database/transactions";
import { perform } from "../../../server/kernel/operation/perform";
import type { Actor } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anAgent, anOffice } from "../../world/builders";
import { inRollback } from "../../world/database";
import { auditOf, linkVersion } from "../offices/world";

const inEmpty = (body: (admin: Actor) => Promise<void>) =>
  inRollback(async () => {
    await execute(sql`DELETE FROM black_list`);
    await body((await anAdmin()).actor);
  });
const listed = async () =>
  (await queryRows<{ ip: string }>(sql`SELECT black_list_text(ip) AS ip FROM black_list ORDER BY black_list.ip`)).map(
    ({ ip }) => ip,
  );
const WRONG = "Please enter an IP address or a network such as 192.0.2.0/24.";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  [" 192.0.2.7/32 ", "192.0.2.7"],
  ["192.0.2.7/24", "192.0.2.0/24"],
  ["10.255.255.255/9", "10.128.0.0/9"],
  ["0.0.0.0/0", "0.0.0.0/0"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7/120", "192.0.2.0/24"],
  ["2001:DB8:0:0::1", "2001:db8::1"],
  ["2001:db8:ffff:ffff::1/33", "2001:db8:8000::/33"],
  ["::/0", "::/0"],
])("%s is listed as %s and recognised when it is added again [BLACK-12, API-74]", (typed, ip) =>
  inEmpty(async (admin) => {
    const made = await ask(add, admin, { ip: typed });
    expect(made).toMatchObject({ id: made.id, ip, isNew: true });
    expect(await ask(add, admin, { ip })).toEqual({ ...made, isNew: false });
    expect(await listed()).toEqual([ip]);
    expect(await auditOf("blackListEntry", made.id)).toEqual([
      { operation: "blacklist.add", before: null, after: { ip } },
    ]);
  }),
);

test.each([
  ["", "Please fill in this field."],
  ["192.0.2", WRONG],
  ["192.0.2.256", WRONG],
  ["192.0.02.1", WRONG],
  ["192.0.2.1/33", WRONG],
  ["192.0.2.1/-1", WRONG],
  ["192.0.2.1/24/8", WRONG],
  ["192.0.2.1/", WRONG],
  ["192.0.2.1-9", WRONG],
  ["192.0.2.1, 192.0.2.2", WRONG],
  ["fe80::1%eth0", WRONG],
  ["2001:db8::/129", WRONG],
  ["::ffff:192.0.2.7/95", WRONG],
  ["localhost", WRONG],
  ["'; DROP TABLE black_list; --", WRONG],
  ["x".repeat(65), "Please use at most 64 characters."],
  ["192.0.2.1\0", "Please use readable characters only."],
])("%j is refused at its field [BLACK-08]", (ip, message) =>
  inEmpty(async (admin) => {
    expect(await refused(add, admin, { ip })).toEqual({ status: 422, data: { ip: [message] } });
    expect(await listed()).toEqual([]);
  }),
);

test("valid lines are added, and each invalid line is reported by its number [BLACK-07, BLACK-08, BLACK-09]", () =>
  inEmpty(async (admin) => {
    await ask(add, admin, { ip: "192.0.2.7" });
    const ips = "  192.0.2.7 \r\n\r\n192.0.2.8\nnonsense\r192.0.2.8/32\n198.51.100.9/24\n1.2.3";
    expect(await ask(addMany, admin, { ips })).toEqual({
      ...{ added: 2, known: 1 },
      wrong: [
        { line: 3, text: "nonsense" },
        { line: 6, text: "1.2.3" },
      ],
    });
    expect(await listed()).toEqual(["192.0.2.7", "192.0.2.8", "198.51.100.0/24"]);
    expect(await ask(addMany, admin, { ips: "none" })).toMatchObject({ added: 0, known: 0 });
    for (const empty of ["", " \n \r\n"]) {
      const told = { status: 422, data: { ips: ["Please fill in this field."] } };
      expect(await refused(addMany, admin, { ips: empty })).toEqual(told);
      expect(await refused(removeByValue, admin, { ips: empty.split("\n") })).toEqual(told);
    }
  }));

test("comments behind an entry or on a line of their own are dropped, wherever entries are typed [BLACK-08]", () =>
  inEmpty(async (admin) => {
    const ips = "# bad hosts\n192.0.2.1   # bot\n;older\n192.0.2.2\t; comment # more\r\n  # x\nnonsense # note";
    expect(await ask(addMany, admin, { ips })).toEqual({
      ...{ added: 2, known: 0 },
      wrong: [{ line: 3, text: "nonsense" }],
    });
    expect(await ask(add, admin, { ip: "192.0.2.3 # one" })).toMatchObject({ ip: "192.0.2.3", isNew: true });
    const told = { status: 422, data: { ips: ["Please fill in this field."] } };
    expect(await refused(addMany, admin, { ips: "# nothing\n; else" })).toEqual(told);
    expect(await refused(add, admin, { ip: "# nothing" })).toMatchObject({ status: 422 });
    expect(await ask(removeByValue, admin, { ips: ["# all", "192.0.2.1 ; gone", "192.0.2.9 # never"] })).toEqual({
      ...{ deleted: 1, notFound: ["192.0.2.9"] },
    });
    expect(await listed()).toEqual(["192.0.2.2", "192.0.2.3"]);
  }));

test("10,000 lines are accepted, 10,001 are not, and each line has its audit row [BLACK-08]", () =>
  inEmpty(async (admin) => {
    const lines = Array.from({ length: 10_000 }, (_, i) => `10.1.${i >> 8}.${i & 255}`);
    expect(await ask(addMany, admin, { ips: lines.join("\n") })).toEqual({ added: 10_000, known: 0, wrong: [] });
    const told = { status: 422, data: { ips: ["Please enter at most 10,000 lines."] } };
    expect(await refused(addMany, admin, { ips: [...lines, "10.2.0.0"].join("\n") })).toEqual(told);
    expect(await refused(removeByValue, admin, { ips: [...lines, "10.2.0.0"] })).toEqual(told);
    expect(await ask(removeByValue, admin, { ips: lines })).toEqual({ deleted: 10_000, notFound: [] });
    expect(
      await queryRows(sql`
      SELECT operation, count(*) FROM audit WHERE record = 'blackListEntry' GROUP BY 1 ORDER BY 1`),
    ).toEqual([
      { operation: "blacklist.add", count: 10_000 },
      { operation: "blacklist.removeByValue", count: 10_000 },
    ]);
  }));

test("entries are deleted by ID, one or several, all or none [BLACK-06, API-75]", () =>
  inEmpty(async (admin) => {
    const ids: number[] = [];
    for (const ip of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) ids.push((await ask(add, admin, { ip })).id);
    const [a = 0, b = 0, c = 0] = ids;
    expect(await ask(remove, admin, { id: a })).toEqual({ deleted: 1 });
    expect(await refused(remove, admin, { id: a })).toEqual({ status: 404 });
    expect(await refused(removeChosen, admin, { ids: [a, b] })).toEqual({ status: 404 });
    expect(await listed()).toEqual(["192.0.2.2", "192.0.2.3"]);
    expect(await ask(removeChosen, admin, { ids: [b, c, b] })).toEqual({ deleted: 2 });
    expect((await auditOf("blackListEntry", b)).at(-1)).toEqual({
      ...{ operation: "blacklist.remove", before: { ip: "192.0.2.2" }, after: null },
    });
  }));

test("entries are deleted by value in any spelling; values that are not on the list are returned as sent [BLACK-10, API-76]", () =>
  inEmpty(async (admin) => {
    await ask(addMany, admin, { ips: "192.0.2.1\n198.51.100.0/24\n2001:db8::1" });
    const ips = ["192.0.2.1/32", " 198.51.100.77/24", "2001:DB8:0::1", "198.51.100.1", "nonsense", ""];
    expect(await ask(removeByValue, admin, { ips })).toEqual({ deleted: 3, notFound: ["198.51.100.1", "nonsense"] });
    expect(await listed()).toEqual([]);
    for (const wrong of [{}, { ips: [] }, { ips: [""] }, { ips: "192.0.2.1" }, { ips: [1] }]) {
      expect((await refused(removeByValue, admin, wrong)).status).toBe(422);
    }
  }));

test("a search is LIKE over the shown address, sorted as addresses are, in pages [BLACK-05, BLACK-11, API-73]", () =>
  inEmpty(async (admin) => {
    await ask(addMany, admin, { ips: "192.0.2.10\n192.0.2.9\n10.0.0.0/8\n2001:db8::32", confirmed: true });
    const of = async (asked: object) => (await ask(search, admin, { ...asked })).items.map(({ ip }) => ip);
    expect(await of({})).toEqual(["10.0.0.0/8", "192.0.2.9", "192.0.2.10", "2001:db8::32"]);
    expect(await of({ sortAsc: false, pageSize: 2 })).toEqual(["2001:db8::32", "192.0.2.10"]);
    const like = (value: string) => ({ criteria: [{ field: "ip", comparison: "LIKE", value }] });
    expect(await of(like("%2.1%"))).toEqual(["192.0.2.10"]);
    // A single address is shown without its prefix, so the prefix cannot match.
    expect(await of(like("%32%"))).toEqual(["2001:db8::32"]);
    expect(await ask(search, admin, { ...like("%192.0%"), pageSize: 1, page: 2 })).toMatchObject({
      ...{ items: [{ ip: "192.0.2.10" }], total: 2 },
    });
    expect(await of(like("%' OR 1=1 --%"))).toEqual([]);
    expect((await refused(search, admin, { criteria: [{ field: "id", value: 1 }] })).status).toBe(422);
  }));

test("admins can read and change the list, lower roles cannot [BLACK-13, BLACK-14, ROLE-14]", () =>
  inEmpty(async (admin) => {
    const { id } = await ask(add, admin, { ip: "192.0.2.1" });
    for (const { actor } of [await anOffice(), await anAgent()]) {
      for (const [operation, input] of [
        [search, {}],
        [add, { ip: "192.0.2.2" }],
        [addMany, { ips: "192.0.2.2" }],
        [remove, { id }],
        [removeChosen, { ids: [id] }],
        [removeByValue, { ips: ["192.0.2.1"] }],
      ] as const) {
        expect(await refused(operation as typeof search, actor, input)).toEqual({ status: 403 });
      }
    }
    expect(await listed()).toEqual(["192.0.2.1"]);
  }));

test("every change of the list, and no other act on it, reloads the links [TRACK-19]", () =>
  inEmpty(async (admin) => {
    const before = await linkVersion();
    const { id } = await ask(add, admin, { ip: "192.0.2.1" });
    expect(await linkVersion()).toBe(before + 1);
    await ask(add, admin, { ip: "192.0.2.1" });
    await ask(removeByValue, admin, { ips: ["192.0.2.2"] });
    expect(await linkVersion()).toBe(before + 1);
    await ask(remove, admin, { id });
    expect(await linkVersion()).toBe(before + 2);
  }));

test("an entry keeps its reason, its author and its time; a second addition does not change them [BLACK-12]", () =>
  inEmpty(async (admin) => {
    await execute(sql`INSERT INTO black_list (ip, added_at) VALUES ('192.0.2.1', NULL)`);
    const first = await ask(add, admin, { ip: "192.0.2.2", reason: " bot farm " });
    expect(first).toMatchObject({ reason: "bot farm", addedBy: admin.username });
    expect(first.addedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    const { actor } = await anAdmin();
    await ask(addMany, actor, { ips: "192.0.2.2\n192.0.2.3", reason: "ticket 7" });
    expect((await ask(search, admin, {})).items.map(({ ip, reason, addedBy }) => [ip, reason, addedBy])).toEqual([
      ["192.0.2.1", "", null],
      ["192.0.2.2", "bot farm", admin.username],
      ["192.0.2.3", "ticket 7", actor.username],
    ]);
    expect((await ask(search, admin, {})).items[0]?.addedAt).toBeNull();
    expect((await refused(add, admin, { ip: "192.0.2.4", reason: "x".repeat(256) })).status).toBe(422);
  }));

test("an address finds the entries that cover it, by call and on the screen, with those whose text has it [BLACK-11]", () =>
  inEmpty(async (admin) => {
    const ips = "10.0.0.0/8\n10.5.6.0/24\n10.5.6.7\n110.5.6.7\n10.5.7.0/24\n2001:db8::/32\n::/0";
    await ask(addMany, admin, { ips, confirmed: true });
    const of = async (asked: Record<string, unknown>) => (await ask(search, admin, asked)).items.map(({ ip }) => ip);
    expect(await of({ covers: "10.5.6.7" })).toEqual(["10.0.0.0/8", "10.5.6.0/24", "10.5.6.7"]);
    expect(await of({ covers: "10.5.6.0/25" })).toEqual(["10.0.0.0/8", "10.5.6.0/24"]);
    expect(await of({ covers: "2001:db8::7" })).toEqual(["::/0", "2001:db8::/32"]);
    expect(await of({ covers: "10.5" })).toEqual([]);
    const shown = async (ip: string) => (await ask(listScreen, admin, { ip })).entries.items.map((entry) => entry.ip);
    expect(await shown("10.5.6.7")).toEqual(["10.0.0.0/8", "10.5.6.0/24", "10.5.6.7", "110.5.6.7"]);
    expect(await shown("5.6")).toEqual(["10.5.6.0/24", "10.5.6.7", "110.5.6.7"]);
    expect((await ask(listScreen, admin, { ip: "10.5.6.7" })).entries.total).toBe(4);
  }));

test.each([
  ["10.0.0.0/8", "10.0.0.0/8 covers 16,777,216 addresses."],
  ["172.16.0.0/15", "172.16.0.0/15 covers 131,072 addresses."],
  ["2001::/16", "2001::/16 covers 281,474,976,710,656 networks of customers (/64)."],
  ["198.51.100.0/24", "198.51.100.0/24 covers your own address 198.51.100.9: clicks from it would no longer count."],
])("%s is added by the form only once it is confirmed, with all other lines [BLACK-09]", (entry, warning) =>
  inEmpty(async (admin) => {
    const ips = `192.0.2.1\n${entry}`;
    const own = { channel: "form", ip: "198.51.100.9", userAgent: "" } as const;
    await expect(perform(addMany, admin, { ips }, own)).rejects.toMatchObject({
      status: 422,
      data: { confirmed: [warning] },
    });
    expect(await listed()).toEqual([]);
    expect(await perform(addMany, admin, { ips, confirmed: true }, own)).toEqual({ added: 2, known: 0, wrong: [] });
  }),
);

test("networks of up to 65,536 addresses that are not the reader's need no confirmation", () =>
  inEmpty(async (admin) => {
    const ips = "10.1.0.0/16\n2001:db8:1::/48\n203.0.113.0/24";
    expect(await ask(addMany, admin, { ips })).toMatchObject({ added: 3 });
  }));
