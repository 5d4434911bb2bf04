import { expect, test } from "vitest";
import { anAdmin, anOffice, aSite } from "../world/builders";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";
import { aScreenWorld } from "../world/screens";

const PATH = "/app/links/links";
let site: Awaited<ReturnType<typeof aSite>>;
let office: Awaited<ReturnType<typeof anOffice>>;

const { server, as, open } = aScreenWorld({ people: ["adm", "man"], path: PATH }, async () => {
  office = await anOffice({ username: "man", officeName: "North", agents: 2 });
  await anOffice({ officeName: "South", agents: 1 });
  site = await aSite({ sitename: "Roses", types: [{ typename: "free" }, { typename: "card" }], enabledFor: [office] });
  await aSite({ sitename: "Tulips" });
  await anAdmin({ username: "adm" });
});

/** The values of the copy fields. */
const linksOn = (html: string): string[] =>
  pageOf(html)
    .all("input[readonly], textarea[readonly]")
    .map((field) => field.sent ?? "");

test("the screen is titled Link Codes, under the tab Links generate, and initially shows no links [GEN-01, GEN-05]", async () => {
  const { path, html } = await as("adm").open("/app/links");
  expect(path).toBe(PATH);
  expect(html).toContain("<h1>Link Codes</h1>");
  expect(html).toContain(`<a href="${PATH}" aria-current="page">Links generate</a>`);
  expect(html).not.toContain("<table");
});

test("an admin chooses site, office and agent, a manager site and agent [GEN-02]", async () => {
  const [admin, manager] = [await open(), await open("", "man")];
  expect(pageOf(admin).choices("siteId")).toEqual(["Choose a site", "Roses", "Tulips"]);
  expect(pageOf(admin).choices("companyId")).toEqual(["All", "North", "South"]);
  expect(pageOf(manager).choices("siteId")).toEqual(["Choose a site", "Roses"]);
  expect(manager).not.toContain('name="companyId"');
  expect([admin, manager].map((html) => pageOf(html).value("agentId"))).toEqual(["", ""]);
});

test("the button works without scripts; site and agent are required [GEN-03]", async () => {
  const html = await open();
  expect(pageOf(html).has("guarded-form > form")).toBe(true);
  expect(html).toContain('<button class="primary">Get links</button>');
  for (const name of ["siteId", "agentId"]) expect(pageOf(html).field(name)?.is("[required]"), name).toBe(true);
});

test("with site and agent it lists site_link, format and URL, each with a copy button [GEN-04]", async () => {
  const [agent] = office.agents;
  for (const given of [agent?.username, agent?.id]) {
    const html = await open(`?siteId=${site.id}&companyId=${office.id}&agentId=${given}`);
    expect(tableIn(html, "Link Codes").headings).toEqual(["Site Link", "Link Format", "URL", "(no heading)"]);
    expect(tableIn(html, "Link Codes").columns("Site Link", "Link Format")).toEqual([
      { "Site Link": "Roses card", "Link Format": "Direct" },
      { "Site Link": "Roses card", "Link Format": "Encoded" },
      { "Site Link": "Roses free", "Link Format": "Direct" },
      { "Site Link": "Roses free", "Link Format": "Encoded" },
    ]);
    expect(tableIn(html, "Pay of each link").row({ "Site Link": "card" })).toMatchObject({
      Sale: "₱500.00",
      Bonus: "",
    });
    const links = linksOn(html);
    expect(links.map((link) => new URL(link).pathname.replace(/[^/]+$/, ""))).toEqual(
      [site.types[1], site.types[0]].flatMap((type) => [`/api/links/go/${site.id}/${type?.id}/`, "/api/l/"]),
    );
    expect(pageOf(html).all("copy-button")).toHaveLength(4);
    // The choices stay selected, the agent by username.
    expect([pageOf(html).value("siteId"), pageOf(html).value("agentId")]).toEqual([String(site.id), agent?.username]);
  }
});

test("each format is explained in a line, each field shows the end of its link, and one of two is the one to copy [GEN-04]", async () => {
  const html = await open(`?siteId=${site.id}&agentId=${office.agents[0]?.id}`);
  const notes = pageOf(html).all("p.note");
  const explained = notes.find(({ text }) => text.startsWith("Encoded:"))?.text;
  expect(explained).toContain("Use this one if in doubt.");
  expect(explained).toContain("Direct: the same link with the ids in plain sight.");
  expect(pageOf(html).all(".end > input[readonly]")).toHaveLength(4);
  expect(
    pageOf(html)
      .all("copy-button button.primary")
      .map(({ text }) => text),
  ).toEqual([expect.stringContaining("Roses card Encoded"), expect.stringContaining("Roses free Encoded")]);
});

test("a link from the screen works [GEN-04, TRACK-01]", async () => {
  const html = await open(`?siteId=${site.id}&agentId=${office.agents[0]?.id}`);
  const links = linksOn(html).map((link) => new URL(link));
  for (const { pathname } of links) {
    const { status, headers } = await fetch(server.url + pathname, { redirect: "manual" });
    expect([status, headers.get("location")]).toEqual([
      302,
      expect.stringMatching(/^https:\/\/example\.org\/land\?clickid=/),
    ]);
  }
  expect(links).toHaveLength(4);
});

test("sub ids are part of each link, and its click passes them to the site [GEN-04, TRACK-01]", async () => {
  const html = await open(`?siteId=${site.id}&agentId=${office.agents[0]?.id}&sub1=mail+7&sub3=%26%C3%A4`);
  expect(pageOf(html).one("details.drop > summary > .count")?.text).toBe("2");
  expect([pageOf(html).value("sub1"), pageOf(html).value("sub2"), pageOf(html).value("sub3")]).toEqual([
    "mail 7",
    "",
    "&ä",
  ]);
  const links = linksOn(html).map((link) => new URL(link));
  expect(links.map(({ search }) => search)).toEqual(links.map(() => "?sub1=mail%207&sub3=%26%C3%A4"));
  for (const { pathname, search } of links) {
    const { headers } = await fetch(server.url + pathname + search, { redirect: "manual" });
    expect(new URL(headers.get("location") ?? "").searchParams.get("sub3")).toBe("&ä");
  }
  expect(pageOf(await open()).one("details.drop > summary")?.text).toBe("Sub ids");
});

test("each link has a QR code on its own page, which returns to the links [GEN-04]", async () => {
  const query = `siteId=${site.id}&agentId=${office.agents[0]?.username}&sub1=x`;
  const html = await open(`?${query}`);
  const pages = pageOf(html)
    .all("a.act")
    .filter(({ text }) => text.startsWith("QR code"));
  expect(pages.map((link) => link.one("i")?.text)).toEqual([
    ...["Roses card Direct", "Roses card Encoded", "Roses free Direct", "Roses free Encoded"],
  ]);
  const href = pages[1]?.attr("href") ?? "";
  const { status, html: page } = await as("man").get(href);
  expect([status, pageOf(page).one("h1")?.text]).toEqual([200, `Roses: card (Encoded), ${office.agents[0]?.username}`]);
  const drawing = pageOf(page).one("svg.qr[role=img]");
  expect(drawing?.attr("aria-label")).toBe("QR code Roses card Encoded");
  expect(drawing?.attr("viewBox")).toMatch(/^0 0 \d+ \d+$/);
  expect(linksOn(page)).toEqual([linksOn(html)[1]]);
  expect(pageOf(page).link("Link Codes")).toBe(`${PATH}?${query}`);
});

test.each([
  "",
  "?siteId=1",
  "?siteId=x&agentId=y&typeId=z&linkFormat=w",
  "?siteId=1&agentId=999999&typeId=1&linkFormat=Direct",
])("a QR code without a link is 404: %s", async (query) => {
  expect((await as("adm").get(`${PATH}/qr${query}`)).status).toBe(404);
});

test("choices that do not match are reported at their fields and stay selected", async () => {
  const unknown = await open(`?siteId=${site.id}&agentId=nobody`);
  expect([pageOf(unknown).message("agentId"), pageOf(unknown).value("agentId")]).toEqual([
    "There is no such agent.",
    "nobody",
  ]);
  const stranger = await aSite({ sitename: "Lilies" });
  const html = await open(`?siteId=${stranger.id}&agentId=${office.agents[0]?.username}`);
  expect(pageOf(html).message("siteId")).toBe("This site is not enabled for this agent.");
  const long = await open(`?siteId=${site.id}&agentId=${office.agents[0]?.username}&sub2=${"x".repeat(256)}`);
  expect([pageOf(long).message("sub2"), pageOf(long).value("sub2")]).toEqual([
    ...["Please use at most 255 characters.", "x".repeat(256)],
  ]);
  expect(html).not.toContain("<table");
});

test("another office's agent is 404 for a manager", async () => {
  const { status } = await as("man").get(`${PATH}?siteId=${site.id}&agentId=999999`);
  expect(status).toBe(404);
});
