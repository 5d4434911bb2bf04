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
