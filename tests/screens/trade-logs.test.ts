import { describe, expect, test } from "vitest";
import { queryRows, execute, writeTransaction } from "../../server/kernel/database/transactions";
import { addDays, dayOf } from "../../server/kernel/time";
import { sql } from "../../server/kernel/database/sql";
import { aClick, anAdmin, anAgent, anOffice, aReversal, aSale, aSite, aSuperadmin } from "../world/builders";
import { first } from "../world/first";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";
import { aServer } from "../world/server";
import { aVisitor } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";
import { threeWays } from "./three-ways";

const CLICKS = "/app/logs/click-outs";
const SALES = "/app/logs/sale-logs";
const POSTBACKS = "/app/logs/postbacks";
const JUNE = "start=2026-06-01&end=2026-06-30";
let ids: Record<"north" | "south" | "ann" | "zoe" | "roses" | "violets" | "sale" | "back" | "held" | "test", number>;
let click: string;

/** A site's postback as the server stores it. */
const request = async (given: { verdict: string; reason?: string; event?: string; status?: string; txid?: string }) => {
  const { verdict, reason = null, event = "sale", status = "approved", txid } = given;
  const made = await queryRows<{ id: number }>(sql`
    INSERT INTO postbacks (receipt, received_at, verdict, reason, site_id, agent_id, company_id, click_id, event, status, ip, params)
    VALUES (gen_random_uuid(), '2026-06-10T13:05:00Z', ${verdict}, ${reason}, ${ids.roses}, ${ids.ann}, ${ids.north}, ${click}, ${event}, ${status === "reversed" ? status : "approved"},
      '192.0.2.50', ${JSON.stringify({ clickid: click, event, status, txid, note: "<planted>", secret: "***" })}::jsonb)
    RETURNING id`);
  return first(made).id;
};

const { server, as } = aScreenWorld({ people: ["root", "adm", "poor", "man", "ann", "new"] }, async () => {
  await aSuperadmin({ username: "root" });
  await anAdmin({ username: "adm" });
  await anAdmin({ username: "poor", earningVisible: false });
  await anAgent({ username: "new" });
  const north = await anOffice({ username: "man", officeName: "North" });
  const south = await anOffice({ officeName: "South" });
  const ann = await anAgent({ username: "ann", office: north });
  const zoe = await anAgent({ username: "zoe", office: south });
  const url = "https://shop.example/of/roses?x={sub1}";
  const roses = await aSite({ sitename: "Roses", enabledFor: [north], types: [{ typename: "Trial", url }] });
  const violets = await aSite({ sitename: "Violets", enabledFor: [south] });
  const [trial, other] = [first(roses.types), first(violets.types)];
  const at = "2026-06-10T13:00:00Z";
  const ownClick = await aClick({
    agent: ann,
    type: trial,
    at,
    ip: "192.0.2.7",
    referer: "https://search.example/<a>?q=1",
  });
  await aClick({ agent: zoe, type: other, at: "2026-06-11T13:00:00Z", class: "bot" });
  const sale = await aSale({ agent: ann, type: trial, at, click: ownClick, email: "joe@example.org" });
  const back = await aReversal(sale, { at: "2026-06-12T13:00:00Z" });
  click = ownClick.id;
  ids = {
    north: north.id,
    south: south.id,
    ann: ann.id,
    zoe: zoe.id,
    roses: roses.id,
    violets: violets.id,
    sale: sale.id,
    back: back.id,
    held: 0,
    test: 0,
  };
  await writeTransaction(async () => {
    await execute(
      sql`UPDATE sale_events SET stolen_card = true, received_at = '2026-06-12T15:00:00Z' WHERE id = ${back.id}`,
    );
    await execute(
      sql`UPDATE sale_events SET referer = 'https://search.example/a-page-that-is-long' WHERE id = ${sale.id}`,
    );
    await execute(sql`INSERT INTO domains (domain, description) VALUES ('https://go.example', '')`);
    ids.held = await request({ verdict: "held", reason: "no_original" });
    ids.test = await request({ verdict: "test" });
  });
});
const ways = threeWays(server, "root");
const open = async (name: string, path: string) => {
  const { status, html } = await as(name).get(path);
  expect([path, status]).toEqual([path, 200]);
  return html;
};
const heads = (html: string) => tableIn(html).headings;
/** The details of the first postback with this text, by label. */
const factsIn = (html: string, text: string): Record<string, string> => {
  const row = pageOf(html)
    .all("tr.more")
    .find(({ before }) => before?.text.includes(text));
  const facts = row?.all("dl > div") ?? [];
  return Object.fromEntries(facts.map((fact) => [fact.one("dt")?.text ?? "", fact.one("dd")?.text ?? ""]));
};
const PENDING = "Pending: Reversal of a sale that we have not received.";
const fieldsOf = (html: string, names: readonly string[]) => names.filter((name) => html.includes(`name="${name}"`));

describe("the click log", () => {
  test("has its heading, time zone and the columns of the role; long values are shortened [CLICK-01, CLICK-03, CLICK-08, WIDGET-28]", async () => {
    const html = await open("root", `${CLICKS}?${JUNE}`);
    expect(html).toContain("<h1>Click Logs</h1>");
    expect(html).toMatch(/Times are in US Eastern time \(E[SD]T\)/);
    const own = ["Site", "Type", "Link", "Click Time", "IP From", "Uniques", "Referrer"];
    expect(heads(html)).toEqual(["Office", "Agent", ...own]);
    expect(heads(await open("man", `${CLICKS}?${JUNE}`))).toEqual(["Agent", ...own]);
    expect(heads(await open("ann", `${CLICKS}?${JUNE}`))).toEqual(own);
    const [bot, row] = tableIn(html).rows;
    const target = `https://shop.example/of/roses?x=&clickid=${click}`;
    expect(row).toEqual({
      ...{ Office: "North", Agent: "ann", Site: "Roses", Type: "Trial", Link: `https://shop.exampl…${target}` },
      ...{ "Click Time": "2026-06-10 (09:00)", "IP From": "192.0.2.7", Uniques: "1" },
      Referrer: "https://search…https://search.example/<a>?q=1",
    });
    expect(pageOf(html).has("details:has(> summary) + copy-button")).toBe(true);
    expect(bot).toMatchObject({ Type: expect.stringContaining("Not counted: bot") as unknown });
    expect(pageOf(html).one('[aria-sort="descending"] > a')?.text).toBe("Click Time");
  });

  test("is filtered by address, office, agent, site and days, by role [CLICK-02]", async () => {
    const names = ["ipAddress", "companyId", "agentId", "siteId", "start", "end", "clickId"];
    const html = await open("root", CLICKS);
    expect(fieldsOf(html, names)).toEqual(["ipAddress", "companyId", "agentId", "siteId", "start", "end"]);
    expect(fieldsOf(await open("man", CLICKS), names)).toEqual(["ipAddress", "agentId", "siteId", "start", "end"]);
    expect(fieldsOf(await open("ann", CLICKS), names)).toEqual(["ipAddress", "siteId", "start", "end"]);
    const today = dayOf(Date.now());
    const fresh = await open("root", `${CLICKS}?dateRange=`);
    expect([pageOf(fresh).value("start"), pageOf(fresh).value("end")]).toEqual([addDays(today, -6), today]);
    expect(tableIn(fresh).empty).toBe("No logs for selected period");
    expect(fresh).toContain(`<td colSpan="9">`);
    expect(pageOf(await open("ann", CLICKS)).choices("siteId")).toEqual(["All", "Roses"]);
    const agents = async (query: string) => tableIn(await open("root", `${CLICKS}?${JUNE}&${query}`)).column("Agent");
    expect([await agents("ipAddress=192.0.2."), await agents(`siteId=${ids.violets}`)]).toEqual([["ann"], ["zoe"]]);
    expect([await agents("agentId=ANN"), await agents(`companyId=${ids.south}`)]).toEqual([["ann"], ["zoe"]]);
    const byId = await open("root", `${CLICKS}?${JUNE}&clickId=${click}`);
    expect([tableIn(byId).rows.length, pageOf(byId).value("clickId")]).toEqual([1, click]);
  });

  test("reports an invalid address of a page above the list; other people's IDs are 404", async () => {
    expect(
      await open("man", `${CLICKS}?page=x&pageSize=9999&sortField=officeName&sortAsc=maybe&companyId=${ids.south}`),
    ).toContain("<tbody>");
    for (const path of [`${CLICKS}?agentId=${ids.zoe}`, `${CLICKS}?siteId=${ids.violets}`])
      expect((await as("man").get(path)).status).toBe(404);
    expect((await as("ann").get(`${CLICKS}/export.csv?siteId=${ids.violets}`)).status).toBe(404);
  });

  test("has the sub IDs of clicks that have any, and a filter for them", async () => {
    await db.run`UPDATE clicks SET subs = '{"sub1": "mail", "sub3": "<b>"}' WHERE id = ${click}`;
    const html = await open("ann", `${CLICKS}?${JUNE}&subId=mail`);
    expect(tableIn(html).column("Sub Ids")).toEqual(["sub1=mail sub3=<b>"]);
    expect(pageOf(html).value("subId")).toBe("mail");
    expect(tableIn(await open("ann", `${CLICKS}?${JUNE}&subId=sms`)).rows).toEqual([]);
    expect(tableIn(await open("ann", `${SALES}?${JUNE}&subId=mail`)).column("Sub Ids")).toContain("sub1=mail sub3=<b>");
    const long = await open("ann", `${CLICKS}?subId=${"x".repeat(256)}`);
    expect(pageOf(long).message("subId")).toMatch(/\S/);
    await db.run`UPDATE clicks SET subs = NULL WHERE id = ${click}`;
  });

  test("exports the rows shown, named after their office and range, with the time zone in the header", async () => {
    const html = await open("man", `${CLICKS}?${JUNE}&page=1&sortField=sitename`);
    const { status, headers, html: text } = await as("man").get(pageOf(html).link("Export") ?? "");
    expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(headers.get("content-disposition")).toBe(
      'attachment; filename="click-logs_north_2026-06-01_2026-06-30.csv"',
    );
    const lines = text.trim().split("\n");
    expect(lines[0]).toMatch(
      /^Agent,Site,Type,Link,Click Time \(New York\),IP From,Uniques,Referrer,Class,Click Id,Sub 1,Sub 2,Sub 3,Sub 4,Sub 5,Click Time \(UTC offset\)$/,
    );
    expect(lines).toHaveLength(2);
    expect((await as("man").get(`${CLICKS}/export.csv?start=x&end=y`)).status).toBe(422);
  });
});

test("has no column, filter or word for addresses and referrers if the brand hides them [CLICK-04, CLICK-05, CLICK-06]", async () => {
  const plain = await aServer({ workers: 0, database: server.database, env: { BRAND: "plain" } });
  const root = aVisitor(plain.url);
  await root.signIn("root");
  const { html } = await root.get(`${CLICKS}?${JUNE}`);
  expect(heads(html)).toEqual(["Office", "Agent", "Site", "Type", "Link", "Click Time"]);
  expect(html).not.toMatch(/192\.0\.2|search\.example|ipAddress/);
  expect((await root.get(`${CLICKS}?ipAddress=192.0.2.7`)).html).toContain("Addresses are not shown here.");
  const text = (await root.get(`${CLICKS}/export.csv?${JUNE}`)).html;
  expect(text).not.toMatch(/192\.0\.2|search\.example|Referrer|IP From/);
});

describe("the sale log", () => {
  test("has its name, the columns of the role, and formatted amounts [SALE-01, SALE-02, SALE-04, SALE-08, FORMAT-06]", async () => {
    const html = await open("root", `${SALES}?${JUNE}`);
    expect(html).toContain("<h1>Raw Sale Logs</h1>");
    const [date, rest] = [
      ["Date", "Email"],
      ["Site", "Link"],
    ];
    const end = ["Click Id", "Record Type", "Geo"];
    expect(heads(html)).toEqual([...date, "Office", "Agent", ...rest, "Earning", "Payout", ...end, "Referer"]);
    expect(heads(await open("adm", `${SALES}?${JUNE}`))).toEqual([
      ...date,
      "Office",
      "Agent",
      ...rest,
      "Earning",
      "Payout",
      ...end,
    ]);
    expect(heads(await open("poor", `${SALES}?${JUNE}`))).toEqual([...date, "Office", "Agent", ...rest, ...end]);
    expect(heads(await open("man", `${SALES}?${JUNE}`))).toEqual([...date, "Agent", ...rest, ...end]);
    expect(heads(await open("ann", `${SALES}?${JUNE}`))).toEqual([...date, ...rest, ...end]);
    const [back, sale] = tableIn(html).rows;
    expect(sale).toMatchObject({
      ...{ Date: "2026-06-10 (09:00)", Email: "joe@example.org", Office: "North", Agent: "ann" },
      ...{ Site: "Roses", Link: "Trial", Earning: "$20.00", Payout: "₱500.00", "Record Type": "Sale", Geo: "US" },
      Referer: "https://search.example/a-page…https://search.example/a-page-that-is-long",
    });
    expect(back).toMatchObject({
      Date: "2026-06-12 (09:00) received (11:00)",
      ...{ Earning: "$20.00", Payout: "₱500.00" },
      "Record Type": "Sale Reversal Stolen cardResolve Roses 2026-06-12 (09:00)",
    });
    expect(pageOf(html).one('[aria-sort="descending"] > a')?.text).toBe("Date");
    expect(html).toContain('<auto-refresh every="300">');
    expect(pageOf(html).link(click)).toBe(`/app/links/doctor?link=${click}`);
  });

  test("is filtered by site, office, agent, record type, days, click, e-mail and country, by role [SALE-05]", async () => {
    const names = ["siteId", "companyId", "agentId", "recordType", "start", "end", "clickId", "txid", "email", "geo"];
    const html = await open("root", SALES);
    expect(fieldsOf(html, names)).toEqual(names);
    expect(fieldsOf(await open("man", SALES), names)).toEqual(names.filter((name) => name !== "companyId"));
    expect(fieldsOf(await open("ann", SALES), names)).toEqual(names.filter((name) => !/companyId|agentId/.test(name)));
    expect(pageOf(html).choices("recordType")).toEqual(["All", "Sale", "Bonus", "Click"]);
    const count = async (query: string) => tableIn(await open("root", `${SALES}?${JUNE}&${query}`)).rows.length;
    expect([await count("recordType=0"), await count("recordType=1"), await count(`clickId=${click}`)]).toEqual([
      2, 0, 2,
    ]);
    expect([await count("email=JOE@example.org"), await count("geo=us"), await count("geo=PH")]).toEqual([1, 2, 0]);
    const wrong = await open("root", `${SALES}?clickId=12&geo=USA&recordType=7&email=${"e".repeat(300)}`);
    for (const field of ["clickId", "geo", "email"]) expect(pageOf(wrong).message(field)).toMatch(/\S/);
    expect([pageOf(wrong).value("clickId"), pageOf(wrong).value("geo")]).toEqual(["12", "USA"]);
  });

  test("shows agents what their links look like, and nobody else [SALE-09, SALE-10]", async () => {
    const hint =
      "Your links look like https://go.example/api/links/go/{siteId}/{typeId}/{agentId} or https://go.example/api/l/{code}";
    expect(await open("ann", SALES)).toContain(hint);
    for (const name of ["root", "adm", "man"] as const)
      expect(await open(name, SALES)).not.toContain("Your links look like");
  });

  test("exports signed amounts and the time zone, without columns that the account may not see [SALE-03, SALE-04]", async () => {
    const all = (await as("root").get(`${SALES}/export.csv?${JUNE}`)).html;
    expect(all).toContain("-20.00,-500.00");
    const own = (await as("ann").get(`${SALES}/export.csv?${JUNE}`)).html;
    expect(own.split("\n")[0]).toMatch(
      /^Date \(New York\),Received .*,Email,Site,Link,Click Id,Transaction,Record Type,Status,Geo,Sub 1,Sub 2,Sub 3,Sub 4,Sub 5,Date \(UTC offset\),Received \(UTC offset\)$/,
    );
    expect(own).not.toMatch(/500\.00|search\.example|North/);
  });

  test("settles a flagged sale alike by call, by form and on the screen, after a question that names it", async () => {
    const path = `${SALES}?${JUNE}`;
    expect(await open("adm", path)).not.toContain("Resolve");
    await ways.sameRows({
      call: [`POST sale-logs/${ids.back}/resolve`],
      async form(visitor) {
        const asked = await visitor.get(`${SALES}/confirm?intent=resolve&ids=${ids.back}`);
        expect(asked.html).toContain("Are you sure that the flagged sale is settled?");
        expect(pageOf(asked.html).one(".names li")?.text).toBe("2026-06-12 (09:00) · ann · Roses: Trial");
        const fields = { intent: "resolve", ids: String(ids.back), formId: pageOf(asked.html).value("formId") ?? "" };
        await visitor.post(SALES, fields);
        await visitor.post(SALES, fields);
      },
      async screen(page) {
        await page.goto(path);
        await page.getByRole("button", { name: "Resolve Roses" }).click();
        await page.getByRole("button", { name: "Confirm" }).click();
        await page.getByText("The flagged sale is settled").waitFor();
      },
      changes: ["audit", "sale_events"],
    });
    expect((await as("root").post(SALES, { intent: "resolve", ids: String(ids.sale + 1_000) })).status).toBe(422);
    expect((await as("adm").post(SALES, { intent: "resolve", ids: String(ids.back) })).status).toBe(403);
    expect((await as("root").get(`${SALES}/confirm?intent=resolve&ids=999999999`)).status).toBe(404);
    expect((await as("adm").get(`${SALES}/confirm?intent=resolve&ids=${ids.back}`)).status).toBe(403);
  });
});

describe("the postback log", () => {
  test("shows superadmins everything, and agents and managers the outcome of their own in plain words [POST-18]", async () => {
    const html = await open("root", `${POSTBACKS}?${JUNE}`);
    expect(html).toContain("<h1>Postbacks</h1>");
    const line = ["Received", "Site", "Event", "Verdict"];
    expect(heads(html)).toEqual(["(no heading)", ...line, "Agent", "Transaction", "Actions"]);
    expect(html).toContain("&lt;planted&gt;");
    expect(factsIn(html, PENDING)).toMatchObject({
      ...{ IP: "192.0.2.50", clickid: click, note: "<planted>", secret: "***" },
      "Request ID": expect.stringMatching(/^[\da-f-]{36}$/) as unknown,
      "As one line": expect.stringContaining("note=%3Cplanted%3E&") as unknown,
    });
    for (const [name, agent] of [
      ["man", ["Agent"]],
      ["ann", []],
    ] as const) {
      const own = await open(name, `${POSTBACKS}?${JUNE}`);
      expect(heads(own)).toEqual([...line, ...agent, "Actions"]);
      expect(tableIn(own).column("Verdict")).toEqual(["Test", PENDING]);
      expect(own).not.toMatch(/planted|192\.0\.2\.50|Replay|no_original|type="checkbox"/);
      expect(Object.keys(factsIn(own, PENDING))).toEqual(["Click Id"]);
    }
    expect(heads(await open("adm", `${POSTBACKS}?${JUNE}`))).toEqual([...line, "Agent", "Actions"]);
    expect(tableIn(await open("new", `${POSTBACKS}?${JUNE}`)).empty).toBe("No logs for selected period");
    for (const name of ["man", "ann", "adm"] as const) {
      const text = (await as(name).get(`${POSTBACKS}/export.csv?${JUNE}`)).html;
      expect(text).toMatch(/^Received \(New York\),Verdict,Result/);
      expect(text).not.toMatch(/planted|192\.0\.2\.50/);
    }
    expect((await as("root").get(`${POSTBACKS}/export.csv?${JUNE}`)).html).toContain("<planted>");
  });

  test("is filtered by verdict, site, office, agent, click and transaction [POST-18]", async () => {
    const names = ["verdict", "siteId", "companyId", "agentId", "clickId", "txid"];
    const html = await open("root", `${POSTBACKS}?${JUNE}`);
    expect(fieldsOf(html, names)).toEqual(names);
    expect(fieldsOf(await open("ann", POSTBACKS), names)).toEqual(["verdict", "siteId", "clickId"]);
    expect(pageOf(html).choices("verdict")).toEqual(["All", "Accepted", "Duplicate", "Pending", "Refused", "Test"]);
    const verdicts = async (query: string) =>
      tableIn(await open("root", `${POSTBACKS}?${JUNE}&${query}`)).column("Verdict");
    expect([
      await verdicts("verdict=held"),
      await verdicts(`clickId=${click}&sortField=receivedAt&sortAsc=true`),
    ]).toEqual([[PENDING], [PENDING, "Test"]]);
    expect(await verdicts("txid=unknown")).toEqual([]);
    const wrong = await open("root", `${POSTBACKS}?verdict=maybe&clickId=x`);
    expect(pageOf(wrong).message("clickId")).toBe("Please enter a whole click id.");
  });

  test("replays a postback alike by call, by form and on the screen, and shows the outcome [POST-18]", async () => {
    const held = await writeTransaction(() => request({ verdict: "held", reason: "too_old", event: "bonus" }));
    await ways.sameRows({
      call: ["POST postbacks/replay", { ids: [held] }],
      async form(visitor) {
        const asked = await visitor.get(`${POSTBACKS}/confirm?intent=replay&ids=${held}`);
        expect(tableIn(asked.html).rows).toEqual([
          {
            Postback: `2026-06-10 (09:05) · Roses · Bonus · ${click}`,
            Now: "Pending: The click was more than 30 days old when the site reported it.",
            "After the replay": "Refused: The link of this click pays no bonus, so only a sale can be reported for it.",
            ...{ Agent: "ann", Pays: "" },
          },
        ]);
        await visitor.post(POSTBACKS, {
          intent: "replay",
          ids: String(held),
          formId: pageOf(asked.html).value("formId") ?? "",
        });
      },
      async screen(page) {
        await page.goto(`${POSTBACKS}?${JUNE}&verdict=held`);
        await page.locator("tr", { hasText: "30 days" }).getByRole("button", { name: "Replay" }).click();
        await page.getByRole("button", { name: "Confirm" }).click();
        await page
          .locator(".toast.warning", { hasText: "Replayed, still not booked It was refused. The event" })
          .waitFor();
      },
      changes: ["audit", "postbacks"],
    });
    expect((await as("ann").post(POSTBACKS, { intent: "replay", ids: String(held) })).status).toBe(403);
    expect((await as("root").post(POSTBACKS, { intent: "replay", ids: "x" })).status).toBe(422);
  });
});

describe("selected postbacks", () => {
  const confirm = (chosen: readonly number[], name: string = "root") =>
    as(name).get(`${POSTBACKS}/confirm?selected=1&intent=replay&${chosen.map((id) => `ids=${id}`).join("&")}`);
  const replay = (chosen: readonly number[]) =>
    as("root").post(POSTBACKS, [["intent", "replay"], ...chosen.map((id): [string, string] => ["ids", String(id)])]);
  const stored = () => db.rows`SELECT id, verdict, event_id, tries FROM postbacks ORDER BY id`;
  const noticeAfter = async (chosen: readonly number[]) => {
    expect((await replay(chosen)).status).toBe(302);
    const toast = pageOf(await open("root", `${POSTBACKS}?${JUNE}`)).one(".toast");
    return [toast?.is(".warning"), toast?.one("p")?.text];
  };

  test("show what a replay would give, store nothing until confirmed, and then say what it gave [POST-18]", async () => {
    const [sale, pending] = await writeTransaction(async () => [
      await request({ verdict: "held", reason: "suspended", txid: "selected" }),
      await request({ verdict: "held", reason: "no_original", event: "bonus", status: "reversed" }),
    ]);
    const before = await stored();
    const asked = await confirm([sale, pending, ids.test]);
    expect(pageOf(asked.html).one("h1")?.text).toBe("Are you sure to replay the selected requests?");
    const rows = tableIn(asked.html).columns("Now", "After the replay", "Agent");
    expect(rows.map((row) => Object.values(row)).sort()).toEqual([
      [PENDING, "No change", "ann"],
      ["Pending: The link was suspended when it was clicked or when the site reported it.", "Accepted", "ann"],
      ["Test", "No change", "ann"],
    ]);
    expect(tableIn(asked.html).column("Pays").join("")).toMatch(/^₱\d+\.\d\d Default price$/);
    expect(await stored()).toEqual(before);

    expect(await noticeAfter([pending])).toEqual([true, expect.stringContaining("The replay changed nothing")]);
    const partly = "Replayed, some still not booked 1 of 2 postbacks are booked.";
    expect(await noticeAfter([sale, pending])).toEqual([true, expect.stringContaining(partly)]);
    expect(await noticeAfter([sale])).toEqual([true, expect.stringContaining("The replay changed nothing")]);
    const html = await open("root", `${POSTBACKS}?${JUNE}`);
    expect(factsIn(html, "Accepted").Replays).toMatch(/^\d{4}-.+ · root: It was accepted\.$/);
  });

  test("lead to their click, sale and statement, for each role that may see them [POST-18]", async () => {
    for (const name of ["root", "man", "ann"] as const) {
      const own = pageOf(await open(name, `${POSTBACKS}?${JUNE}&verdict=accepted`));
      const [clickLink = "", saleLink = "", statement = "", ...others] = own
        .all(".more .acts a")
        .map((link) => link.attr("href") ?? "");
      expect(clickLink).toBe(`${CLICKS}?clickId=${click}&start=2026-06-10&end=2026-06-10`);
      expect(saleLink).toBe(`${SALES}?clickId=${click}&start=2026-06-10&end=2026-06-10`);
      const [address = "", line = ""] = statement.split("#");
      expect(address).toBe(`/app/stats/statements/2026061${name === "ann" ? "" : `?agentId=${ids.ann}`}`);
      expect(line).toMatch(/^link-\d+$/);
      expect(tableIn(await open(name, clickLink)).rows).toHaveLength(1);
      expect(tableIn(await open(name, saleLink)).rows.length).toBeGreaterThan(0);
      expect(others).toEqual([]);
      expect(
        pageOf(await open(name, address))
          .all(`td #${line}`)
          .map(({ text }) => text),
      ).toEqual(["Roses: Trial"]);
      const unbooked = pageOf(await open(name, `${POSTBACKS}?${JUNE}&verdict=held`)).all(".more .acts a");
      const doctor = unbooked.find((link) => link.text === "Link doctor")?.attr("href") ?? "";
      expect(doctor).toBe(`/app/links/doctor?link=${click}`);
      await open(name, doctor);
    }
  });

  test("have to exist, and need a superadmin [POST-18]", async () => {
    expect((await confirm([999_999])).status).toBe(404);
    expect((await confirm([])).status).toBe(302);
    expect((await confirm([ids.held], "adm")).status).toBe(403);
    expect((await replay([999_999])).status).toBe(422);
  });
});

describe("refused and repeated postbacks", () => {
  test("Replay is offered only where it can change the verdict, with its reason in words [POST-18]", async () => {
    const refused = [
      ...["bad_secret", "missing_clickid", "bad_event", "bad_geo", "bad_ts", "malformed"],
      ...["ip_denied", "bonus_not_enabled"],
    ];
    await writeTransaction(async () => {
      await execute(sql`DELETE FROM postbacks WHERE verdict IN ('refused', 'accepted', 'duplicate')`);
      for (const reason of refused) await request({ verdict: "refused", reason });
      await request({ verdict: "accepted" });
      await request({ verdict: "duplicate" });
    });
    const rows = async (verdict: string) =>
      tableIn(await open("root", `${POSTBACKS}?${JUNE}&verdict=${verdict}`)).rows.map(
        ({ Verdict = "", Actions = "" }) => [Verdict.replace("Refused: ", ""), Actions.includes("Replay")],
      );
    const html = await open("root", `${POSTBACKS}?${JUNE}&verdict=refused`);
    expect(pageOf(html).all('tbody input[name="ids"][type="checkbox"]')).toHaveLength(2);
    expect((await rows("refused")).reverse()).toEqual([
      ["The secret was wrong or belongs to another site.", false],
      ["The site did not send a click ID.", false],
      ["The event was not a sale, bonus or click.", false],
      ["Unknown country code.", false],
      ["Invalid time: not a date, before the click, or in the future.", false],
      ["The request could not be read.", false],
      ["It came from an address that the site does not allow.", true],
      ["The event was a bonus, but the link pays no bonus.", true],
    ]);
    expect([await rows("accepted"), await rows("duplicate")]).toEqual([
      [["Accepted", false]],
      [["Duplicate: Already reported; counted once.", false]],
    ]);
    expect(await open("root", `${POSTBACKS}?${JUNE}&verdict=accepted`)).not.toContain("Replay selected");
  });

  test("a refused status is named, on the screen and in the export [POST-18]", async () => {
    await writeTransaction(() => request({ verdict: "refused", reason: "malformed", status: "pending" }));
    const text = "Status must be approved or reversed.";
    expect(tableIn(await open("ann", `${POSTBACKS}?${JUNE}&verdict=refused`)).column("Verdict")).toContain(
      `Refused: ${text}`,
    );
    expect((await as("ann").get(`${POSTBACKS}/export.csv?${JUNE}&verdict=refused`)).html).toContain(text);
  });
});

test.each([
  [CLICKS, "ipAddress", "999.1.1.1"],
  [CLICKS, "subId", "x".repeat(300)],
  [SALES, "clickId", "nothing"],
  [SALES, "geo", "x1"],
  [SALES, "recordType", "7"],
  [POSTBACKS, "clickId", "nothing"],
  [POSTBACKS, "verdict", "lost"],
  ["/app/logs/chat", "siteId", "roses"],
] as const)(
  "%s shows no rows for an invalid %s, and the message at its field [ERR-05, ERR-06]",
  async (path, name, typed) => {
    const shown = tableIn(await open("root", `${path}?${JUNE}`)).rows;
    if (path !== "/app/logs/chat") expect(shown.length, "rows without the filter").toBeGreaterThan(0);
    for (const [query, field, value] of [
      [`${JUNE}&${name}=${typed}`, name, typed],
      ["start=2026-06-10&end=2026-06-01", "start", "2026-06-10"],
      ["start=2026-02-30&end=x", "start", "2026-02-30"],
      [`${JUNE}&agentId=nobody`, "agentId", "nobody"],
    ] as const) {
      const page = await open("root", `${path}?${query}`);
      expect([query, tableIn(page).rows]).toEqual([query, []]);
      expect(pageOf(page).message(field)).toMatch(/\S/);
      if (!pageOf(page).has(`select[name=${field}]`)) expect(pageOf(page).value(field)).toBe(value);
      expect(pageOf(page).link("Export")).toBeUndefined();
    }
  },
);

test("links between the logs keep the query, and chat logs can be exported too", async () => {
  const html = await open("ann", `${CLICKS}?${JUNE}&siteId=${ids.roses}`);
  expect(pageOf(html).link("Raw Sale Logs")).toBe(`${SALES}?${JUNE}&siteId=${ids.roses}`);
  expect(pageOf(html).link("Postbacks")).toBe(`${POSTBACKS}?${JUNE}&siteId=${ids.roses}`);
  await db.run`
      INSERT INTO chat_logs (agent_id, company_id, site_id, client_username, conversation, submit_time)
      VALUES (${ids.ann}, ${ids.north}, ${ids.roses}, 'skipper', ${`=1+1 ${"x".repeat(500)}`}, '2026-06-10T13:00:00Z')`;
  const chat = await open("man", `/app/logs/chat?${JUNE}`);
  const text = (await as("man").get(pageOf(chat).link("Export") ?? "")).html;
  expect(text).toMatch(
    /^Agent,Site,Client Name,Conversation,Submit Time \(New York\),Submit Time \(UTC offset\)\nann,Roses,skipper,'=1\+1 x{500},2026-06-10 09:00:00,-04:00\n$/,
  );
});
