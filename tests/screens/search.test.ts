import { expect, test } from "vitest";
import { payPeriodId } from "../../server/trade/periods";
import { aClick, anAdmin, anAgent, anOffice, aSale, aSite, aSuperadmin } from "../world/builders";
import { first } from "../world/first";
import { pageOf } from "../world/page";
import { aScreenWorld } from "../world/screens";

let sold: Awaited<ReturnType<typeof aSale>>;
let foreign: string;
let link: string;
let ids: { agent: number; office: number; south: number; site: number; type: number };
const AT = "2026-06-10T13:00:00Z";

const { as } = aScreenWorld({ people: ["chief", "adm", "man", "south", "ada", "zoe"] }, async () => {
  await aSuperadmin({ username: "chief" });
  await anAdmin({ username: "adm" });
  const north = await anOffice({ username: "man", officeName: "North <b>Quay" });
  const south = await anOffice({ username: "south", officeName: "South" });
  const ada = await anAgent({ office: north, username: "ada", firstName: "Ada", lastName: "Lindy" });
  const zoe = await anAgent({ office: south, username: "zoe", firstName: "Zoe", lastName: "Lindy" });
  const roses = await aSite({ sitename: "Lindy Roses", enabledFor: [north], types: [{ typename: "Card" }] });
  const other = await aSite({ sitename: "Violets", enabledFor: [south] });
  const type = first(roses.types);
  sold = await aSale({ agent: ada, type, at: AT, txid: "tx_77", email: "jane@customers.example" });
  foreign = (await aClick({ agent: zoe, type: first(other.types), at: AT })).id;
  link = `/api/links/go/${roses.id}/${type.id}/${ada.id}`;
  ids = { agent: ada.id, office: north.id, south: south.id, site: roses.id, type: type.id };
});
const search = (name: string, q: string) => as(name).open(`/app/search?${new URLSearchParams({ q }).toString()}`);
const headings = (html: string) => pageOf(html).texts("h2");

test("every page has the search as a GET form in its header, and a link to its page for narrow screens", async () => {
  for (const name of ["chief", "adm", "man", "ada"]) {
    const page = pageOf((await as(name).get("/app/home")).html);
    expect([name, page.all('header form[action="/app/search"] input[name=q]').length]).toEqual([name, 1]);
    expect(page.has('header a[href="/app/search"]')).toBe(true);
  }
});

test("results are grouped, each with links to its screens, and each role sees its own", async () => {
  const { html } = await search("adm", "lindy");
  expect(headings(html)).toEqual(["Agents", "Sites"]);
  expect(pageOf(html).texts(".hits li > p:first-child")).toEqual([
    "ada Ada Lindy · North <b>Quay",
    "zoe Zoe Lindy · South",
    "Lindy Roses",
  ]);
  for (const address of [
    `/app/agents/${ids.agent}`,
    `/app/stats/sites?agentId=${ids.agent}`,
    `/app/logs/sale-logs?agentId=${ids.agent}`,
    `/app/stats/statements?agentId=${ids.agent}`,
    `/app/sites/${ids.site}/types`,
    `/app/logs/click-outs?siteId=${ids.site}`,
  ]) {
    expect(html).toContain(`href="${address}"`);
    expect([address, (await as("adm").open(address)).status]).toEqual([address, 200]);
  }
  expect((await search("chief", "lindy")).html).toContain(`href="/app/sites/edit/${ids.site}"`);
  const managers = (await search("man", "lindy")).html;
  expect(pageOf(managers).texts(".hits li > p:first-child")).toEqual(["ada Ada Lindy", "Lindy Roses"]);
  expect(managers).not.toContain("/app/sites/");
  const own = (await search("ada", "lindy")).html;
  expect(pageOf(own).texts(".hits li > p:first-child")).toEqual(["ada Ada Lindy", "Lindy Roses"]);
  expect(own).not.toContain("agentId=");
  for (const name of ["man", "ada"]) {
    const page = pageOf((await search(name, "lindy")).html);
    for (const anchor of page.all(".hits a")) {
      const to = anchor.attr("href") ?? "";
      expect([name, to, (await as(name).open(to)).status]).toEqual([name, to, 200]);
    }
  }
});

test("a click ID, transaction ID and link open the link doctor at once, in the reader's scope", async () => {
  for (const name of ["adm", "man", "ada"]) {
    for (const q of [sold.click, "tx_77", link]) {
      const { path, html } = await search(name, q);
      expect([name, path]).toEqual([name, `/app/links/doctor?${new URLSearchParams({ link: q }).toString()}`]);
      expect(html).toContain("<h1>Link doctor</h1>");
      expect([name, q, html.includes('id="verdict"')]).toEqual([name, q, true]);
    }
  }
  for (const [name, q] of [
    ["man", foreign],
    ["ada", foreign],
    ["south", "tx_77"],
    ["zoe", link],
  ] as const) {
    const { path, html } = await search(name, q);
    expect([path.startsWith("/app/search"), html.includes("Nothing found for")]).toEqual([true, true]);
  }
});

test("the whole name of a single result opens it at once; a part of it, or a name among others, is a list", async () => {
  for (const [name, q, to] of [
    ["adm", "ADA", `/app/agents/${ids.agent}`],
    ["man", "ada", `/app/agents/${ids.agent}`],
    ["ada", "ada", "/app/profile"],
    ["chief", "Lindy Roses", `/app/sites/edit/${ids.site}`],
    ["adm", "South", `/app/offices/edit/${ids.south}`],
  ] as const) {
    expect([name, q, (await search(name, q)).path]).toEqual([name, q, to]);
  }
  for (const [name, q] of [
    ["adm", "ad"],
    ["man", "Lindy Roses"],
    ["adm", "man"],
    ["man", "zoe"],
  ] as const) {
    expect([name, q, (await search(name, q)).path.startsWith("/app/search?")]).toEqual([name, q, true]);
  }
});

test("the link doctor is open to every role, and shows each event with its price, postback log and statement", async () => {
  for (const name of ["adm", "man", "ada"]) {
    const { html } = await as(name).open(`/app/links/doctor?link=${sold.click}`);
    expect(pageOf(html).one('nav [aria-current="page"][href*="doctor"]')?.text).toBe("Link doctor");
    expect(html).toContain("Default price");
    const times = `clickId=${sold.click}&amp;start=2026-06-10&amp;end=2026-06-10`;
    for (const log of ["sale-logs", "click-outs"]) expect(html).toContain(`/app/logs/${log}?${times}`);
    expect(html).toContain(`statements/${payPeriodId("2026-06-10")}${name === "ada" ? "" : `?agentId=${ids.agent}`}"`);
    for (const anchor of pageOf(html).all("main table a")) {
      const to = anchor.attr("href") ?? "";
      const address = to.startsWith("?") ? `/app/links/doctor${to}` : to;
      expect([name, to, (await as(name).open(address)).status]).toEqual([name, to, 200]);
    }
  }
});

test("a customer's e-mail lists their sales with the question why they were not paid", async () => {
  for (const name of ["adm", "man", "ada"]) {
    const { html } = await search(name, "jane@customers.example");
    expect(headings(html)).toContain("Sales and postbacks");
    expect(pageOf(html).link("Why was it not paid?")).toBe("/app/links/doctor?link=jane%40customers.example");
  }
  expect((await search("south", "jane@customers.example")).html).toContain("Nothing found for");
});

test("empty, too short and unknown texts say what to do, and texts are never markup", async () => {
  const empty = (await as("adm").get("/app/search")).html;
  expect([headings(empty), pageOf(empty).all("main input[name=q]").length]).toEqual([[], 1]);
  expect(empty).not.toContain("Nothing found");
  const short = (await search("adm", "x")).html;
  expect(pageOf(short).message("q")).toBe("Please enter at least 2 characters.");
  const none = (await search("adm", "<b>nobody</b>")).html;
  expect(none).toContain("Nothing found for “&lt;b&gt;nobody&lt;/b&gt;”.");
});
