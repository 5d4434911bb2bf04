import { beforeAll, describe, expect } from "vitest";
import { overrideConfig } from "../../../server/kernel/process/config";
import { execute } from "../../../server/kernel/database/transactions";
import type { Actor } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { clickScreen, exportClicks, searchClicks } from "../../../server/logs";
import { ask, refused, refusedStream, textOf } from "../../reports/ask";
import { aClick, anAdmin, anAgent, anOffice, aSite, aSuperadmin, enable } from "../../world/builders";
import { aDatabase } from "../../world/database";
import { first } from "../../world/first";
import { test } from "../../world/rollback";

beforeAll(async () => {
  await (await aDatabase()).enter();
});

/**
 * Two offices with an agent each: Ann of North clicked three times on Roses, Zoe of South once on Violets in between.
 */
async function clicks() {
  const [north, south] = [await anOffice({ officeName: "North" }), await anOffice({ officeName: "South" })];
  const [ann, zoe] = [
    await anAgent({ office: north, username: "ann" }),
    await anAgent({ office: south, username: "zoe" }),
  ];
  const url = "https://shop.example/{sub1}?geo={geo}";
  const roses = await aSite({ sitename: "Roses", enabledFor: [north], types: [{ typename: "Trial", url }] });
  const violets = await aSite({ sitename: "Violets", enabledFor: [south], clickParam: "cid" });
  const [trial, other] = [first(roses.types), first(violets.types)];
  const made = {
    first: await aClick({ agent: ann, type: trial, at: "2026-06-10T13:00:00Z", ip: "192.0.2.1" }),
    bot: await aClick({ agent: ann, type: trial, at: "2026-06-10T13:01:00Z", ip: "192.0.2.77", class: "bot" }),
    zoes: await aClick({
      agent: zoe,
      type: other,
      at: "2026-06-10T13:02:00Z",
      ip: "2001:db8::7",
      referer: "https://a.example/b",
    }),
    late: await aClick({ agent: ann, type: trial, at: "2026-06-12T03:59:59.999Z", ip: "198.51.100.9", unique: false }),
  };
  await execute(sql`UPDATE clicks SET subs = '{"sub1": "a b"}' WHERE id = ${made.first.id}`);
  return { north, south, ann, zoe, roses, violets, made };
}
type Made = Awaited<ReturnType<typeof clicks>>["made"];
const found = async ({ actor }: { actor: Actor }, made: Made, input: Record<string, unknown> = {}) => {
  const names = new Map(Object.entries(made).map(([name, { id }]) => [id, name]));
  const { items, total } = await ask(searchClicks, actor, input);
  expect(total).toBe(items.length);
  return items.map(({ id }) => names.get(id)).join(" ");
};

describe("a row", () => {
  test("has the click's id by both names, time, agent, link, origin, and whether it counts [CLICK-03, CLICK-09]", async () => {
    const { south, zoe, ann, violets, made } = await clicks();
    const chief = await aSuperadmin();
    const { items } = await ask(searchClicks, chief.actor);
    const [, zoes, bot, early] = items;
    expect(zoes).toEqual({
      ...{ id: made.zoes.id, clickId: made.zoes.id },
      ...{ companyId: south.id, officeName: "South", agentId: zoe.id, agentUsername: "zoe" },
      ...{ siteId: violets.id, sitename: "Violets", typeId: first(violets.types).id },
      ...{ typename: first(violets.types).typename, url: expect.stringContaining(`cid=${made.zoes.id}`) },
      ...{ clickTime: "2026-06-10T09:02:00.000-04:00", fromIp: "2001:db8::7", uniques: 1 },
      ...{ referer: "https://a.example/b", class: "ok", subs: null },
    });
    expect(early?.url).toBe(`https://shop.example/a%20b?geo=US&clickid=${made.first.id}`);
    expect([bot?.class, bot?.uniques, bot?.referer, bot?.agentUsername]).toEqual(["bot", 0, null, "ann"]);
    await execute(sql`UPDATE accounts SET deleted_at = now(), username = 'x' WHERE id = ${ann.accountId}`);
    expect((await ask(searchClicks, chief.actor)).items[0]?.agentUsername).toBe("deleted agent");
  });

  test("shows the unchanged address of a link that can no longer be used", async () => {
    const { ann, roses } = await clicks();
    await execute(sql`UPDATE types SET url = 'https://{sub1}.example/{what}' WHERE site_id = ${roses.id}`);
    const { items } = await ask(searchClicks, ann.actor, { pageSize: 1 });
    expect(items[0]?.url).toBe("https://{sub1}.example/{what}");
  });

  test("has offices for admins and agents for managers [CLICK-03, ROLE-20, ROLE-21, ROLE-22]", async () => {
    const { north, south, ann, made } = await clicks();
    const keys = async ({ actor }: { actor: Actor }) =>
      Object.keys(first((await ask(searchClicks, actor)).items)).filter((key) => /officeName|agentUsername/.test(key));
    expect(await keys(await aSuperadmin())).toEqual(["officeName", "agentUsername"]);
    expect(await keys(await anAdmin())).toEqual(["officeName", "agentUsername"]);
    expect([await keys(north), await keys(ann)]).toEqual([["agentUsername"], []]);
    expect(await found(ann, made)).toBe("late bot first");
    expect([await found(north, made), await found(south, made)]).toEqual(["late bot first", "zoes"]);
  });

  test.each([
    ["harbor", ["fromIp", "uniques", "referer"]],
    ["summit", ["fromIp", "uniques"]],
    ["plain", []],
  ] as const)(
    "%s shows %j, in rows, export, filters and sorting [CLICK-04, CLICK-05, CLICK-06]",
    async (brand, shown) => {
      await clicks();
      const { actor } = await aSuperadmin();
      overrideConfig({ BRAND: brand });
      try {
        const kept = (name: string) => (shown as readonly string[]).includes(name);
        const row = first((await ask(searchClicks, actor)).items);
        for (const name of ["fromIp", "uniques", "referer"]) {
          expect([name, name in row]).toEqual([name, kept(name)]);
          const sorted = ask(searchClicks, actor, { sortField: name }).then(
            () => true,
            () => false,
          );
          expect([name, await sorted]).toEqual([name, kept(name)]);
        }
        const text = await textOf(exportClicks, actor);
        expect([/IP From,Uniques/.test(text), /Referrer/.test(text)]).toEqual([kept("fromIp"), kept("referer")]);
        expect([/192\.0\.2\.1/.test(text), /a\.example/.test(text)]).toEqual([kept("fromIp"), kept("referer")]);
        if (!kept("fromIp")) {
          expect(await refused(searchClicks, actor, { ipAddress: "192.0.2.1" })).toMatchObject({
            data: { ipAddress: ["Addresses are not shown here."] },
          });
        }
      } finally {
        overrideConfig({ BRAND: "harbor" });
      }
    },
  );
});

describe("a search", () => {
  test("is filtered by address, office, agent, site and days, trimmed [CLICK-02, API-50]", async () => {
    const { north, south, ann, zoe, roses, violets, made } = await clicks();
    const chief = await aSuperadmin();
    const by = (input: Record<string, unknown>) => found(chief, made, input);
    expect(await by({})).toBe("late zoes bot first");
    expect([await by({ companyId: north.id }), await by({ companyId: south.id })]).toEqual(["late bot first", "zoes"]);
    expect([await by({ agentId: zoe.id }), await by({ agentId: ann.id, siteId: violets.id })]).toEqual(["zoes", ""]);
    expect(await by({ siteId: roses.id })).toBe("late bot first");
    expect(await by({ start: "2026-06-11", end: "2026-06-11" })).toBe("late");
    expect(await by({ start: "2026-06-10", end: "2026-06-10", sortAsc: true })).toBe("first bot zoes");
    expect(await by({ clickId: made.bot.id.toUpperCase() })).toBe("bot");
    expect(await by({ clickId: made.bot.id, siteId: violets.id })).toBe("");
    expect(await by({ ipAddress: "", companyId: null, clickId: "" })).toBe("late zoes bot first");
  });

  test("finds an address in full, by its beginning or by its network; other text is refused [CLICK-02]", async () => {
    const { ann, made } = await clicks();
    const chief = await aSuperadmin();
    const by = (ipAddress: string) => found(chief, made, { ipAddress });
    expect(await by(" 192.0.2.1 ")).toBe("first");
    expect([await by("192.0.2."), await by("192.0.2"), await by("192.0.2.64/26")]).toEqual([
      "bot first",
      "bot first",
      "bot",
    ]);
    expect([await by("2001:DB8:0::7"), await by("2001:db8::/32"), await by("::ffff:192.0.2.77")]).toEqual([
      "zoes",
      "zoes",
      "bot",
    ]);
    expect([await by("0.0.0.0/0"), await by("192.0.3.")]).toEqual(["late bot first", ""]);
    expect(await found(ann, made, { ipAddress: "2001:db8::7" })).toBe("");
    for (const wrong of ["192.0.2.300", "192.0.2.1/33", "%", "abc", "192..2", "1.2.3.4.5", "192.0.2.1 OR 1=1"]) {
      const told = await refused(searchClicks, chief.actor, { ipAddress: wrong });
      expect({ wrong, told }).toMatchObject({ told: { status: 422, data: { ipAddress: [/whole IP address/] } } });
    }
  });

  test("sorts newest first by default and by every shown column, ties by id [CLICK-07]", async () => {
    const { made, ann } = await clicks();
    const chief = await aSuperadmin();
    const by = (sortField: string, sortAsc = true) => found(chief, made, { sortField, sortAsc });
    expect(await by("clickTime")).toBe("first bot zoes late");
    expect([await by("officeName", false), await by("agentUsername", false)]).toEqual([
      "zoes late bot first",
      "zoes late bot first",
    ]);
    expect([await by("sitename", false), await by("typename")]).toEqual(["zoes late bot first", "zoes first bot late"]);
    expect([await by("fromIp"), await by("uniques")]).toEqual(["first bot late zoes", "bot late first zoes"]);
    expect([await by("url"), await by("referer", false)]).toEqual(["zoes first bot late", "zoes late bot first"]);
    for (const sortField of ["officeName", "agentUsername", "class", "id", "ip", "x; DROP TABLE clicks"]) {
      expect({ sortField, told: await refused(searchClicks, ann.actor, { sortField }) }).toMatchObject({
        told: { status: 422, data: { sortField: ["This column cannot be sorted."] } },
      });
    }
  });

  test("refuses filters that the role does not have; records it may not see do not exist", async () => {
    const { north, south, ann, zoe, violets } = await clicks();
    const { actor } = north;
    expect(await refused(searchClicks, actor, { agentId: zoe.id })).toEqual({ status: 404 });
    expect(await refused(searchClicks, actor, { siteId: violets.id })).toEqual({ status: 404 });
    expect(await refused(searchClicks, ann.actor, { siteId: 2_000_000_000 })).toEqual({ status: 404 });
    for (const id of [south.id, north.id]) {
      expect(await refused(searchClicks, actor, { companyId: id })).toMatchObject({ data: { companyId: [/\S/] } });
    }
    expect(await refused(searchClicks, ann.actor, { agentId: ann.id })).toMatchObject({ data: { agentId: [/\S/] } });
    expect(await refused(searchClicks, null)).toEqual({ status: 401 });
    const bad: Record<string, unknown[]> = {
      start: ["2026-02-30", "x", 7, "2026-06-11"],
      page: [0, -1, 1.5, "x", 10_000_001],
      pageSize: [0, 501, "x"],
      siteId: [0, -1, 2_147_483_648, "x", {}],
      clickId: ["1", "x".repeat(65), 7, `${"0".repeat(8)}-0000-0000-0000-00000000000g`],
      ipAddress: ["1".repeat(65), 7, "\0", "\ud800"],
      sortAsc: ["yes", 2],
    };
    for (const [field, values] of Object.entries(bad)) {
      for (const value of values) {
        const told = await refused(searchClicks, actor, { end: "2026-06-10", [field]: value });
        expect({ field, value, told }).toMatchObject({ told: { status: 422, data: { [field]: [/\S/] } } });
      }
    }
  });
});

test("clicks are found by a sub ID, within the scope and the other filters", async () => {
  const { north, ann, zoe, made } = await clicks();
  await execute(sql`UPDATE clicks SET subs = '{"sub1": "x", "sub4": "a b"}' WHERE id = ${made.zoes.id}`);
  const chief = await aSuperadmin();
  expect(await found(chief, made, { subId: "a b" })).toBe("zoes first");
  expect(await found(chief, made, { subId: "a b", agentId: ann.id })).toBe("first");
  expect(await found(chief, made, { subId: "a b", start: "2026-06-11", end: "2026-06-12" })).toBe("");
  expect([await found(ann, made, { subId: "a b" }), await found(zoe, made, { subId: "x" })]).toEqual(["first", "zoes"]);
  expect([await found(north, made, { subId: "x" }), await found(north, made, { subId: "A B" })]).toEqual(["", ""]);
  expect(await found(ann, made, { subId: "" })).toBe("late bot first");
  const { items } = await ask(searchClicks, zoe.actor, { subId: "x" });
  expect(items[0]?.subs).toEqual({ sub1: "x", sub4: "a b" });
});

test("exports all rows of the screen, with the time zone in the header", async () => {
  const { ann, made } = await clicks();
  const lines = (await textOf(exportClicks, ann.actor, { start: "2026-06-10", end: "2026-06-10" })).trim().split("\n");
  expect(lines[0]).toMatch(
    /^Site,Type,Link,Click Time \(New York\),IP From,Uniques,Referrer,Class,Click Id,Sub 1,Sub 2,Sub 3,Sub 4,Sub 5,Click Time \(UTC offset\)$/,
  );
  expect(lines.slice(1)).toEqual([
    `Roses,Trial,https://shop.example/?geo=US&clickid=${made.bot.id},2026-06-10 09:01:00,192.0.2.77,0,,bot,${made.bot.id},,,,,,-04:00`,
    `Roses,Trial,https://shop.example/a%20b?geo=US&clickid=${made.first.id},2026-06-10 09:00:00,192.0.2.1,1,,ok,${made.first.id},a b,,,,,-04:00`,
  ]);
  const chief = await aSuperadmin();
  const all = await textOf(exportClicks, chief.actor, { agentId: "zoe" });
  expect(all).toContain("Office,Agent,Site");
  expect(all.trim().split("\n")).toHaveLength(2);
  await execute(sql`UPDATE clicks SET referer = '=HYPERLINK("x")' WHERE id = ${made.bot.id}`);
  expect(await textOf(exportClicks, ann.actor, { clickId: made.bot.id })).toContain(`'=HYPERLINK`);
  expect(await refusedStream(exportClicks, ann.actor, { start: "x", end: "y" })).toMatchObject({ status: 422 });
});

test("takes the agent's name from the screen, and returns the choices of its form", async () => {
  const { roses, violets } = await clicks();
  const chief = await aSuperadmin();
  const shown = await ask(clickScreen, chief.actor, { agentId: "ANN", pageSize: 1 });
  expect([shown.agent, shown.items.length, shown.total]).toEqual(["ann", 1, 3]);
  expect(shown.choices.sites.map(({ value }) => value)).toEqual([roses.id, violets.id]);
  expect(shown.choices.offices.map(({ label }) => label)).toEqual(["North", "South"]);
  expect((await ask(clickScreen, chief.actor, { agentId: "an" })).agent).toBe("ann");
  expect(await refused(clickScreen, chief.actor, { agentId: "nobody" })).toMatchObject({
    data: { agentId: ["There is no such agent."] },
  });
  const agents = await anAgent();
  await enable(roses, { id: agents.companyId });
  const own = await ask(clickScreen, agents.actor);
  expect([own.items, own.total, own.choices.offices, own.choices.agents]).toEqual([
    [],
    0,
    [],
    { agents: [], more: false },
  ]);
});
