import { beforeEach, expect, test } from "vitest";
import { sql } from "../../server/kernel/database/sql";
import { anAdmin, anAgent, anOffice, aSite, aSuperadmin } from "../world/builders";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";
import { listAfter } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";
import { threeWays } from "./three-ways";

const LIST = "/app/logs/chat";
const CREATE = "/app/chat-logs/create";
let siteId: number;
let agentId: number;
let companyId: number;

const PEOPLE = ["chief", "adm", "man", "ann"];
const { server, as } = aScreenWorld({ people: PEOPLE }, async () => {
  await aSuperadmin({ username: "chief" });
  await anAdmin({ username: "adm" });
  const office = await anOffice({ username: "man", officeName: "North" });
  companyId = office.id;
  agentId = (await anAgent({ username: "ann", office })).id;
  siteId = (await aSite({ sitename: "Roses", enabledFor: [office] })).id;
  await aSite({ sitename: "Violets" });
});
const ways = threeWays(server, "ann");

beforeEach(() => db.run`DELETE FROM chat_logs`);
const store = (client: string, conversation = "Hello", when = sql`now()`) =>
  db.run`
      INSERT INTO chat_logs (agent_id, company_id, site_id, client_username, conversation, submit_time)
      VALUES (${agentId}, ${companyId}, ${siteId}, ${client}, ${conversation}, ${when})`;
const stored = () => db.rows`SELECT client_username AS client, conversation AS talk FROM chat_logs ORDER BY id`;
const typed = async (fields: Record<string, string>) => ({
  formId: pageOf((await as("ann").get(CREATE)).html).value("formId") ?? "",
  ...fields,
});

test("the log has its heading, time zone, and the columns of the role [CHAT-01, CHAT-05, ERR-22]", async () => {
  const empty = (await as("ann").get(LIST)).html;
  expect(empty).toContain("<h1>Chat Logs</h1>");
  expect(empty).toMatch(/Times are in US Eastern time \(E[SD]T\)/);
  expect(tableIn(empty).empty).toBe("No logs for selected period");
  await store("skipper", "One\nTwo <b>");
  const heads = async (name: string) => tableIn((await as(name).get(LIST)).html).headings;
  const own = ["Site", "Client Name", "Conversation", "Submit Time"];
  expect(await heads("ann")).toEqual(own);
  expect(await heads("man")).toEqual(["Agent", ...own]);
  for (const name of ["adm", "chief"] as const) expect(await heads(name)).toEqual(["Office", "Agent", ...own]);
  const { html } = await as("chief").get(LIST);
  expect(tableIn(html).rows[0]).toEqual({
    ...{ Office: "North", Agent: "ann", Site: "Roses", "Client Name": "skipper", Conversation: "One\nTwo <b>" },
    "Submit Time": expect.stringMatching(/^\d\d \w+ \d{4}|\d/) as unknown,
  });
  expect(pageOf(html).texts('th[scope=col][aria-sort="ascending"] > a')).toEqual(["Office"]);
  expect((await as("man").get(LIST)).html).not.toContain("North<");
});

test("the filters are office, agent, site and days, by role [CHAT-03]", async () => {
  await store("skipper");
  await store("oldest", "Hello", sql`now() - interval '20 days'`);
  const names = async (name: string) =>
    ["companyId", "agentId", "siteId", "start"].filter((field) => html[name]?.includes(`name="${field}"`));
  const html = Object.fromEntries(
    await Promise.all(PEOPLE.map(async (name) => [name, (await as(name).get(LIST)).html] as const)),
  );
  expect(await names("ann")).toEqual(["siteId", "start"]);
  expect(await names("man")).toEqual(["agentId", "siteId", "start"]);
  expect(await names("chief")).toEqual(["companyId", "agentId", "siteId", "start"]);
  expect(pageOf(html.ann ?? "").choices("siteId")).toEqual(["All", "Roses"]);
  expect(tableIn(html.ann ?? "").rows).toHaveLength(1);
  const clients = async (query: string) => {
    const { status, html: page } = await as("chief").get(`${LIST}?${query}`);
    return [status, ...tableIn(page).column("Client Name")];
  };
  expect(await clients(`start=2020-01-01&end=2099-01-01&siteId=${siteId}`)).toEqual([200, "skipper", "oldest"]);
  expect((await as("chief").get(`${LIST}?start=x&sortField=ip&page=0&siteId=y`)).status).toBe(200);
  expect((await as("ann").get(`${LIST}?siteId=2000000000`)).status).toBe(404);
});

test("/app/chat-logs redirects to the log, Logs opens it first, and its tabs keep the query [CHAT-02, SHELL-34, SHELL-38]", async () => {
  const arrived = await as("ann").get("/app/chat-logs?siteId=3");
  expect([arrived.status, arrived.headers.get("location")]).toEqual([302, `${LIST}?siteId=3`]);
  expect((await as("ann").get("/app/logs")).headers.get("location")).toBe(LIST);
  const { html } = await as("man").get(`${LIST}?start=2026-01-01&end=2026-01-02`);
  expect(pageOf(html).has('a[href="/app/logs/login?start=2026-01-01&end=2026-01-02"]')).toBe(true);
  expect(pageOf((await as("man").get("/app/home")).html).link("Logs")).toBe(LIST);
});

test("only agents have '+ Submit Chat Log' and its form [CHAT-04]", async () => {
  expect((await as("ann").get(LIST)).html).toContain(`href="${CREATE}">+ Submit Chat Log</a>`);
  for (const name of ["man", "adm", "chief"] as const) {
    expect((await as(name).get(LIST)).html).not.toContain("Submit Chat Log");
    expect((await as(name).get(CREATE)).status).toBe(403);
    expect((await as(name).post(CREATE, { clientUsername: "c", conversation: "x" })).status).toBe(403);
  }
});

const NEWEST = `${LIST}?sortField=submitTime&sortAsc=false`;

test("submitting stores a chat log once and returns to the log [CHAT-07, CHAT-08]", async () => {
  const page = await as("ann").get(CREATE);
  expect(pageOf(page.html).choices("siteId")).toEqual(["Choose a site", "Roses"]);
  for (const name of ["siteId", "clientUsername", "conversation"])
    expect(pageOf(page.html).field(name)?.is("[required]"), name).toBe(true);
  const fields = await typed({ siteId: String(siteId), clientUsername: " skipper ", conversation: " Hi\r\nthere" });
  const both = await Promise.all([1, 2].map(() => as("ann").post(CREATE, fields)));
  expect(both.map((visit) => [visit.status, listAfter(visit)])).toEqual([
    [302, NEWEST],
    [302, NEWEST],
  ]);
  expect(await stored()).toEqual([{ client: "skipper", talk: " Hi\nthere" }]);
  expect(pageOf((await as("ann").get(LIST)).html).notice).toBe("Success Operation Complete");
});

test("missing or too long fields are refused, and what was typed stays", async () => {
  const empty = await as("ann").post(CREATE, await typed({ siteId: "", clientUsername: "", conversation: " " }));
  expect([empty.status, pageOf(empty.html).texts("p.error").length]).toEqual([422, 3]);
  const fields = { siteId: String(siteId), clientUsername: "c".repeat(65), conversation: "Hi <there>" };
  const refused = await as("ann").post(CREATE, await typed(fields));
  expect([refused.status, pageOf(refused.html).failure]).toEqual([
    422,
    "Client Name: Please use at most 64 characters.",
  ]);
  expect([pageOf(refused.html).value("siteId"), pageOf(refused.html).value("clientUsername")]).toEqual([
    fields.siteId,
    fields.clientUsername,
  ]);
  expect(refused.html).toContain("Hi &lt;there&gt;</textarea>");
  expect(await stored()).toEqual([]);
});

test("a long chat log is listed with its beginning and a link to all of it; fifty of them keep the page small", async () => {
  const long = "word ".repeat(4_000);
  for (let n = 0; n < 50; n++) await store(`c${n}`, long);
  await store("W".repeat(255), "U".repeat(19_000));
  const { html } = await as("ann").get(LIST);
  expect(html.length).toBeLessThan(80_000);
  const [open = ""] = pageOf(html).one('a[href*="open="][href*="#chat-"]')?.attr("href")?.split("#") ?? [];
  const opened = await as("ann").get(LIST + open);
  expect(opened.html.length - html.length).toBeGreaterThan(18_000);
});

test("the text of a conversation appears in no other log [TRUST-21]", async () => {
  const fields = { siteId: String(siteId), clientUsername: "secretive", conversation: "whispered" };
  await as("ann").post(CREATE, await typed(fields));
  await expect
    .poll(() => db.rows`SELECT post_params::text AS text FROM common_log WHERE action_name LIKE '%/chat-logs%'`)
    .not.toEqual([]);
  const logged = await db.rows<{ text: string }>`SELECT post_params::text AS text FROM common_log`;
  const audited = await db.rows<{ text: string }>`SELECT after::text AS text FROM audit`;
  expect([...logged, ...audited].filter(({ text }) => /secretive|whispered/.test(text))).toEqual([]);
});

test("submitting leaves the same rows by call, by form and on the screen [CHAT-08, API-49]", async () => {
  const given = { clientUsername: "skipper", conversation: "Hi\nthere" };
  await ways.sameRows({
    call: ["PUT chat-logs/", { siteId, ...given }],
    form: async (visitor) =>
      visitor.post(CREATE, {
        ...{ formId: pageOf((await visitor.get(CREATE)).html).value("formId") ?? "", siteId: String(siteId) },
        ...{ ...given, conversation: "Hi\r\nthere" },
      }),
    async screen(page) {
      await page.goto(CREATE);
      await page.getByLabel("Client Name").fill("skipper");
      await page.getByLabel("Site").selectOption("Roses");
      await page.getByLabel("Conversation").fill("Hi\nthere");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Operation Complete").waitFor();
      expect(new URL(page.url()).pathname).toBe(LIST);
    },
    changes: ["audit", "chat_logs"],
  });
});
