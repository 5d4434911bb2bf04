import { beforeAll, describe, expect } from "vitest";
import { withFixedTime } from "../../../server/kernel/time/now";
import { queryOne, queryRows, execute } from "../../../server/kernel/database/transactions";
import type { Actor } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { exportSales, saleScreen, searchSales } from "../../../server/logs";
import { dashboard } from "../../../server/reports";
import { resolveFlag } from "../../../server/tracking";
import { ask, refused, textOf } from "../../reports/ask";
import { anAdmin, anAgent, anOffice, aReversal, aSale, aSite, aSuperadmin } from "../../world/builders";
import { aDatabase } from "../../world/database";
import { first } from "../../world/first";
import { csvIn } from "../../world/table";
import { test } from "../../world/rollback";

beforeAll(async () => {
  await (await aDatabase()).enter();
});

/** Ann of North has a sale on Roses, a bonus, a reported click and a reversal; Zoe of South has a sale on Violets. */
async function sales() {
  const [north, south] = [await anOffice({ officeName: "North" }), await anOffice({ officeName: "South" })];
  const [ann, zoe] = [
    await anAgent({ office: north, username: "ann" }),
    await anAgent({ office: south, username: "zoe" }),
  ];
  const bonus = { typename: "Trial", bonus: true, price: { payout: 500, earning: 20.5 } };
  const roses = await aSite({ sitename: "Roses", enabledFor: [north], types: [bonus] });
  const violets = await aSite({ sitename: "Violets", enabledFor: [south], types: [{ typename: "Full" }] });
  const [trial, full] = [first(roses.types), first(violets.types)];
  const sale = await aSale({ agent: ann, type: trial, at: "2026-06-10T13:00:00Z", email: "Joe@Example.org" });
  const made = {
    sale,
    bonus: await aSale({ agent: ann, type: trial, at: "2026-06-10T13:01:00Z", event: "bonus", geo: "PH" }),
    click: await aSale({ agent: ann, type: trial, at: "2026-06-10T13:02:00Z", event: "click" }),
    zoes: await aSale({ agent: zoe, type: full, at: "2026-06-10T13:03:00Z", email: "joe@example.org", geo: "DE" }),
    back: await aReversal(sale, { at: "2026-06-12T03:30:00Z" }),
  };
  await execute(sql`UPDATE sale_events SET referer = 'https://ref.example/' WHERE id = ${made.sale.id}`);
  // Reported late by the site: the log uses the event's own time.
  await execute(sql`UPDATE sale_events SET received_at = '2026-06-20T12:00:00Z' WHERE id = ${made.bonus.id}`);
  return { north, south, ann, zoe, roses, violets, made };
}
type Made = Awaited<ReturnType<typeof sales>>["made"];
const found = async ({ actor }: { actor: Actor }, made: Made, input: Record<string, unknown> = {}) => {
  const names = new Map(Object.entries(made).map(([name, { id }]) => [id, name]));
  const { items } = await ask(searchSales, actor, input);
  expect(items.total).toBe(items.items.length);
  return items.items.map(({ id }) => names.get(id)).join(" ");
};
const rowsFor = async ({ actor }: { actor: Actor }) => (await ask(searchSales, actor)).items.items;

describe("a row", () => {
  test("has time, customer, agent, link, type, click and country [SALE-02, SALE-11, API-51]", async () => {
    const { north, ann, roses, made } = await sales();
    const rows = await rowsFor(await aSuperadmin());
    const common = {
      ...{ companyId: north.id, officeName: "North", agentId: ann.id, agent: "ann", siteId: roses.id },
      ...{
        sitename: "Roses",
        typeId: first(roses.types).id,
        typename: "Trial",
        clickId: made.sale.click,
        txid: null,
        amount: null,
        currency: null,
        subs: null,
      },
      ...{ eventType: 0, geo: "US", stolenCard: false, pixel: false, resolvedAt: null },
    };
    expect(rows.find(({ id }) => id === made.sale.id)).toEqual({
      ...{ ...common, id: made.sale.id, customerEmail: "Joe@Example.org", earning: 20.5, payout: 500 },
      ...{ date: "2026-06-10T09:00:00.000-04:00", receivedAt: "2026-06-10T09:00:00.000-04:00" },
      ...{ referer: "https://ref.example/", reversal: false, reverses: null },
    });
    expect(rows[0]).toMatchObject({
      ...{ ...common, id: made.back.id, earning: -20.5, payout: -500, reversal: true, reverses: made.sale.id },
      ...{ date: "2026-06-11T23:30:00.000-04:00", customerEmail: null, referer: null },
    });
    expect(rows.map(({ eventType }) => eventType)).toEqual([0, 0, 2, 1, 0]);
  });

  test("has amounts for roles that see earnings, and the referrer for superadmins [SALE-03, SALE-04, ROLE-12]", async () => {
    const { north, ann } = await sales();
    const chief = await aSuperadmin();
    const poor = await anAdmin({ earningVisible: false });
    const names = ["officeName", "agent", "earning", "payout", "referer"];
    const seen = async (who: { actor: Actor }) => {
      const { items, earningVisible } = await ask(searchSales, who.actor);
      const keys = names.filter((name) => name in first(items.items));
      for (const name of names) {
        const told = await ask(searchSales, who.actor, { sortField: name }).then(
          () => true,
          () => false,
        );
        expect([name, told]).toEqual([name, keys.includes(name)]);
      }
      const head = (await textOf(exportSales, who.actor)).split("\n")[0] ?? "";
      for (const [name, label] of [
        ["earning", "Earning"],
        ["payout", "Payout"],
        ["referer", "Referer"],
        ["officeName", "Office"],
      ])
        expect([name, head.includes(label ?? "")]).toEqual([name, keys.includes(name ?? "")]);
      return [earningVisible, ...keys];
    };
    const paidAtSite: boolean[] = [];
    for (const { actor } of [chief, poor, north, ann])
      paidAtSite.push("amount" in first((await ask(searchSales, actor)).items.items));
    expect(paidAtSite).toEqual([true, false, false, false]);
    expect(await seen(chief)).toEqual([true, ...names]);
    expect(await seen(await anAdmin())).toEqual([true, "officeName", "agent", "earning", "payout"]);
    expect(await seen(poor)).toEqual([false, "officeName", "agent"]);
    expect([await seen(north), await seen(ann)]).toEqual([[false, "agent"], [false]]);
  });
});

describe("a search", () => {
  test("is filtered by site, office, agent, type, days, click, e-mail and country [SALE-05, API-51]", async () => {
    const { north, south, ann, zoe, roses, violets, made } = await sales();
    const chief = await aSuperadmin();
    const by = (input: Record<string, unknown>) => found(chief, made, input);
    expect(await by({})).toBe("back zoes click bonus sale");
    expect([await by({ siteId: violets.id }), await by({ companyId: south.id })]).toEqual(["zoes", "zoes"]);
    expect([await by({ agentId: zoe.id }), await by({ agentId: ann.id, siteId: violets.id })]).toEqual(["zoes", ""]);
    expect([await by({ recordType: 0 }), await by({ recordType: 1 }), await by({ recordType: 2 })]).toEqual([
      "back zoes sale",
      "bonus",
      "click",
    ]);
    expect(await by({ start: "2026-06-11", end: "2026-06-11" })).toBe("back");
    expect(await by({ clickId: made.sale.click.toUpperCase() })).toBe("back sale");
    expect([await by({ email: " JOE@example.ORG " }), await by({ email: "joe@example" })]).toEqual(["zoes sale", ""]);
    expect([await by({ email: "%" }), await by({ email: "joe@example.org", siteId: roses.id })]).toEqual(["", "sale"]);
    expect([await by({ geo: "ph" }), await by({ geo: "DE" }), await by({ geo: "XX" })]).toEqual(["bonus", "zoes", ""]);
    expect(await by({ geo: "", email: null, recordType: null, clickId: "" })).toBe("back zoes click bonus sale");
    expect([await found(ann, made), await found(north, made), await found(south, made)]).toEqual([
      "back click bonus sale",
      "back click bonus sale",
      "zoes",
    ]);
    expect(await found(ann, made, { clickId: made.zoes.click })).toBe("");
  });

  test("sorts newest first by default and by every shown column [SALE-06]", async () => {
    const { made } = await sales();
    const chief = await aSuperadmin();
    const by = (sortField: string, sortAsc = false) => found(chief, made, { sortField, sortAsc });
    expect(await by("date", true)).toBe("sale bonus click zoes back");
    expect([await by("agent"), await by("officeName")]).toEqual([
      "zoes back click bonus sale",
      "zoes back click bonus sale",
    ]);
    expect([await by("earning", true), await by("payout")]).toEqual([
      "back click bonus zoes sale",
      "zoes sale bonus click back",
    ]);
    expect([await by("eventType"), await by("geo", true)]).toEqual([
      "click bonus back zoes sale",
      "zoes bonus sale click back",
    ]);
    expect([await by("sitename"), await by("typename", true)]).toEqual([
      "zoes back click bonus sale",
      "zoes sale bonus click back",
    ]);
    expect([await by("customerEmail"), await by("referer")]).toEqual([
      "zoes sale back click bonus",
      "sale back zoes click bonus",
    ]);
  });

  test("refuses filters that the role does not have; records it may not see do not exist", async () => {
    const { north, south, zoe, violets, ann } = await sales();
    expect(await refused(searchSales, north.actor, { agentId: zoe.id })).toEqual({ status: 404 });
    expect(await refused(searchSales, north.actor, { siteId: violets.id })).toEqual({ status: 404 });
    expect(await refused(searchSales, north.actor, { companyId: south.id })).toMatchObject({ status: 422 });
    expect(await refused(searchSales, ann.actor, { agentId: ann.id })).toMatchObject({ status: 422 });
    const bad: Record<string, unknown[]> = {
      recordType: [-1, 3, 1.5, "x", {}],
      clickId: ["1", 7, "x".repeat(65)],
      email: [7, "a\0b", "\ud800", "e".repeat(255)],
      geo: ["USA", "U", "1", "ÄÖ", 7, "x".repeat(17)],
      sortField: ["price", "received_at", "stolenCard", 1],
      start: ["2026-13-01", "2026-06-12"],
      page: [0, "x"],
    };
    for (const [field, values] of Object.entries(bad)) {
      for (const value of values) {
        const told = await refused(searchSales, ann.actor, { end: "2026-06-11", [field]: value });
        expect({ field, value, told }).toMatchObject({ told: { status: 422, data: { [field]: [/\S/] } } });
      }
    }
  });

  test("only an agent's screen shows the beginnings of their links [SALE-09, SALE-10]", async () => {
    const { north, ann } = await sales();
    await execute(sql`INSERT INTO domains (domain, description) VALUES ('https://go.example', '')`);
    expect((await ask(saleScreen, ann.actor)).linkOrigin).toBe("https://go.example");
    for (const { actor } of [north, await anAdmin(), await aSuperadmin()])
      expect(await ask(saleScreen, actor)).not.toHaveProperty("linkOrigin", expect.any(String));
  });
});

test("a sale has the sub IDs of its click and its transaction, in rows, filter and export", async () => {
  const { ann, north, zoe, made } = await sales();
  await execute(sql`UPDATE sale_events SET txid = 'T-7' WHERE id = ${made.sale.id}`);
  await execute(sql`UPDATE clicks SET subs = '{"sub1": "mail", "sub5": "a,b"}' WHERE id = ${made.sale.click}`);
  await execute(sql`UPDATE clicks SET subs = '{"sub2": "mail"}' WHERE id = ${made.zoes.click}`);
  const chief = await aSuperadmin();
  expect(await found(chief, made, { subId: "mail" })).toBe("back zoes sale");
  expect(await found(ann, made, { subId: "mail" })).toBe("back sale");
  expect(await found(zoe, made, { subId: "a,b" })).toBe("");
  expect(await found(north, made, { subId: "Mail" })).toBe("");
  expect(await found(north, made, { subId: "" })).toBe("back click bonus sale");
  const [sold] = (await ask(searchSales, ann.actor, { subId: "a,b", sortAsc: true })).items.items;
  expect(sold).toMatchObject({ id: made.sale.id, txid: "T-7", subs: { sub1: "mail", sub5: "a,b" } });
  const file = csvIn(await textOf(exportSales, ann.actor, { subId: "mail", sortAsc: true }));
  expect(file.rows[0]).toMatchObject({ Transaction: "T-7", "Sub 1": "mail", "Sub 2": "", "Sub 5": "a,b" });
  expect(await refused(searchSales, ann.actor, { subId: "x".repeat(256) })).toMatchObject({ status: 422 });
});

test("a click ID whose time is after the year 9999 does not prevent the log from being read", async () => {
  const { ann, made } = await sales();
  await execute(sql`UPDATE clicks SET subs = '{"sub1": "mail"}' WHERE id = ${made.sale.click}`);
  await execute(sql`
      UPDATE sale_events SET click_id = 'ffffffff-ffff-4fff-8fff-ffffffffffff' WHERE id = ${made.bonus.id}`);
  const { items } = (await ask(searchSales, ann.actor, {})).items;
  const subsOf = (id: number) => items.find((row) => row.id === id)?.subs;
  expect([subsOf(made.bonus.id), subsOf(made.sale.id)]).toEqual([null, { sub1: "mail" }]);
});

test("the export has signed plain amounts, the time zone in the header, and quoted formulas", async () => {
  const { made } = await sales();
  const chief = await aSuperadmin();
  await execute(sql`UPDATE sale_events SET email = '=cmd@example.org' WHERE id = ${made.sale.id}`);
  const text = await textOf(exportSales, chief.actor, { agentId: "ann", start: "2026-06-01", end: "2026-06-30" });
  const lines = text.trim().split("\n");
  expect(lines[0]).toMatch(
    /^Date \(New York\),Received \(New York\),Email,Office,Agent,Site,Link,Earning,Payout,Click Id,Transaction,Record Type,Status,Geo,Referer,Sub 1,Sub 2,Sub 3,Sub 4,Sub 5,Date \(UTC offset\),Received \(UTC offset\)$/,
  );
  expect(lines).toHaveLength(5);
  const file = csvIn(text);
  const [date = "", received = ""] = file.headings;
  const sold = { Office: "North", Agent: "ann", Site: "Roses", Link: "Trial" };
  expect(file.rows[0]).toEqual({
    ...{ [date]: "2026-06-11 23:30:00", [received]: "2026-06-11 23:30:00", Email: "", ...sold },
    ...{
      Earning: "-20.50",
      Payout: "-500.00",
      "Click Id": made.sale.click,
      Transaction: "",
      "Record Type": "Sale",
      Status: "Reversal",
    },
    ...{ Geo: "US", Referer: "", "Sub 1": "", "Sub 2": "", "Sub 3": "", "Sub 4": "", "Sub 5": "" },
    ...{ "Date (UTC offset)": "-04:00", "Received (UTC offset)": "-04:00" },
  });
  expect(file.rows[3]).toMatchObject({ Email: "'=cmd@example.org", ...sold, Earning: "20.50", Payout: "500.00" });
});

test("a superadmin settles a flagged sale once, by its id or its reversal's, and the agent's notice ends [HOME-04]", async () => {
  const { ann, made } = await sales();
  const chief = await aSuperadmin();
  const settle = (id: number, actor = chief.actor) =>
    withFixedTime("2026-06-13T12:00:00Z", () => ask(resolveFlag, actor, { id }));
  expect(await refused(resolveFlag, chief.actor, { id: made.sale.id })).toMatchObject({ status: 409 });
  await execute(sql`UPDATE sale_events SET stolen_card = true WHERE id = ${made.back.id}`);
  await execute(sql`UPDATE accounts SET active = false WHERE id = ${ann.accountId}`);
  expect((await ask(dashboard, ann.actor)).showAgentFraudNotes).toBe(true);
  expect((await rowsFor(ann)).map(({ stolenCard }) => stolenCard)).toEqual([true, false, false, false]);
  for (const who of [ann, await anAdmin()])
    expect(await refused(resolveFlag, who.actor, { id: made.back.id })).toEqual({ status: 403 });
  const figures = sql`SELECT sign, earning, payout, lpp FROM sale_events ORDER BY id`;
  const before = await queryRows(figures);
  expect(await settle(made.sale.id)).toEqual({ updated: 1 });
  expect(await settle(made.back.id)).toEqual({ updated: 1 });
  expect(await queryRows(figures)).toEqual(before);
  expect((await ask(dashboard, ann.actor)).showAgentFraudNotes).toBe(false);
  expect((await rowsFor(chief))[0]).toMatchObject({ stolenCard: true, resolvedAt: "2026-06-13T08:00:00.000-04:00" });
  const audit = await queryOne(
    sql`SELECT count(*) AS n, min(record_id) AS id FROM audit WHERE operation = 'sales.resolve'`,
  );
  expect(audit).toEqual({ n: 1, id: String(made.back.id) });
  for (const id of [2_000_000_000, made.zoes.id])
    expect(await refused(resolveFlag, chief.actor, { id })).toMatchObject({
      status: id === made.zoes.id ? 409 : 404,
    });
});
