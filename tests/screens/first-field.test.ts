import { expect, test } from "vitest";
import { pageOf } from "../world/page";
import { aScreenWorld } from "../world/screens";

const { as } = aScreenWorld({ people: ["super"], demo: true });
const visitor = as("super");

const focused = (html: string) =>
  pageOf(html)
    .all("main [autofocus]")
    .map((field) => field.attr("name"));

test.each([
  ["/app/agents/create", "officeId"],
  ["/app/offices/create", "officeName"],
  ["/app/offices/domains/create", "domain"],
  ["/app/sites/create", "sitename"],
  ["/app/sites/1/types/create", "typename"],
  ["/app/admins/create", "email"],
  ["/app/site-manuals/create", "siteId"],
])("%s can be typed into at once, and a refused form keeps the focus for its messages", async (path, name) => {
  const { status, html } = await visitor.get(path);
  expect([status, focused(html)]).toEqual([200, [name]]);
  const form = pageOf(html).one("form.form");
  const refused = await visitor.post(path, form?.hidden ?? {});
  expect([refused.status, focused(refused.html)]).toEqual([422, []]);
});

test.each(["/app/agents/edit/1", "/app/offices/edit/1", "/app/sites/edit/1", "/app/admins/edit/1"])(
  "%s is read first: no field takes the focus",
  async (path) => {
    expect(focused((await visitor.get(path)).html)).toEqual([]);
  },
);

/** The summary of a refused form: the words of each link, and whether it leads to a field of the page. */
const summaryOf = (html: string) =>
  pageOf(html)
    .all(".failure a")
    .map((link) => [link.text, pageOf(html).has(`[id="${link.attr("href")?.slice(1)}"]`)]);

test("the summary of a refused form names each field and leads to it, also to one of an added row [ERR-05]", async () => {
  const { html } = await visitor.get("/app/sites/1/types/edit/1");
  const row = { "feeGeos[0].geo": "QQQ", "feeGeos[0].payout": "1" };
  const refused = await visitor.post("/app/sites/1/types/edit/1", {
    ...pageOf(html).one("form.form")?.hidden,
    ...{ typename: "", url: "x", ...row },
  });
  const summary = summaryOf(refused.html);
  expect([refused.status, summary.every(([, leads]) => leads)]).toEqual([422, true]);
  expect(summary.map(([words]) => words)).toEqual(
    expect.arrayContaining(["Link name: Please fill in this field.", expect.stringMatching(/^Country: ./)]),
  );
});

test("a log whose filters were refused names them, so that nobody has to look for the message", async () => {
  const { html } = await visitor.get("/app/logs/sale-logs?agentId=nobody&start=2026-11-20&end=2026-11-01");
  const empty = pageOf(html).one(".nothing");
  expect([empty?.link("Agent"), empty?.link("From")]).toEqual(["#q-agentId", "#q-start"]);
});
