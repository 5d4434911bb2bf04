import { get } from "node:http";
import { expect, test } from "vitest";
import { anAdmin, anAgent, anOffice, aSite } from "../world/builders";
import { pageOf } from "../world/page";
import { aScreenWorld } from "../world/screens";

const PATH = "/app/links/all";
const NEXT = 8 * 1024;
let site: Awaited<ReturnType<typeof aSite>>;

/** Ann has two links, Zoe sixty on twelve sites, Bob none. */
const { server, as } = aScreenWorld({ people: ["adm", "man", "ann", "zoe", "bob"] }, async () => {
  const north = await anOffice({ username: "man", officeName: "North" });
  const [south, west] = [await anOffice(), await anOffice()];
  await anAgent({ username: "ann", office: north });
  await anAgent({ username: "zoe", office: south });
  await anAgent({ username: "bob", office: west });
  await anAdmin({ username: "adm" });
  site = await aSite({ sitename: "Roses", types: [{ typename: "free" }, { typename: "card" }], enabledFor: [north] });
  for (let at = 1; at <= 12; at++) {
    const types = ["Free trial", "Day pass", "Premium month", "Premium year", "App"].map((typename) => ({ typename }));
    await aSite({ sitename: `Evening Harbour ${at}`, types, enabledFor: [south] });
  }
});
const open = async (name: string, query = "") => {
  const { status, html } = await as(name).get(PATH + query);
  expect(status, html).toBe(200);
  return pageOf(html);
};

test("an agent sees all links at once: short link first, its pay, and the direct one explained below [GEN-04]", async () => {
  const page = await open("ann");
  expect([page.one("h1")?.text, page.one(".tabs [aria-current]")?.text]).toEqual(["Get a link", "Get a link"]);
  const links = page.all(".links > li");
  expect(links.map((link) => [link.one("h2")?.text, link.one("p")?.text])).toEqual([
    ["Roses card", "₱500.00 a sale"],
    ["Roses free", "₱500.00 a sale"],
  ]);
  for (const link of links) {
    const [short, direct] = link.all(".end > input[readonly]").map((field) => new URL(field.sent ?? "").pathname);
    expect(short).toMatch(/^\/api\/l\/[\w-]{32}$/);
    expect(direct).toMatch(new RegExp(`^/api/links/go/${site.id}/\\d+/\\d+$`));
    expect(link.all("button.primary")).toHaveLength(1);
    expect(link.one("details:not([open])")?.all("input")).toHaveLength(1);
    expect(link.texts("details .hint").map((text) => text.split(":")[0])).toEqual(["Short link", "Direct link"]);
    const qr = await as("ann").get(link.one("details a")?.attr("href") ?? "");
    expect([qr.status, pageOf(qr.html).one("main .copy textarea")?.text]).toEqual([200, link.one("input")?.sent]);
  }
});

test("search and site narrow the list without scripts, stay in the form, and offer all links if nothing matches", async () => {
  const found = await open("ann", `?search=CARD&siteId=${site.id}&sub1=a`);
  expect(found.texts(".links h2")).toEqual(["Roses card"]);
  expect([found.value("search"), found.value("siteId"), found.value("sub1")]).toEqual(["CARD", String(site.id), "a"]);
  const none = await open("ann", "?search=nothing");
  expect(none.one(".nothing")?.text).toContain("No link matches");
  expect(none.link("Show all links")).toBe(`${PATH}?`);
  expect(none.has(".pager")).toBe(false);
});

test("an agent without links reads what they depend on, and a wrong site or page is reported at the form", async () => {
  const page = await open("bob");
  expect(page.one(".nothing")?.text).toMatch(/^No links yet.*enabled/);
  expect((await open("ann", "?siteId=x")).message("siteId")).not.toBe("");
  expect((await open("ann", "?page=0")).texts(".links h2")).toHaveLength(2);
});

test("managers and admins name an agent first, and a list of links appears only then", async () => {
  for (const name of ["man", "adm"]) {
    const empty = await open(name);
    expect([empty.has(".links"), empty.has(".nothing"), empty.field("agentId")?.is("[required]")]).toEqual([
      ...[false, false, true],
    ]);
    expect((await open(name, "?agentId=ann")).texts(".links h2")).toHaveLength(2);
    const none = await open(name, "?agentId=ann&search=nothing");
    expect(none.link("Show all links")).toBe(`${PATH}?agentId=ann`);
  }
  expect((await open("adm", "?agentId=nobody")).message("agentId")).toBe("There is no such agent.");
});

test("each page of sixty links has at most 8 KB, and the next one keeps its search", async () => {
  const page = await open("zoe", "?search=evening");
  expect([page.all(".links > li").length, page.one(".pager span:not(.button)")?.text]).toEqual([20, "1 of 3"]);
  expect(page.link("Next")).toBe("?search=evening&page=2");
  for (const query of ["", "?page=3", "?sub1=newsletter&sub2=june"]) {
    const bytes = await weight("zoe", PATH + query);
    expect([query, bytes <= NEXT, bytes]).toEqual([query, true, bytes]);
  }
});

/** Compressed bytes of the page on the wire. */
function weight(name: string, path: string): Promise<number> {
  const cookie = [...as(name).cookies].map((pair) => pair.join("=")).join("; ");
  return new Promise((done, failed) => {
    get(`${server.url}${path}`, { headers: { Cookie: cookie, "Accept-Encoding": "br" } }, (answer) => {
      let bytes = 0;
      answer.on("data", (part: Buffer) => (bytes += part.length));
      answer.on("end", () => done(bytes));
    }).on("error", failed);
  });
}
