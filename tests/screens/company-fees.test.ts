import { expect, test } from "vitest";
import { anAdmin, anOffice, aPrice, aSite, aSuperadmin, type Office, type Site } from "../world/builders";
import { first } from "../world/first";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";
import { signedIn } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

/** The message of an outdated save: who saved the record, and when. */
const SAVED = /saved this (at|on \d{4}-\d\d-\d\d at) \d\d:\d\d\. Compare and save again\./;

const PATH = "/app/sites/company-fees";
let site: Site;
let north: Office;

const { server, as, open } = aScreenWorld({ people: ["sup"] }, async () => {
  await aSuperadmin({ username: "sup" });
  await anAdmin({ username: "adm" });
  north = await anOffice({ officeName: "North" });
  await anOffice({ officeName: "South" });
  await anOffice({ officeName: "Gone", active: false });
  site = await aSite({ sitename: "Roses", types: [{ typename: "card", bonus: true }, { typename: "Free" }] });
  await aSite({ sitename: "Tulips", useApproveSale: true, types: [{ typename: "bulb", bonus: true }] });
  await aSite({ sitename: "Weeds", types: [] });
});
const boss = as("sup");

const at = (typeId = first(site.types).id) => `${PATH}?siteId=${site.id}&typeId=${typeId}`;

/** The fields that the form of an office's row would send. */
function rowOf(html: string, { id }: { id: number } = north): Record<string, string> {
  const fields = pageOf(html).one(`form#f${id}`)?.fields ?? [];
  const sent = fields.filter((field) => field.is("input:not([type=checkbox]), input[checked]"));
  return Object.fromEntries(sent.map((field) => [field.attr("name") ?? "", field.attr("value") ?? "on"]));
}
const isReadOnly = (html: string, name: string) =>
  pageOf(html).one(`input[name="${name}"][form="f${north.id}"]`)?.is("[readonly]");
const stored = () =>
  db.rows<{ enabled: boolean; payout: string }>`
      SELECT enabled, payout FROM prices WHERE company_id = ${north.id} ORDER BY id`;

test("the tab is called 'Offices custom payments' and only for superadmins [FEE-01, SITE-01, SHELL-42, ROLE-12]", async () => {
  const html = await open(PATH);
  expect(html).toContain("<h1>Offices custom payments</h1>");
  expect(html).toContain(`<a href="${PATH}" aria-current="page">Offices custom payments</a>`);
  const admin = await signedIn(server.url, "adm");
  for (const path of [PATH, `${PATH}/import`, `${PATH}/export.csv`]) {
    expect([path, (await admin.get(path)).status]).toEqual([path, 403]);
  }
  expect((await admin.post(at(), { typeId: "1", companyId: "1" })).status).toBe(403);
});

test("nothing is shown until site and link are chosen, and another site clears the link [FEE-02, FEE-06, FEE-07]", async () => {
  const html = await open(PATH);
  expect(pageOf(html).choices("siteId")).toEqual(["Choose a site", "Roses", "Tulips", "Weeds"]);
  expect([pageOf(html).choices("typeId"), html.includes("<table")]).toEqual([["Choose a link"], false]);
  const chosen = await open(`${PATH}?siteId=${site.id}&typeId=`);
  expect([pageOf(chosen).choices("typeId"), chosen.includes("<table")]).toEqual([
    ["Choose a link", "card", "Free"],
    false,
  ]);
  expect(await open(at())).toContain("<table");
  const other = await open(`${PATH}?siteId=${site.id + 1}&typeId=${first(site.types).id}`);
  expect([pageOf(other).choices("typeId"), pageOf(other).value("typeId")]).toEqual([["Choose a link", "bulb"], ""]);
  expect(other).not.toContain("<table");
  expect(await open(`${PATH}?siteId=${site.id + 2}`)).toContain("No sale types yet");
});

test("every active office has a row with a flag and the link's numbers, read-only until the flag is saved [FEE-03, FEE-04]", async () => {
  const html = await open(at());
  expect(tableIn(html).headings).toEqual([
    ...["Office", "Custom", "Payout ₱", "Earning $", "lpp", "Bonus payout ₱", "Bonus earning $", "Bonus lpp"],
    "(no heading)",
  ]);
  expect(tableIn(html).column("Office")).toEqual(["North", "South"]);
  expect(rowOf(html)).toMatchObject({
    ...{ payout: "500.00", earning: "20.00", lpp: "1", bonusPayout: "250.00", bonusEarning: "10.00", bonusLpp: "2" },
  });
  expect([rowOf(html).enable, isReadOnly(html, "payout")]).toEqual([undefined, true]);
  const plain = await open(at(site.types[1]?.id));
  expect(tableIn(plain).headings).toEqual(["Office", "Custom", "Payout ₱", "Earning $", "lpp", "(no heading)"]);
  const day2 = await open(`${PATH}?siteId=${site.id + 1}&typeId=${(site.types[1]?.id ?? 0) + 1}`);
  expect(tableIn(day2).headings).toEqual([
    ...["Office", "Custom", "Payout ₱", "Earning $", "lpp", "Day#2 Payout ₱", "Day#2 Earning $", "Day#2 lpp"],
    "(no heading)",
  ]);
});

test("without scripts, a row's button saves it and returns to it, and a second post changes nothing [FEE-04, FEE-05, TRUST-10]", async () => {
  const before = rowOf(await open(at()));
  const ticked = await boss.post(at(), { ...before, enable: "on" });
  expect([ticked.status, ticked.headers.get("location")]).toEqual([302, `${at()}#f${north.id}`]);
  const html = await open(at());
  expect(html).toContain("Operation Complete");
  expect([rowOf(html).enable, isReadOnly(html, "payout")]).toEqual(["on", false]);
  const change = { ...rowOf(html), payout: "612.50" };
  expect((await boss.post(at(), change)).status).toBe(302);
  expect((await boss.post(at(), change)).status).toBe(302);
  expect(await stored()).toEqual([
    { enabled: true, payout: "500.00" },
    { enabled: true, payout: "612.50" },
  ]);
  const { enable, ...off } = rowOf(await open(at()));
  expect(enable).toBe("on");
  expect((await boss.post(at(), off)).status).toBe(302);
  expect(rowOf(await open(at()))).toMatchObject({ payout: "500.00" });
});

test.each(["1,5", "1e3", "-1", ""])(
  "a payout of %j is refused at its cell, and the row keeps what was typed",
  async (payout) => {
    await boss.post(at(), { ...rowOf(await open(at())), enable: "on" });
    const before = await stored();
    const { status, html } = await boss.post(at(), { ...rowOf(await open(at())), payout, earning: "7.25" });
    expect(status).toBe(422);
    expect(pageOf(html).one(`a[href="#payout-${north.id}"]`)?.text).toMatch(/^[A-Z]./);
    expect(pageOf(html).one(`p.error#payout-${north.id}-error`)?.text).toMatch(/^[A-Z]/);
    expect(rowOf(html)).toMatchObject({ payout, earning: "7.25", enable: "on" });
    expect(rowOf(html, { id: north.id + 1 })).toMatchObject({ payout: "500.00" });
    expect(await stored()).toEqual(before);
  },
);

test("an outdated save shows both versions, keeps what was typed, and the next save is stored [TRUST-09]", async () => {
  await boss.post(at(), { ...rowOf(await open(at())), enable: "on" });
  const mine = { ...rowOf(await open(at())), payout: "700" };
  const other = await signedIn(server.url, "sup");
  expect((await other.post(at(), { ...rowOf((await other.get(at())).html), payout: "650" })).status).toBe(302);
  const { status, html } = await boss.post(at(), mine);
  expect([status, SAVED.test(html)]).toEqual([422, true]);
  expect(tableIn(html, "Your changes and the saved version").rows).toContainEqual({
    ...{ Field: "Payout ₱", Yours: "700", "Saved now": "650" },
  });
  expect(rowOf(html).payout).toBe("700");
  expect((await boss.post(at(), rowOf(html))).status).toBe(302);
  expect((await stored()).at(-1)?.payout).toBe("700.00");
});

test("an outdated save keeps what others changed in other fields of the row, and asks about the same one only", async () => {
  await boss.post(at(), { ...rowOf(await open(at())), enable: "on", payout: "500", earning: "9" });
  const opened = rowOf(await open(at()));
  const other = await signedIn(server.url, "sup");
  expect((await other.post(at(), { ...rowOf((await other.get(at())).html), earning: "12.50" })).status).toBe(302);
  expect((await boss.post(at(), { ...opened, formId: "mine-1", payout: "510" })).status).toBe(302);
  expect(rowOf(await open(at()))).toMatchObject({ payout: "510.00", earning: "12.50" });

  const again = { ...opened, formId: "mine-2", payout: "520", lpp: "7" };
  const { status, html } = await boss.post(at(), again);
  expect(status).toBe(422);
  expect(tableIn(html, "Your changes and the saved version").rows).toEqual([
    { Field: "Payout ₱", Yours: "520", "Saved now": "510" },
  ]);
  expect(rowOf(html)).toMatchObject({ payout: "520", lpp: "7", earning: "12.50" });
  expect((await boss.post(at(), rowOf(html))).status).toBe(302);
  expect(rowOf(await open(at()))).toMatchObject({ payout: "520.00", lpp: "7", earning: "12.50" });
});

test("an invalid query is reported at its field, and an unknown site is 404", async () => {
  const html = await open(`${PATH}?siteId=x&typeId=y`);
  expect(pageOf(html).message("siteId")).toMatch(/[A-Z]/);
  expect(pageOf(html).choices("siteId")).toHaveLength(4);
  expect((await boss.get(`${PATH}?siteId=999999`)).status).toBe(404);
});

const HEAD = "typeId,companyId,enable,payout,earning,lpp,bonusPayout,bonusEarning,bonusLpp";
function fileOf(text: string | Uint8Array): FormData {
  const form = new FormData();
  form.set("file", new Blob([text as BlobPart], { type: "text/csv" }), "fees.csv");
  return form;
}

test("an import shows what the file would do, and then does it once [FEE-08, PRICE-04, TRUST-10]", async () => {
  const link = pageOf(await open(at())).link("Export") ?? "";
  expect(link).toBe(`${PATH}/export.csv?siteId=${site.id}&typeId=${first(site.types).id}`);
  const { html: csv, headers } = await boss.get(link);
  expect(headers.get("content-disposition")).toMatch(
    /^attachment; filename="custom-payments_roses_card_20\d\d-\d\d-\d\d\.csv"$/,
  );
  const changed = csv.replace(/(,South,)0,500,/, "$11,555.55,");
  const before = await db.rows`SELECT id FROM prices`;
  const shown = await boss.post(`${PATH}/import`, fileOf(changed));
  expect([shown.status, await db.rows`SELECT id FROM prices`]).toEqual([200, before]);
  expect(shown.html).toContain("0 new, 1 changed, 1 unchanged, 0 refused.");
  expect(tableIn(shown.html).row({ Row: "Roses card, South" })).toMatchObject({
    ...{ Effect: "Changed", Columns: "enable: no → yespayout: 500 → 555.55" },
  });
  const form = Object.fromEntries(
    ["formId", "mark", "csv", "intent"].map((name) => [name, pageOf(shown.html).value(name) ?? ""]),
  );
  for (let time = 0; time < 2; time++) {
    const done = await boss.post(`${PATH}/import`, form);
    expect([done.status, done.headers.get("location")]).toEqual([302, PATH]);
  }
  expect((await open(PATH)).match(/1 row was applied\./g)).toHaveLength(1);
  expect(await db.rows`SELECT payout FROM prices WHERE payout = 555.55`).toHaveLength(1);
});

test("if the effects of a file have changed, the new ones are shown first, and then applied [TRUST-09]", async () => {
  const type = site.types[1]?.id ?? 0;
  const shown = await boss.post(`${PATH}/import`, fileOf(`${HEAD}\n${type},${north.id},1,600,20,1,,,\n`));
  const fields = (html: string) =>
    Object.fromEntries(["mark", "csv", "intent"].map((name) => [name, pageOf(html).value(name) ?? ""]));
  await aPrice({ type: { id: type }, office: north, payout: 640 });
  const told = await boss.post(`${PATH}/import`, fields(shown.html));
  expect([told.status, told.html.includes("Please check the rows again.")]).toEqual([422, true]);
  expect(told.html).toContain("payout: 640 → 600");
  expect((await boss.post(`${PATH}/import`, fields(told.html))).status).toBe(302);
});

test.each([
  ["no file", "", "Please choose a file."],
  ["a different header", "a,b\n1,2\n", "The first line must name the columns"],
  ["a file that is not text", new Uint8Array([0xff, 0xfe, 0x00]), "Please save the file as UTF-8 text."],
])("%s is refused at the field", async (_what, text, message) => {
  const { status, html } = await boss.post(`${PATH}/import`, fileOf(text));
  expect(status).toBe(422);
  expect(pageOf(html).message("file", "form")).toContain(message);
});

test("an invalid row is listed with the valid ones, and a file of invalid rows offers nothing to apply", async () => {
  const type = first(site.types).id;
  const { html } = await boss.post(`${PATH}/import`, fileOf(`${HEAD}\n${type},${north.id},1,"1,5",20,1,1,1,1\n`));
  expect(html).toContain("0 new, 0 changed, 0 unchanged, 1 refused.");
  expect(html).toContain("There is nothing to apply.");
  expect(html).not.toContain('value="apply"');
  expect(tableIn(html).rows[0]).toMatchObject({ Effect: "Refused" });
});

test("the grid says that an office's own price takes precedence over the countries with their own fee [FEE-03, PRICE-01]", async () => {
  const plain = await open(at(site.types[1]?.id));
  expect(plain).not.toContain("own fee");
  const type = first(site.types);
  await aPrice({ type, geo: "PH", payout: 650 });
  expect(await open(at())).toContain(
    "Country with its own fee: PH ₱650.00. An office&#x27;s own price takes precedence, also for sales from this country.",
  );
  await aPrice({ type, geo: "US", payout: 700 });
  expect(await open(at())).toContain("Countries with their own fee: PH ₱650.00, US ₱700.00. An office&#x27;s own");
  for (const geo of ["PH", "US"]) await aPrice({ type, geo, enabled: false });
  expect(await open(at())).not.toContain("own fee");
});
