import { expect, test } from "vitest";
import { inNewTransaction, execute, writeTransaction } from "../../server/kernel/database/transactions";
import { markLinksChanged } from "../../server/kernel/database/link-state";
import { addDays, dayOf } from "../../server/kernel/time";
import { sql } from "../../server/kernel/database/sql";
import { ownLinkCodes } from "../../server/links";
import { send } from "../api/client";
import { aBrowser } from "../world/browser";
import { aClick, anAdmin, anAgent, anOffice, aSale, aSite, aSuperadmin } from "../world/builders";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";
import { db } from "../world/db";
import { PASSWORD } from "../world/shared";
import { aScreenWorld } from "../world/screens";

const PATH = "/app/links/links-translate";
let direct: string;
let encoded: string;
let older: string;
let sold: Awaited<ReturnType<typeof aSale>>;
let ids: { siteId: number; typeId: number; agentId: number };
let siteId: number;

const { server, as } = aScreenWorld({ people: ["adm", "chief", "man", "ada"] }, async () => {
  const office = await anOffice({ username: "man", officeName: "North" });
  const agent = await anAgent({ office, username: "ada", firstName: "Ada", lastName: "Lind" });
  const site = await aSite({ sitename: "Roses", types: [{ typename: "card" }], enabledFor: [office] });
  const [type] = site.types;
  if (!type) throw new Error("The site has no link.");
  await anAdmin({ username: "adm" });
  await aSuperadmin({ username: "chief" });
  await db.run`UPDATE agents SET email = 'ada@agents.example' WHERE id = ${agent.id}`;
  siteId = site.id;
  ids = { siteId, typeId: type.id, agentId: agent.id };
  const click = await aClick({ agent, type, at: new Date(Date.now() - 3_600_000) });
  sold = await aSale({ agent, type, click, at: new Date(Date.now() - 1_800_000), email: "jane@customers.example" });
  // At noon, so that it is the same day in New York.
  older = (await aClick({ agent, type, at: new Date(`${addDays(dayOf(Date.now()), -50)}T17:00:00Z`) })).id;
  direct = `/api/links/go/${site.id}/${type.id}/${agent.id}`;
  encoded = `/api/l/${(await inNewTransaction(ownLinkCodes)).encode(ids)}`;
});

async function open(query: Record<string, string> = {}, name = "adm"): Promise<string> {
  const { status, html } = await as(name).get(`${PATH}?${new URLSearchParams(query).toString()}`);
  expect(status, html).toBe(200);
  return html;
}
const headings = (html: string) => pageOf(html).texts("h2, caption");

test("the tab Links translate is for admins and superadmins; others do not have it and get 403 [TRANS-01, SHELL-45]", async () => {
  for (const name of ["adm", "chief"]) {
    const { html } = await as(name).get("/app/links/links");
    expect(html).toContain(`<a href="${PATH}">Links translate</a>`);
    expect(await open({}, name)).toContain(`<a href="${PATH}" aria-current="page">Links translate</a>`);
  }
  for (const name of ["man", "ada"]) {
    expect((await as(name).get("/app/links/links")).html).not.toContain(PATH);
    const { status, html } = await as(name).get(PATH);
    expect([status, html.includes("You may not open this page.")]).toEqual([403, true]);
  }
  expect((await as("adm").open("/app/links")).path).toBe("/app/links/links");
});

test("the screen has one text field for a link, and nothing else until there is one [TRANS-02]", async () => {
  const html = await open();
  expect(html).toContain("<h1>Links translate</h1>");
  expect(pageOf(html).all("textarea[name=link]")).toHaveLength(1);
  expect(pageOf(html).all(":is(main) :is(textarea, select, table, input:not([type=hidden]))")).toHaveLength(1);
});

test("a posted text shows its link's site, link, agent, office, username and e-mail [TRANS-03, TRANS-04, TRANS-05, TRANS-06, TRANS-07]", async () => {
  for (const [path, format] of [
    [direct, "Direct"],
    [encoded, "Encoded"],
  ] as const) {
    const mail = `Dear all,\r\n${"words ".repeat(3_000)}\r\nsee https://links.example${path}?sub1=a.\r\nYours`;
    const posted = await as("adm").post(PATH, { link: mail });
    expect(posted.status, posted.html).toBe(302);
    const { html } = await as("adm").get(posted.headers.get("location") ?? "");
    expect(tableIn(html, "Translated links").rows[0]).toEqual({
      Link: expect.any(String) as unknown,
      Format: format,
      Site: "Roses",
      "Site link": "card",
      Office: "North",
      Agent: "ada",
      "E-mail": "ada@agents.example",
    });
    expect(html).toContain(`https://links.example${path}?sub1=a</textarea>`);
    expect(html).not.toContain("words words");
  }
});

test("any other text clears the result and stays in the field [TRANS-08]", async () => {
  const posted = await as("adm").post(PATH, { link: "Good morning, Ada" });
  const { html } = await as("adm").get(posted.headers.get("location") ?? "");
  expect(html).toContain("Good morning, Ada</textarea>");
  expect(html).not.toContain("<table");
  expect(await open({ link: "" })).not.toContain("<table");
});

test("chain, verdict, dry run, clicks and events follow below, each with its links", async () => {
  const html = await open({ link: direct });
  expect(headings(html)).toEqual([
    ...["It pays", "Translated links", "Chain from office to domain", "Dry run: where a click would go now"],
    ...["Newest clicks", "Newest events", "Postbacks not booked"],
  ]);
  expect(html).toContain("A click counts, and its sale is paid.");
  for (const to of ["/app/offices/edit/", "/app/agents/", `/app/sites/${siteId}/types`])
    expect(html).toContain(`href="${to}`);
  expect(html).not.toContain("/app/sites/edit/");
  expect(await open({ link: direct }, "chief")).toContain(`href="/app/sites/edit/${siteId}"`);
  const values = pageOf(html)
    .all("[value]")
    .map((field) => field.attr("value"));
  expect(values).toContainEqual(expect.stringMatching(/^https:\/\/example\.org\/land\?clickid=[0-9a-f-]{36}$/));
  expect(html).toContain(`?link=${sold.click}"`);
});

test("the links to its logs have the days of the rows shown instead of the last seven", async () => {
  const html = await open({ link: direct });
  const today = dayOf(Date.now());
  const days = `start=${addDays(today, -30)}&amp;end=${today}`;
  for (const log of ["click-outs", "sale-logs", "postbacks"])
    expect(html).toContain(`href="/app/logs/${log}?agentId=${ids.agentId}&amp;siteId=${siteId}&amp;${days}"`);
  const old = await open({ link: older });
  expect(old).toContain(`start=${addDays(today, -50)}&amp;end=${today}`);
});

test("payouts are in pesos, earnings in dollars [FORMAT-06]", async () => {
  const html = await open({ link: direct });
  expect(tableIn(html, "Newest events").rows[0]).toMatchObject({ Payout: "₱500.00", Earning: "$20.00" });
});

test("click IDs and customers' e-mails are found too", async () => {
  const html = await open({ link: sold.click });
  expect(html).toContain("The click led to a sale, and the sale is booked.");
  const posted = await as("adm").post(PATH, { link: " jane@customers.example " });
  const { html: customer } = await as("adm").get(posted.headers.get("location") ?? "");
  expect(customer).toContain("The click led to a sale, and the sale is booked.");
  expect(customer.split("jane@customers.example")).toHaveLength(3);
});

test("the dry run uses the given visitor, and an invalid address is reported at its field", async () => {
  const robot = await open({ link: direct, ip: "8.8.8.8", userAgent: "curl/8.5.0" });
  expect(robot).toContain("It does not pay");
  expect(pageOf(robot).texts("dd")).toContainEqual(expect.stringMatching(/^bot: /));
  const wrong = await open({ link: direct, ip: "8.8.8" });
  expect([pageOf(wrong).message("ip"), wrong.includes("It pays")]).toEqual(["Please enter an IP address.", true]);
  const several = await open({ link: `${direct}\n/api/links/go/999999/1/1`, at: "2" });
  expect(several).toContain("There is no such site.");
  expect(several).toContain("Does not exist");
  expect(await open({ link: direct, at: "9" })).toContain("Please choose one from the list.");
});

test("a text that is too long is refused with what was typed [TRANS-02]", async () => {
  const { status, html } = await as("adm").post(PATH, { link: "x".repeat(1_000_001) });
  expect([status, html.includes("Please use at most 1000000 characters.")]).toEqual([422, true]);
});

test("form, screen and call show a suspension as the only reason, with a link to the page that ends it", async () => {
  await writeTransaction(async () => {
    await execute(sql`UPDATE sites SET active = false WHERE id = ${siteId}`);
    await markLinksChanged();
  });
  try {
    const html = await open({ link: direct }, "chief");
    expect(html).toContain("The site is suspended.");
    expect(html).toContain(`<a href="/app/sites/edit/${siteId}">Site Roses</a>`);
    expect(html).toContain("The page for inactive links (410)");
    const { body } = await send(server, "POST auth/login", { username: "chief", password: PASSWORD });
    const headers = { Authorization: `Bearer ${(body as { token: string }).token}` };
    const answer = await send(server, "POST links/doctor", { link: direct }, headers);
    expect((answer.body as { verdict: object }).verdict).toEqual({
      ...{ pays: false, about: "site", reason: "The site is suspended." },
    });
    const { page } = await aBrowser({ as: as("chief"), baseURL: server.url });
    const tab = await page();
    await tab.goto(PATH);
    await tab.getByLabel("Link", { exact: true }).fill(`Hello\nhttps://a.example${encoded}, and ${direct}`);
    // Using the keyboard only.
    await tab.keyboard.press("Tab");
    await tab.keyboard.press("Enter");
    await tab.getByRole("heading", { name: "It does not pay" }).waitFor();
    expect(await tab.getByText("The site is suspended.").count()).toBeGreaterThan(0);
    await tab.getByRole("link", { name: /^Examine/ }).click();
    await tab.getByText("Details below").waitFor();
    expect(new URL(tab.url()).searchParams.get("at")).toBe("2");
  } finally {
    await writeTransaction(async () => {
      await execute(sql`UPDATE sites SET active = true WHERE id = ${siteId}`);
      await markLinksChanged();
    });
  }
});
