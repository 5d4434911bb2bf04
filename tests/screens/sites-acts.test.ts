import { beforeEach, expect, test } from "vitest";
import { send } from "../api/client";
import { aClick, anAgent, aSite, aSuperadmin, enable, type Agent, type Site } from "../world/builders";
import { first } from "../world/first";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

const LIST = "/app/sites/sites";
const ACTIVATE = "Are you sure? Flag &#x27;Use CardApprove, Sale&#x27; will be set too";
const SUSPEND = "Are you sure? Flag &#x27;Use CardApprove, Sale&#x27; will be unset too";
/** The question is the heading, and what follows it a paragraph. */
const headed = (text: string) => `<h1>${text.replace("? ", "?</h1><p>")}</p>`;
const DELETE = "Are you sure you want delete site and all links?";
const IN_USE = "This site has clicks or sales, which have to stay. Please suspend it instead.";
let agent: Agent;
let site: Site;
/** Alpha is active, beta is suspended. */
let alpha: Site;
let beta: Site;
let path: string;

const { server, as, open } = aScreenWorld(
  { people: ["boss", "sup"], env: { DESIGNATED_USERNAME: "boss" } },
  async () => {
    await aSuperadmin({ username: "sup" });
    await aSuperadmin({ username: "boss" });
    agent = await anAgent();
  },
);

beforeEach(async () => {
  await db.run`DELETE FROM sites`;
  site = await aSite({ types: 2 });
  alpha = await aSite({ sitename: "Alpha" });
  beta = await aSite({ sitename: "Beta", active: false });
  path = `/app/sites/edit/${site.id}`;
});
const stored = (id: number) => db.row<Record<string, unknown>>`SELECT * FROM sites WHERE id = ${id}`;
const exists = async () => (await db.row`SELECT FROM sites WHERE id = ${site.id}`) !== undefined;

test.each([
  ["activate", "Beta", ACTIVATE, true],
  ["suspend", "Alpha", SUSPEND, false],
])(
  "%s asks for confirmation on a page that names the site, sets the flag too, and is done once [SITE-08, ERR-41, ERR-42]",
  async (intent, name, text, on) => {
    const { id } = name === "Alpha" ? alpha : beta;
    await db.run`UPDATE sites SET use_approve_sale = NOT ${on} WHERE id = ${id}`;
    expect(await open(LIST, "sup")).toContain(`data-ask="${text}"`);
    const html = await open(`${LIST}/confirm?intent=${intent}&ids=${id}`);
    expect(html).toContain(headed(text));
    expect(html).toContain(`<li>${name}</li>`);
    const fields = { intent, ids: String(id), formId: pageOf(html).value("formId") ?? "" };
    for (let twice = 0; twice < 2; twice++) {
      const done = await as("sup").post(LIST, fields);
      expect([done.status, done.headers.get("location")]).toEqual([302, LIST]);
    }
    expect(await stored(id)).toMatchObject({ active: on, use_approve_sale: on, version: 2 });
    const list = pageOf(await open(LIST, "sup"));
    expect(list.notice).toBe(`${name} was ${on ? "activated" : "suspended"}.`);
    expect(list.one(".toast form")?.attr("action")).toBe(`${LIST}/confirm`);
    expect(list.one(".toast button")?.attr("data-ask")).toBe((on ? SUSPEND : ACTIVATE).replaceAll("&#x27;", "'"));
  },
);

test("ticked sites are suspended together and return to the same list; without a tick the list says so", async () => {
  const html = await open(`${LIST}/confirm?intent=suspend&selected=1&ids=${alpha.id}&ids=${beta.id}`);
  expect(html).toContain(headed(SUSPEND));
  const done = await as("sup").post(LIST, [
    ["intent", "suspend"],
    ["ids", `${alpha.id}`],
    ["ids", `${beta.id}`],
    ["back", `${LIST}?sortField=type&sortAsc=true`],
  ]);
  expect(done.headers.get("location")).toBe(`${LIST}?sortField=type&sortAsc=true`);
  expect(await stored(alpha.id)).toMatchObject({ active: false, version: 2 });
  expect(await stored(beta.id)).toMatchObject({ active: false, version: 1 });
  const none = await as("sup").get(`${LIST}/confirm?intent=suspend&selected=1`);
  expect([none.status, none.headers.get("location")]).toEqual([302, `${LIST}#selected`]);
  expect(await open(LIST, "sup")).toContain("Please select at least one row.");
  expect((await as("sup").get(`${LIST}/confirm?intent=delete&ids=${alpha.id}`)).status).toBe(404);
  expect((await as("sup").get(`${LIST}/confirm?intent=suspend&ids=999999`)).status).toBe(404);
});

test("'Enable for all offices' asks, does it once, and states for how many [SITE-09, ERR-43]", async () => {
  const text = "Are you sure enable site for all offices?";
  expect(await open(path, "sup")).toContain(`data-ask="${text}"`);
  const html = await open(`${path}/confirm?intent=enable&ids=${site.id}`, "sup");
  expect(html).toContain(`<h1>${text}</h1>`);
  expect(html).toContain(`<li>${site.sitename}</li>`);
  expect(pageOf(html).link("Cancel")).toBe(path);
  const enabled = () =>
    db.row`SELECT count(*) AS n FROM agent_sites WHERE site_id = ${site.id} AND agent_id = ${agent.id}`;
  expect(await enabled()).toEqual({ n: 0 });
  const fields = { intent: "enable", ids: String(site.id), formId: pageOf(html).value("formId") ?? "" };
  const done = await as("sup").post(path, fields);
  expect([done.status, done.headers.get("location")]).toEqual([302, path]);
  expect(await enabled()).toEqual({ n: 1 });
  expect(pageOf(await open(path, "sup")).notice).toBe("Success Enabled for 1 office");
  await as("sup").post(path, { ...fields, formId: "another-form-of-it" });
  expect(await open(path, "sup")).toMatch(/All offices already have it/);
});

test("Delete is for the designated superadmin; it asks, names what is deleted with the site, and returns to the list [SITE-10, ERR-44]", async () => {
  expect(await open(path, "sup")).not.toContain('value="delete"');
  expect((await as("sup").post(path, { intent: "delete" })).status).toBe(403);
  await db.run`INSERT INTO site_manuals (site_id, title, html) VALUES (${site.id}, 'x', 'x')`;
  expect(await open(path)).toContain(`data-ask="${DELETE}"`);
  const html = await open(`${path}/confirm?intent=delete&ids=${site.id}`);
  expect(html).toContain(`<h1>${DELETE}</h1>`);
  expect(html).toContain(
    "The site has no clicks and no sales. 2 links, 1 manual will be deleted with it. This cannot be undone.",
  );
  const fields = { intent: "delete", ids: String(site.id), formId: pageOf(html).value("formId") ?? "" };
  const done = await as("boss").post(path, fields);
  expect([done.status, done.headers.get("location")]).toEqual([302, LIST]);
  expect(await exists()).toBe(false);
  expect((await as("boss").get(path)).status).toBe(404);
});

test("a site with a click is not deleted: the question says why, and the form refuses a post [SITE-10]", async () => {
  await aClick({ agent, type: first(site.types), at: new Date() });
  expect(pageOf(await open(path)).has(`[value=delete][data-ask="${IN_USE}"][data-info]`)).toBe(true);
  const html = await open(`${path}/confirm?intent=delete&ids=${site.id}`);
  expect(html).toContain(`<h1>${IN_USE}</h1>`);
  expect(pageOf(html).link("OK")).toBe(path);
  expect(html).not.toContain(">Confirm<");
  const refused = await as("boss").post(path, { intent: "delete", ids: String(site.id) });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain(IN_USE);
  expect(pageOf(refused.html).value("sitename")).toBe(site.sitename);
  expect(await exists()).toBe(true);
});

const report = (secret: string, click: string, more = "") =>
  send(server, `GET postback?clickid=${click}&event=sale&secret=${secret}&test=1${more}`);

async function made(): Promise<string> {
  const formId = pageOf(await open(path)).value("formId") ?? "";
  for (let twice = 0; twice < 2; twice++) {
    const done = await as("boss").post(path, { intent: "make-secret", formId });
    expect([done.status, done.headers.get("location")]).toEqual([302, `${path}#secrets`]);
  }
  const html = await open(path);
  const secret = pageOf(html).one("#made-secret")?.sent ?? "";
  expect(secret).toMatch(/^[\w-]{32}$/);
  expect(await open(path)).not.toContain(secret);
  return secret;
}

test("a secret is shown once, replaced with an overlap, and refused after revocation [POST-01, TRUST-21]", async () => {
  await enable(site, { id: agent.companyId });
  const { id: click } = await aClick({ agent, type: first(site.types), at: new Date() });
  expect(tableIn(await open(path)).empty).toBe("No secret yet: the site cannot report");
  const old = await made();
  expect((await report(old, click)).body).toMatchObject({ verdict: "test" });
  const fresh = await made();
  for (const secret of [old, fresh]) expect((await report(secret, click)).body).toMatchObject({ verdict: "test" });
  const both = await open(path);
  expect(tableIn(both).column("Secret")).toEqual([old, fresh].map((secret) => `…${secret.slice(-4)}`));
  expect(pageOf(both).has("button[value=make-secret][disabled]")).toBe(true);
  expect(both).toContain("Two secrets are active. Revoke one to create another.");
  const third = await as("boss").post(path, { intent: "make-secret" });
  expect([third.status, pageOf(third.html).value("sitename")]).toEqual([422, site.sitename]);
  expect(third.html).toContain("This site has two secrets. Please revoke one of them first.");
  const row = await db.row<{ id: number }>`SELECT id FROM site_secrets WHERE site_id = ${site.id} ORDER BY id LIMIT 1`;
  const html = await open(`${path}/confirm?intent=revoke&ids=${row?.id}`);
  expect(html).toContain("<h1>Are you sure you want to revoke the secret?");
  expect(html).toContain(`<li>${site.sitename}: …${old.slice(-4)}</li>`);
  const fields = { intent: "revoke", ids: String(row?.id), formId: pageOf(html).value("formId") ?? "" };
  for (let twice = 0; twice < 2; twice++) {
    const done = await as("boss").post(path, fields);
    expect([done.status, done.headers.get("location")]).toEqual([302, `${path}#secrets`]);
  }
  expect(await report(old, click)).toMatchObject({ status: 401, body: { reason: "bad_secret" } });
  expect((await report(fresh, click)).body).toMatchObject({ verdict: "test" });
  const kept = await db.row<{
    n: number;
  }>`SELECT (SELECT count(*) FROM common_log WHERE post_params::text LIKE ${`%${fresh}%`}
      OR get_params::text LIKE ${`%${fresh}%`}) + (SELECT count(*) FROM audit WHERE after::text LIKE ${`%${fresh}%`})
      + (SELECT count(*) FROM postbacks WHERE params::text LIKE ${`%${fresh}%`}) AS n`;
  expect(kept).toEqual({ n: 0 });
});

test("allowed addresses apply as soon as there is one [POST-01]", async () => {
  const { id: click } = await aClick({ agent, type: first(site.types), at: new Date() });
  const secret = await made();
  const allow = async (allowedAddresses: string) => {
    const html = await open(path);
    const names = ["sitename", "shortname", "abbr", "type", "url", "version"];
    const fields = Object.fromEntries(names.map((name) => [name, pageOf(html).value(name) ?? ""]));
    const done = await as("boss").post(path, { intent: "save", ...fields, status: "on", allowedAddresses });
    expect(done.status).toBe(302);
  };
  await allow("198.51.100.0/24\n2001:db8::/32");
  expect(await report(secret, click)).toMatchObject({ status: 403, body: { reason: "ip_denied" } });
  await allow("198.51.100.0/24\n127.0.0.0/8\n::1");
  expect((await report(secret, click)).status).toBe(200);
  await allow("");
  expect((await report(secret, click)).status).toBe(200);
});
