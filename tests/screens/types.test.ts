import { beforeEach, expect, test } from "vitest";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { anAdmin, anOffice, aPrice, aSite, aSuperadmin, type Site } from "../world/builders";
import { first } from "../world/first";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";
import { listAfter } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

/** The message of an outdated save: who saved the record, and when. */
const SAVED = /saved this (at|on \d{4}-\d\d-\d\d at) \d\d:\d\d\. Compare and save again\./;
let site: Site;
let approving: Site;
let list: string;

const { server, as, open } = aScreenWorld(
  { people: ["sup", "adm", "man"], env: { DESIGNATED_USERNAME: "sup" } },
  async () => {
    await aSuperadmin({ username: "sup" });
    await anAdmin({ username: "adm" });
    await anOffice({ username: "man", officeName: "North" });
    site = await aSite({
      sitename: "Amber",
      types: [
        { typename: "zinc", active: false },
        { typename: "Apple", bonus: true, url: `https://example.org/${"a".repeat(60)}` },
      ],
    });
    approving = await aSite({ sitename: "Moss", useApproveSale: true, types: [{ bonus: true }] });
    list = `/app/sites/${site.id}/types`;
  },
);

beforeEach(() =>
  writeTransaction(async () => {
    await execute(
      sql`DELETE FROM types WHERE id > ${Math.max(...[...site.types, ...approving.types].map(({ id }) => id))}`,
    );
    await execute(sql`DELETE FROM prices WHERE since > '2020-01-02'`);
    await execute(
      sql`UPDATE types SET version = 1, typename = CASE id WHEN ${first(site.types).id} THEN 'zinc' ELSE typename END`,
    );
    await execute(sql`DELETE FROM avp_tiers`);
  }),
);
const stored = (siteId = site.id) =>
  db.rows<Record<string, unknown>>`
      SELECT id, typename, typealias, url, bbr_ch AS "bbrCh", bonus, active, show_no_sales_stat AS "showNoSalesStat", version
      FROM types WHERE site_id = ${siteId} ORDER BY id`;
const pricesOf = (typeId: number) =>
  db.rows<Record<string, unknown>>`
      SELECT geo, enabled, payout, bonus_payout AS "bonusPayout" FROM prices WHERE type_id = ${typeId} ORDER BY since, id`;
const shownField = (html: string, name: string) => pageOf(html).value(name);

/** The fields of the form as a browser sends them. */
const typed = (more: Record<string, string> = {}): Record<string, string> => ({
  ...{ typename: "Spring", typealias: "spring", url: "https://example.org/land?c={clickid}", bbrCh: "7" },
  ...{ payout: "512.50", earning: "20", lpp: "3", bonusPayout: "", bonusEarning: "", bonusLpp: "", feeGeos: "" },
  ...more,
});

test("the list has its columns, prices in pesos and dollars, shortened addresses, Ch and Edit, by name [LINK-01, LINK-03, LINK-04, FORMAT-03, FORMAT-04]", async () => {
  const html = await open(list);
  expect(html).toContain("<h1>Links of Amber</h1>");
  expect(pageOf(html).link("+ Add Link")).toBe(`${list}/create`);
  expect(tableIn(html).headings).toEqual([
    ...[
      "Link Name",
      "URL",
      "Sale Payout",
      "Sale Earning",
      "Bonus Payout",
      "Bonus Earning",
      "lpp",
      "Status",
      "Ch",
      "Edit",
    ],
  ]);
  const [apple, zinc] = tableIn(html).rows;
  expect(apple).toMatchObject({
    ...{ "Link Name": "Apple", URL: expect.stringContaining("…") as unknown, lpp: "1bonus 2" },
    ...{ "Sale Payout": "₱500.00", "Sale Earning": "$20.00", "Bonus Payout": "₱250.00", "Bonus Earning": "$10.00" },
  });
  expect(zinc).toMatchObject({
    ...{ "Bonus Payout": "–none", "Bonus Earning": "–none", lpp: "1", Status: "Suspended", Ch: "0" },
    Edit: "Edit zincPrices zinc",
  });
  expect(pageOf(html).link("Edit zinc")).toBe(`${list}/edit/${first(site.types).id}`);
  const names = async (query: string) => tableIn(await open(list + query)).column("Link Name");
  expect(await names("?sortField=status&sortAsc=false")).toEqual(["Apple", "zinc"]);
  expect(await names("?sortField=typename&sortAsc=false")).toEqual(["zinc", "Apple"]);
});

test("an admin sees neither earnings nor controls that change links; lower roles have no access [LINK-02, ROLE-12, ROLE-14]", async () => {
  const html = await open(list, "adm");
  expect(tableIn(html).headings).toEqual([
    ...["Link Name", "URL", "Sale Payout", "Bonus Payout", "lpp", "Status", "Ch", "Edit"],
  ]);
  expect(html).not.toMatch(/\$20|\+ Add Link|\/edit\/|Change the tiers|\/import/);
  const { id } = first(site.types);
  for (const path of [`${list}/create`, `${list}/edit/${id}`, `${list}/import`, `${list}/edit/${id}/confirm`]) {
    expect((await as("adm").get(path)).status, path).toBe(403);
  }
  expect((await as("adm").post(`${list}/edit/${id}`, { intent: "save", ...typed() })).status).toBe(403);
  const prices = await open(`${list}/${id}/prices`, "adm");
  expect(prices).not.toMatch(/Earning|\$20/);
  for (const path of [list, `${list}/${id}/prices`, `${list}/export.csv`]) {
    expect((await as("man").get(path)).status, path).toBe(403);
  }
});

test("a site with approve-sale has headings and labels for its two days [LINK-10, LINK-11]", async () => {
  const path = `/app/sites/${approving.id}/types`;
  expect(tableIn(await open(path)).headings.slice(2, 6)).toEqual([
    ...["Day#1 Approval Payout", "Day#1 Approval Earning", "Day#2 Sale Payout", "Day#2 Sale Earning"],
  ]);
  for (const form of [await open(`${path}/create`), await open(`${path}/edit/${first(approving.types).id}`)]) {
    for (const label of ["Day#2 Sale", "Day#2 Payout", "Day#2 Earning", "Day#2 lpp"]) expect(form).toContain(label);
  }
  expect(await open(`${list}/create`)).not.toContain("Day#");
});

test("an empty list says 'No sale types yet', and an unknown sort column is reported [ERR-25]", async () => {
  const { id } = await writeTransaction(() => aSite({ types: 0 }));
  expect(tableIn(await open(`/app/sites/${id}/types`)).empty).toBe("No sale types yet");
  const html = await open(`${list}?sortField=colour`);
  expect(pageOf(html).failure).toContain("This column cannot be sorted.");
  expect(tableIn(html).rows).toHaveLength(2);
  expect(pageOf(await open(`${list}?sortField=earning`, "adm")).failure).toContain("This column cannot be sorted.");
  for (const wrong of [
    "/app/sites/2000000000/types",
    "/app/sites/x/types",
    `/app/sites/${approving.id}/types/edit/${first(site.types).id}`,
  ]) {
    expect((await as("sup").get(wrong)).status, wrong).toBe(404);
  }
});

test("a new link starts activated with 0, 0 and 1 and returns to the same list; sending the form twice adds one [LINK-05, LINK-07, LINK-09, LINK-18, LINK-19]", async () => {
  const { html } = await as("sup").get(`${list}/create`, { Referer: `${server.url}${list}?sortAsc=false` });
  expect(["payout", "earning", "lpp"].map((name) => shownField(html, name))).toEqual(["0", "0", "1"]);
  expect(pageOf(html).ticked("status")).toBe(true);
  // Styles hide the bonus fields while the box is unticked.
  expect(pageOf(html).has(":has([name=bonus]) + .while-ticked.fields > .field [name=bonusPayout]")).toBe(true);
  const fields = {
    ...typed({ status: "1" }),
    intent: "save",
    formId: pageOf(html).value("formId")!,
    back: pageOf(html).value("back")!,
  };
  for (let twice = 0; twice < 2; twice++) {
    const done = await as("sup").post(`${list}/create`, fields);
    expect([done.status, listAfter(done)], done.html).toEqual([302, `${list}?sortAsc=false`]);
  }
  const made = (await stored()).slice(2);
  expect(made).toEqual([
    expect.objectContaining({ typename: "Spring", bbrCh: 7, bonus: false, active: true, showNoSalesStat: false }),
  ]);
  const after = pageOf(await open(list));
  expect(after.notice).toBe("Success Operation Complete See what is left to set up.");
  expect(after.has(`tr[id="r${String(made[0]?.id)}"]`)).toBe(true);
});

test("a refused form keeps what was typed, with a message at each field [LINK-15, LINK-17, LINK-20, LINK-23, WIDGET-33]", async () => {
  const fields = typed({
    ...{ typename: "", url: "javascript:alert(1)", payout: "1,234.50", earning: "1e3", lpp: "-1", bonus: "on" },
    ...{ bonusPayout: "1234567890123", "feeGeos[0].geo": "", "feeGeos[0].payout": "5", "feeGeos[0].earning": "" },
  });
  const { status, html } = await as("sup").post(`${list}/create`, fields);
  expect(status).toBe(422);
  for (const [name, value] of Object.entries(fields)) {
    if (name !== "feeGeos" && name !== "bonus") expect(shownField(html, name), name).toBe(value);
  }
  for (const message of [
    "Please fill in this field.",
    "begin with javascript:",
    "example 512.50",
    "0 or more",
    "at most 9999999.99",
  ]) {
    expect(html).toContain(message);
  }
  expect(html).toContain("Please enter the two letters of a country, such as US.");
  expect(pageOf(html).ticked("bonus")).toBe(true);
  expect(pageOf(html).ticked("status")).toBe(false);
  expect(await stored()).toHaveLength(2);
  expect(
    pageOf(html)
      .all(".must")
      .map((must) => must.within("label")?.text),
  ).toContain("Link name*");
});

test("countries are added and removed without scripts, without losing or validating the other fields [LINK-08]", async () => {
  const fields = { intent: "save", ...typed({ typename: "", url: "not yet", status: "1" }) };
  const added = await as("sup").post(`${list}/create`, [...Object.entries(fields), ["intent", "add-feeGeos"]]);
  expect(added.status).toBe(200);
  expect(shownField(added.html, "feeGeos[0].geo")).toBe("");
  expect([shownField(added.html, "url"), pageOf(added.html).failure]).toEqual(["not yet", undefined]);
  const three = ["US", "DE", "FR"].flatMap((geo, i): [string, string][] => [
    [`feeGeos[${i}].geo`, geo],
    [`feeGeos[${i}].payout`, `${i}`],
    [`feeGeos[${i}].earning`, "1"],
  ]);
  const fewer = await as("sup").post(`${list}/create`, [
    ...Object.entries(fields),
    ...three,
    ["intent", "remove-feeGeos-1"],
  ]);
  expect(["0", "1"].map((i) => shownField(fewer.html, `feeGeos[${i}].geo`))).toEqual(["US", "FR"]);
  expect(shownField(fewer.html, "feeGeos[2].geo")).toBeUndefined();
  expect(await stored()).toHaveLength(2);
  // Gaps in the row numbers are closed.
  const { status, html } = await as("sup").post(`${list}/create`, [
    ...Object.entries({ ...fields, ...typed() }),
    ...three.slice(0, 3),
    ...three.slice(6),
  ]);
  expect(status, html).toBe(302);
  const { id } = (await stored()).at(-1) as { id: number };
  expect((await pricesOf(id)).map(({ geo }) => geo)).toEqual([null, "US", "FR"]);
});

test("the edit form shows the link and who changed its prices, and removes the bonus and a country [LINK-06, LINK-13, PRICE-04]", async () => {
  const apple = site.types[1]!;
  await writeTransaction(() => aPrice({ type: apple, geo: "US", payout: 610, since: "2020-01-01T06:00:00Z" }));
  const path = `${list}/edit/${apple.id}`;
  const html = await open(path);
  expect([shownField(html, "typename"), shownField(html, "bonusPayout"), shownField(html, "feeGeos[0].geo")]).toEqual([
    "Apple",
    "250",
    "US",
  ]);
  const fields = {
    intent: "save",
    ...typed({ typename: "Apple", payout: "600", status: "1" }),
    version: "1",
    formId: pageOf(html).value("formId")!,
  };
  const done = await as("sup").post(path, fields);
  expect([done.status, listAfter(done)], done.html).toEqual([302, list]);
  expect((await pricesOf(apple.id)).slice(2)).toEqual([
    { geo: null, enabled: true, payout: "600.00", bonusPayout: null },
    { geo: "US", enabled: false, payout: "610.00", bonusPayout: null },
  ]);
  const changes = tableIn(await open(path), "Price changes");
  expect(changes.columns("Price", "By", "Changes").slice(0, 2)).toEqual([
    { Price: "Country US", By: "sup", Changes: "In effect: yes → no" },
    { Price: "Usual price", By: "sup", Changes: expect.stringContaining("Payout: ₱500.00 → ₱600.00") as unknown },
  ]);
  await db.run`UPDATE types SET bonus = true WHERE id = ${apple.id}`;
});

test("an outdated save of a link shows what was saved and keeps what was typed", async () => {
  const { id } = first(site.types);
  const path = `${list}/edit/${id}`;
  const fields = { intent: "save", ...typed({ typename: "zinc", status: "1" }), version: "1" };
  expect((await as("sup").post(path, { ...fields, payout: "700" })).status).toBe(302);
  const late = await as("sup").post(path, { ...fields, payout: "800" });
  expect(late.status).toBe(422);
  expect(tableIn(late.html, "Your changes and the saved version").rows).toContainEqual({
    ...{ Field: "Payout", Yours: "800", "Saved now": "700" },
  });
  expect([shownField(late.html, "payout"), shownField(late.html, "version")]).toEqual(["800", "2"]);
  // A form returned for another reason keeps the version that it was made from.
  const wrong = await as("sup").post(path, { ...fields, payout: "x" });
  expect([wrong.status, shownField(wrong.html, "version")]).toEqual([422, "1"]);
  expect((await as("sup").post(path, { ...fields, payout: "800", version: "2" })).status).toBe(302);
});

test("deleting asks by name on a page, is for the designated superadmin, and is refused once the link has counts [LINK-24, ERR-45]", async () => {
  expect((await as("sup").post(`${list}/create`, { intent: "save", ...typed({ typename: "Gone" }) })).status).toBe(302);
  const { id } = (await stored()).at(-1) as { id: number };
  const path = `${list}/edit/${id}`;
  expect(await open(path)).toContain('data-ask="Are you sure you want delete site link?"');
  const html = await open(`${path}/confirm?intent=delete`);
  expect(html).toContain("<h1>Are you sure you want delete site link?</h1>");
  expect(html).toContain("<li>Amber: Gone</li>");
  expect(html).toContain("The link has no clicks and no sales. Its prices will be deleted with it.");
  const fields = { intent: "delete", name: "Gone", formId: pageOf(html).value("formId")! };
  await db.run`
    INSERT INTO stats_half SELECT 1, '2026-11-01', ${id}, 1, ${site.id}, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0`;
  const inUse = "This link has clicks or sales, which have to stay. Please suspend it instead.";
  expect(pageOf(await open(path)).has(`[value=delete][data-ask="${inUse}"][data-info]`)).toBe(true);
  const impossible = await open(`${path}/confirm?intent=delete`);
  expect(impossible).toContain(`<h1>${inUse}</h1>`);
  expect(impossible).not.toContain(">Confirm<");
  const refused = await as("sup").post(path, fields);
  expect([refused.status, pageOf(refused.html).failure]).toEqual([
    422,
    expect.stringContaining("Please suspend it instead.") as unknown,
  ]);
  await db.run`DELETE FROM stats_half WHERE type_id = ${id}`;
  const done = await as("sup").post(path, fields);
  expect([done.status, listAfter(done)]).toEqual([302, list]);
  expect(await stored()).toHaveLength(2);
  expect(await open(list)).toContain("Link &quot;Gone&quot; has been deleted");
});

test("the price of the next sale is shown for an office and a country, with the reason [PRICE-01]", async () => {
  const apple = site.types[1]!;
  const north = (await db.rows<{ id: number }>`SELECT id FROM offices`)[0]!;
  await writeTransaction(async () => {
    await aPrice({ type: apple, geo: "US", payout: 610, since: "2020-01-01T06:00:00Z" });
    await aPrice({ type: apple, office: north as never, payout: 720, since: "2020-01-01T06:00:00Z" });
  });
  const path = `${list}/${apple.id}/prices`;
  const price = async (query: string) =>
    tableIn(await open(path + query), "The price of the next sale").row({ Event: "Sale" });
  const rest = { Earning: "$20.00", lpp: "1" };
  expect(await price("")).toMatchObject({ Payout: "₱500.00", ...rest });
  expect(await price("?geo=us")).toMatchObject({ Payout: "₱610.00", ...rest });
  expect(await price(`?geo=us&companyId=${north.id}`)).toMatchObject({ Payout: "₱720.00", ...rest });
  expect(await open(`${path}?geo=us&companyId=${north.id}`)).toContain("<b>North has a price of its own.</b>");
  const wrong = await open(`${path}?geo=USA&page=0`);
  expect([pageOf(wrong).value("geo"), wrong.includes("two letters of a country"), pageOf(wrong).failure]).toEqual([
    ...["USA", true],
    expect.stringContaining("page number") as unknown,
  ]);
});

const tiers = (rows: [string, string, string, string][]): [string, string][] =>
  rows.flatMap(([from, to, payoutPhp, payoutDollars], i): [string, string][] => [
    [`periods[${i}].from`, from],
    [`periods[${i}].to`, to],
    [`periods[${i}].payoutPhp`, payoutPhp],
    [`periods[${i}].payoutDollars`, payoutDollars],
  ]);

test("the 'Avp Pay Schedule' box lists the ranges; a superadmin changes them there, also without scripts [LINK-12, WIDGET-29, PRICE-08]", async () => {
  await db.run`INSERT INTO avp_tiers VALUES ('2020-01-01', 0, 0, 0, 0, 0), ('2020-01-01', 1, 1, 1000, 80, 1.5)`;
  const html = await open(list, "adm");
  expect(tableIn(html, "Avp Pay Schedule").rows).toEqual([
    { Sales: "0 sales", Pesos: "₱0.00", Dollars: "$0.00" },
    { Sales: "1+ sales", Pesos: "₱80.00", Dollars: "$1.50" },
  ]);
  const mine = await open(list);
  const validFrom = pageOf(mine).value("validFrom")!;
  const base: [string, string][] = [
    ["intent", "tiers"],
    ["version", pageOf(mine).value("version")!],
    ["validFrom", validFrom],
    ["periods", ""],
  ];
  const rowsTyped = tiers([
    ["0", "0", "0", "0"],
    ["2", "", "100.50", "2"],
  ]);
  const more = await as("sup").post(list, [...base, ...rowsTyped, ["intent", "add-periods"]]);
  expect([
    more.status,
    shownField(more.html, "periods[1].payoutPhp"),
    shownField(more.html, "periods[2].from"),
  ]).toEqual([...[200, "100.50", ""]]);
  const gap = await as("sup").post(list, [...base, ...rowsTyped]);
  expect([gap.status, shownField(gap.html, "periods[1].from")]).toEqual([422, "2"]);
  expect(gap.html).toContain("This tier leaves a gap: please begin it with 1.");
  expect(pageOf(gap.html).has("details[open]")).toBe(true);
  rowsTyped[4] = ["periods[1].from", "1"];
  const done = await as("sup").post(list, [...base, ...rowsTyped]);
  expect([done.status, listAfter(done)], done.html).toEqual([302, list]);
  const stored =
    await db.rows`SELECT index, to_count AS to, payout_php AS php FROM avp_tiers WHERE valid_from = ${validFrom}::date ORDER BY index`;
  expect(stored).toEqual([
    { index: 0, to: 0, php: "0.00" },
    { index: 1, to: 1000, php: "100.50" },
  ]);
  // A second person who has not seen this change gets it with the refusal.
  const late = await as("sup").post(list, [...base, ...rowsTyped]);
  expect([late.status, SAVED.test(late.html)]).toEqual([422, true]);
  expect((await as("adm").post(list, base)).status).toBe(403);
});

test("without scripts, an import shows the effect of each row, and is then applied [LINK-13]", async () => {
  const { id } = first(site.types);
  const file = (text: string | Uint8Array) => {
    const form = new FormData();
    form.append("file", new Blob([text as never], { type: "text/csv" }), "links.csv");
    return form;
  };
  expect(await open(`${list}/import`)).toContain("<h1>Import links</h1>");
  const csv = `id,typename,payout\n${id},zinc,650\n,Half,1\n`;
  const shown = await as("sup").post(`${list}/import`, file(csv));
  expect(shown.status, shown.html).toBe(200);
  expect(tableIn(shown.html).columns("Line", "Row", "Effect")).toEqual([
    { Line: "2", Row: "zinc", Effect: "Changed" },
    { Line: "3", Row: "Half", Effect: "Refused" },
  ]);
  expect(shown.html).toContain("500 → 650");
  expect((await pricesOf(id)).length).toBe(1);
  const fields = {
    ...{ intent: "apply", formId: pageOf(shown.html).value("formId")!, mark: pageOf(shown.html).value("mark")! },
    csv,
  };
  const done = await as("sup").post(`${list}/import`, fields);
  expect([done.status, listAfter(done)], done.html).toEqual([302, list]);
  expect((await pricesOf(id)).at(-1)).toMatchObject({ payout: "650.00" });
  const again = await as("sup").post(`${list}/import`, {
    ...fields,
    formId: "another",
    csv: csv.replace("650", "660"),
  });
  expect([again.status, again.html.includes("Somebody else changed this in the meantime.")]).toEqual([422, true]);
  const broken = await as("sup").post(`${list}/import`, file(new Uint8Array([105, 100, 10, 0xff])));
  expect([broken.status, broken.html.includes("UTF-8")]).toEqual([422, true]);
  const exported = await as("sup").get(`${list}/export.csv`);
  expect(exported.headers.get("content-disposition")).toMatch(/"site-links_[a-z-]+_20\d\d-\d\d-\d\d\.csv"$/);
  expect(exported.html.split("\n")[0]).toContain("id,typename,typealias,url");
});

test("the list and the form say which countries and offices have their own price, and that the office's wins [LINK-01, LINK-06, PRICE-01]", async () => {
  const own = await aSite({ types: [{}] });
  const apple = first(own.types);
  const links = `/app/sites/${own.id}/types`;
  const edit = `${links}/edit/${apple.id}`;
  expect(await open(edit)).not.toContain("own price:");
  await aPrice({ type: apple, geo: "PH", payout: 650 });
  const office = await anOffice({ officeName: "Harbour Point" });
  await aPrice({ type: apple, office, payout: 555 });
  await aPrice({ type: apple, office: await anOffice({ officeName: "Gone", active: false }), payout: 1 });
  const [row] = tableIn(await open(links)).rows;
  expect(row).toMatchObject({ "Sale Payout": "₱500.001 country, 1 office" });
  expect(await open(edit)).toContain(
    "Office with its own price: Harbour Point ₱555.00. This office&#x27;s price takes precedence over these countries.",
  );
});

test("a superadmin plans a price on the prices screen and withdraws it; an admin only sees it [PRICE-01, PRICE-04]", async () => {
  const zinc = first(site.types);
  const path = `${list}/${zinc.id}/prices`;
  const choices = pageOf(await open(path)).choices("from");
  expect(choices[0]).toBe("At once");
  expect(choices).toHaveLength(7);
  // A new price starts at once unless a half-month is chosen.
  expect(pageOf(await open(path)).value("from") ?? "").toBe("");
  const from =
    pageOf(await open(path))
      .all('[name="from"] option')[1]
      ?.attr("value") ?? "";
  expect(choices[1]).toMatch(new RegExp(`^${from} ~`));
  const sent = { intent: "set", formId: "plan-1", enable: "true", from, geo: "", companyId: "", reason: "winter" };
  const refusedPost = await as("sup").post(path, { ...sent, payout: "12.345" });
  expect(refusedPost.status).toBe(422);
  expect(refusedPost.html).toContain("Please use at most two decimals.");
  expect((await as("sup").post(path, { ...sent, formId: "plan-2", payout: "650" })).status).toBe(302);
  const html = await open(path);
  const time = `${from} (00:00)`;
  expect(tableIn(html, "Price changes").rows[0]).toMatchObject({
    From: expect.stringContaining("Planned") as unknown,
    Changes: "Payout: ₱500.00 → ₱650.00Reason: winter",
  });
  expect(pageOf(html).text).toContain(`From ${time}`);
  expect(tableIn(html, "The price of the next sale").row({ Event: "Sale" })).toMatchObject({ Payout: "₱500.00" });
  const seen = await open(path, "adm");
  expect(seen).toContain("Planned");
  expect(seen).not.toMatch(/Withdraw|Set or plan/);
  expect((await as("adm").post(path, { ...sent, payout: "1" })).status).toBe(403);
  const priceId = pageOf(html).value("priceId") ?? "";
  expect((await as("adm").post(path, { intent: "withdraw", priceId })).status).toBe(403);
  expect((await as("sup").post(path, { intent: "withdraw", priceId })).status).toBe(302);
  const after = await open(path);
  expect(after).toContain("It never applied.");
  expect(after).not.toContain(">Withdraw<");
});

test("'What would it cost?' shows the total first, keeps the typed prices in the address, and exports them; admins too, managers not", async () => {
  const apple = site.types[1]!;
  const path = `${list}/${apple.id}/what-if`;
  expect(pageOf(await open(`${list}/${apple.id}/prices`)).link("What would it cost?")).toBe(path);
  expect(pageOf(await open(list)).link("What would other tiers cost?")).toBe("/app/sites/avp-what-if");
  const query =
    "payout=600&feeGeos[0].geo=&feeGeos[0].payout=&feeGeos[1].geo=de&feeGeos[1].payout=700&offices[0].companyId=";
  for (const name of ["sup", "adm"]) {
    const html = await open(`${path}?${query}`, name);
    expect(tableIn(html, "Cost by half-month").column("Half-month")[0]).toBe("All three half-months");
    expect(tableIn(html, "Cost by half-month").rows).toHaveLength(4);
    expect(shownField(html, "payout")).toBe("600");
    expect(html).toContain('value="de"');
    expect(pageOf(html).link("Export")).toMatch(/what-if\/export\.csv\?payout=600&/);
    const file = await as(name).get(`${path}/export.csv?${query}`);
    expect([file.status, file.html.split("\n").at(-2)]).toEqual([200, "Overall Total,,,0,0,0.00,0.00,0.00"]);
  }
  const wrong = await open(`${path}?payout=1.234&offices[0].companyId=x`);
  expect(wrong).toContain("Please use at most two decimals.");
  const tiers = await open("/app/sites/avp-what-if?tiers[0].from=3&tiers[0].payoutPhp=100", "adm");
  expect(tiers).toContain("Please begin the first tier with 0.");
  const keyless = await open(`${path}?feeGeos[0].geo=&feeGeos[0].payout=5&offices[0].companyId=&offices[0].payout=6`);
  expect(keyless).toContain("Please enter the country of this price.");
  expect(keyless).toContain("Please choose the office of this price.");
  expect(keyless).toMatch(/name="feeGeos\[\d\]\.payout"[^>]* value="5"/);
  expect(keyless).toMatch(/name="offices\[\d\]\.payout"[^>]* value="6"/);
  for (const refused of [wrong, tiers, keyless]) expect(refused).not.toContain("Cost by half-month");
  const tried = await open("/app/sites/avp-what-if?tiers[0].from=0&tiers[0].payoutPhp=100&tiers[1].from=");
  expect(tableIn(tried, "Cost by half-month").rows).toHaveLength(4);
  expect((await as("adm").get("/app/sites/avp-what-if/export.csv?tiers[0].from=0&tiers[0].payoutPhp=1")).status).toBe(
    200,
  );
  for (const forbidden of [path, `${path}/export.csv`, "/app/sites/avp-what-if", "/app/sites/avp-what-if/export.csv"])
    expect([forbidden, (await as("man").get(forbidden)).status]).toEqual([forbidden, 403]);
  expect((await as("sup").get(`${list}/2000000000/what-if`)).status).toBe(404);
});
