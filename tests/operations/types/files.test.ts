import { expect } from "vitest";
import { queryRows } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { bySite, create, exportTypes, importTypes, dryRun, update } from "../../../server/types";
import { ask, refused, refusedStream, textOf } from "../../reports/ask";
import { anAdmin, anOffice, aSite, aSuperadmin } from "../../world/builders";
import { test } from "../../world/rollback";
import { fields, versionsOf } from "./world";

/** A site with two links, one of which has every field set. */
async function aShop() {
  const { actor } = await aSuperadmin();
  const { id: siteId } = await aSite({ types: 0 });
  const plain = await ask(create, actor, fields(siteId, { typename: "Plain" }));
  const full = await ask(
    create,
    actor,
    fields(siteId, {
      ...{ typename: '=Full, "quoted"', bbrCh: 7, bonus: true, bonusPayout: 99.99, bonusEarning: 4.5, bonusLpp: 2 },
      ...{ status: 0, showNoSalesStat: true, feeGeos: [{ geo: "US", payout: 610.5, earning: 31 }] },
    }),
  );
  return { actor, siteId, plain, full };
}

test("importing an export changes nothing, with formulas and quotes too [LINK-13]", async () => {
  const { actor, siteId, full } = await aShop();
  const csv = await textOf(exportTypes, actor, { siteId });
  expect(csv.split("\n")[0]).toBe(
    "id,typename,typealias,url,bbrCh,payout,earning,lpp,bonus,bonusPayout,bonusEarning,bonusLpp,status,showNoSalesStat,feeGeos",
  );
  expect(csv).toContain(`${full.id},"'=Full, ""quoted""",spring,`);
  const { effects } = await ask(dryRun, actor, { siteId, csv });
  expect(effects.map(({ outcome }) => outcome)).toEqual(["same", "same"]);
  const before = await ask(bySite, actor, { siteId });
  expect(await ask(importTypes, actor, { siteId, csv })).toMatchObject({ applied: 0 });
  expect(await ask(bySite, actor, { siteId })).toEqual(before);
  const admin = await anAdmin();
  expect(await textOf(exportTypes, admin.actor, { siteId })).not.toMatch(/earning|31/i);
  expect(await refusedStream(exportTypes, (await anOffice()).actor, { siteId })).toEqual({ status: 403 });
});

test("a dry run shows the effect of each row and writes nothing; the import applies the valid rows and reports the others [LINK-18, LINK-23, PRICE-04]", async () => {
  const { actor, siteId, plain, full } = await aShop();
  const csv = [
    "id,typename,typealias,url,payout,earning,lpp,bonus,feeGeos",
    `${plain.id},Plain,spring,https://example.org/land?c={clickid},600.5,20,1,0,`,
    `${full.id},"=Full, ""quoted""",spring,https://example.org/land?c={clickid},500,20,1,0,US=610.5:31 DE=700:40`,
    ",Fresh,fresh,https://example.org/new?c=%7Bclickid%7D,1,2,3,1,FR=5:1",
    `,Wrong,wrong,javascript:alert(1),"1,5",1e3,-1,maybe,USA=1:1`,
    `${plain.id},Again,spring,https://example.org/,1,1,1,0,`,
    "2000000000,Lost,spring,https://example.org/,1,1,1,0,",
    ",NoPrice,spring,https://example.org/,,,,0,",
    "1,2",
    ",Nowhere,spring,https://example.org/,1,1,1,0,XX=5:1",
    ",Encoded,spring,https://example.org/?c=%7Bsubx%7D,1,1,1,0,",
  ].join("\r\n");
  const { effects, mark } = await ask(dryRun, actor, { siteId, csv });
  expect(effects.map(({ line, outcome }) => `${line} ${outcome}`)).toEqual([
    ...["2 changed", "3 changed", "4 new", "5 refused", "6 refused", "7 refused", "8 refused", "9 refused"],
    ...["10 refused", "11 refused"],
  ]);
  expect(effects[0]?.changes).toEqual([{ field: "payout", before: 500, after: 600.5 }]);
  expect(effects[1]?.changes).toEqual([
    { field: "bonus", before: true, after: false },
    { field: "bonusPayout", before: 99.99, after: null },
    { field: "bonusEarning", before: 4.5, after: null },
    { field: "bonusLpp", before: 2, after: null },
    { field: "feeGeos", before: "US=610.5:31", after: "DE=700:40 US=610.5:31" },
  ]);
  const faults = effects[3]?.faults.join(" ") ?? "";
  for (const told of ["url: ", "javascript:", "payout: ", "earning: ", "lpp: ", "bonus: ", "USA=1:1"])
    expect(faults).toContain(told);
  expect(effects.slice(4).map(({ faults: [fault] }) => fault)).toEqual([
    `id: Link ${plain.id} is already in line 2.`,
    "id: This site has no link 2000000000.",
    expect.stringContaining("payout: ") as unknown,
    "It has 2 cells instead of 9.",
    expect.stringContaining("There is no country XX.") as unknown,
    expect.stringContaining("There is no macro {subx}.") as unknown,
  ]);
  expect(await queryRows(sql`SELECT FROM types WHERE site_id = ${siteId}`)).toHaveLength(2);
  const done = await ask(importTypes, actor, { siteId, csv, mark });
  expect(done).toEqual({ applied: 3, effects });
  const after = await ask(bySite, actor, { siteId });
  expect(after.map(({ typename, payout, feeGeos }) => [typename, payout, feeGeos?.length])).toEqual([
    ['=Full, "quoted"', 500, 2],
    ["Fresh", 1, 1],
    ["Plain", 600.5, 0],
  ]);
  expect((await versionsOf(plain.id)).map(({ payout }) => payout)).toEqual(["500.00", "600.50"]);
  expect((await versionsOf(full.id)).at(-2)).toMatchObject({ geo: null, bonusPayout: null });
});

test("if something changed since the dry run, the import is refused with the new effects", async () => {
  const { actor, siteId, plain } = await aShop();
  const csv = `id,payout\n${plain.id},700`;
  const { mark } = await ask(dryRun, actor, { siteId, csv });
  await ask(update, actor, { id: plain.id, payout: 650 });
  const late = await refused(importTypes, actor, { siteId, csv, mark });
  expect(late).toMatchObject({
    status: 409,
    data: { current: { effects: [{ changes: [{ field: "payout", before: 650, after: 700 }] }] } },
  });
  expect((await versionsOf(plain.id)).at(-1)).toMatchObject({ payout: "650.00" });
  await ask(importTypes, actor, { siteId, csv });
  expect((await versionsOf(plain.id)).at(-1)).toMatchObject({ payout: "700.00" });
});

test.each([
  ["", "Please choose a file."],
  ["id,colour\n1,red", 'There is no column "colour".'],
  ["id,id\n1,1", "The column id appears twice."],
  ["id,payout", "The file has no rows."],
  ["<html>", 'There is no column "<html>".'],
])("an unreadable file is refused as a whole: %j [LINK-13]", async (csv, message) => {
  const { actor, siteId } = await aShop();
  for (const operation of [dryRun, importTypes]) {
    expect(await refused(operation as never, actor, { siteId, csv })).toEqual({
      status: 422,
      data: { csv: [message] },
    });
  }
  expect(await refused(dryRun, (await anAdmin()).actor, { siteId, csv })).toEqual({ status: 403 });
  expect(await refused(dryRun, actor, { siteId: 2_000_000_000, csv: "id\n1" })).toEqual({ status: 404 });
});
