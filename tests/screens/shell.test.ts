import { createCookie } from "@remix-run/node";
import { expect, test } from "vitest";
import { errors, home } from "../../app/texts";
import { anAgent, anOffice, aSuperadmin, anAdmin } from "../world/builders";
import { pageOf } from "../world/page";
import { aServer } from "../world/server";
import { aVisitor, signedIn } from "../world/visitor";
import { aScreenWorld } from "../world/screens";

const names = { superadmin: "boss", admin: "adm", company: "man", agent: "ann" };

const { server } = aScreenWorld({}, async () => {
  const office = await anOffice({ username: names.company });
  await anAgent({ username: names.agent, office });
  await anAgent({ username: "stopped", office, active: false });
  await anAdmin({ username: names.admin });
  await aSuperadmin({ username: names.superadmin });
});

const scripts = (html: string) =>
  pageOf(html)
    .all("script")
    .map((script) => script.html);
const menuOf = (html: string) => pageOf(html).texts('nav[aria-label="Main"] :is(a, button)');

test("the header shows the signed-in user and the New York time with its zone [SHELL-06, SHELL-07, SHELL-09]", async () => {
  const { html, status } = await (await signedIn(server.url, names.agent)).get("/app/home");
  expect(status).toBe(200);
  expect(pageOf(html).one("header .who")?.text).toBe(names.agent);
  const shown = pageOf(html).one("live-clock")?.text ?? "";
  expect(shown).toMatch(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (EST|EDT)$/);
  const zone = shown.slice(-3);
  const instant = Date.parse(`${shown.slice(5, -4)} ${zone === "EST" ? "-0500" : "-0400"}`);
  expect(Math.abs(Date.now() - instant)).toBeLessThan(60_000);
  expect(html).toContain(`Times are in US Eastern time (${zone})`);
});

test("a refused post that comes without the menu looks like the other pages without it, not like half a screen", async () => {
  const visitor = await signedIn(server.url, names.superadmin);
  const style = (html: string) => pageOf(html).one("link[rel=stylesheet]")?.attr("href");
  const { status, html } = await visitor.post("/app/agents", { intent: "nothing" });
  expect([status, pageOf(html).has(".bare"), pageOf(html).has("nav")]).toEqual([404, true, false]);
  expect(style(html)).toBe(style((await aVisitor(server.url).get("/login")).html));
  const missing = await visitor.get("/app/agents/999999");
  expect(style(missing.html)).toBe(style((await visitor.get("/app/home")).html));
});

test("the menu starts with Home and ends with Logout, for every role [SHELL-11]", async () => {
  for (const username of Object.values(names)) {
    const { html } = await (await signedIn(server.url, username)).get("/app/home");
    const menu = menuOf(html);
    expect(menu.at(0)).toBe("Home");
    expect(menu.at(-1)).toBe("Logout");
    expect(menu).toEqual(expect.arrayContaining(["Stats", "Links"]));
    expect(html).toContain('<a href="/app/home" aria-current="page">');
  }
});

test("Logout ends the session and redirects to the sign-in [SHELL-22]", async () => {
  const visitor = await signedIn(server.url, names.agent);
  const out = await visitor.post("/logout", {});
  expect([out.status, out.headers.get("location")]).toEqual([302, "/login"]);
  expect((await visitor.get("/app/home")).status).toBe(302);
});

test("a signed-out visitor is redirected to the sign-in with the requested path [SHELL-25, SHELL-26]", async () => {
  const visitor = aVisitor(server.url);
  for (const path of ["/app/home", "/app/stats/sites?page=2", "/app/no-such-page"]) {
    const { status, headers } = await visitor.get(path);
    expect(status).toBe(302);
    expect(headers.get("location")).toBe(`/login?returnUrl=${encodeURIComponent(path)}`);
  }
});

test("an unknown path redirects home, an unknown file is 404 [SHELL-28]", async () => {
  const visitor = await signedIn(server.url, names.agent);
  for (const path of ["/", "/app", "/nowhere", "/app/nowhere", "/app/nowhere/at/all"]) {
    const { status, headers } = await visitor.get(path);
    expect([path, status, headers.get("location")]).toEqual([path, 302, "/app/home"]);
  }
  expect((await visitor.get("/nothing.png")).status).toBe(404);
  expect((await aVisitor(server.url).open("/nowhere")).path).toBe("/login?returnUrl=%2Fapp%2Fhome");
});

test("menu sections without a screen of their own redirect to their first one", async () => {
  const visitor = await signedIn(server.url, names.agent);
  expect((await visitor.get("/app/stats")).headers.get("location")).toBe("/app/stats/sites");
  expect((await visitor.get("/app/links")).headers.get("location")).toBe("/app/links/links");
});

test("an error page shows a signed-in visitor the menu, and no stack trace", async () => {
  const path = "/app/nowhere/export.csv";
  const inside = await (await signedIn(server.url, names.agent)).get(path);
  expect(inside.status).toBe(404);
  expect(inside.html).toContain(errors[404].text);
  expect(inside.html).toContain(`<title>${errors[404].heading} · Harbor</title>`);
  expect(menuOf(inside.html)).toContain("Home");
  expect(inside.html).not.toMatch(/ at .*\.(js|ts):\d/);
});

test("Home warns only a suspended account that its links do not count", async () => {
  expect((await (await signedIn(server.url, "stopped")).get("/app/home")).html).toContain(home.suspended(null));
  expect((await (await signedIn(server.url, names.agent)).get("/app/home")).html).not.toContain(
    "Your account is suspended",
  );
});

test("a page is a complete document with one script file and nothing from the framework", async () => {
  const { html, headers } = await (await signedIn(server.url, names.agent)).get("/app/home");
  expect(scripts(html)).toHaveLength(1);
  expect(scripts(html)[0]).toMatch(/^<script type="module" src="\/assets\/entry\.client-[\w-]+\.js"><\/script>$/);
  expect(html).not.toMatch(/__remix|modulepreload|data-discover|<!--/);
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en" class="harbor">.*<\/html>$/s);
  expect(headers.get("cache-control")).toBe("no-store");
  // Answers that are not stored need not say by which headers they vary.
  expect(headers.get("vary")).toBeNull();
});

test("a page is compressed once, in an encoding that the browser accepts", async () => {
  const read = async (accepts: string) => {
    const answer = await fetch(`${server.url}/login`, { headers: { "Accept-Encoding": accepts } });
    return { encoding: answer.headers.get("content-encoding"), html: await answer.text() };
  };
  const plain = await read("identity");
  expect(plain.encoding).toBeNull();
  // fetch removes the encoding, so the decoded pages must be equal.
  expect(await read("gzip, deflate, br")).toEqual({ encoding: "br", html: plain.html });
  expect(await read("gzip")).toEqual({ encoding: "gzip", html: plain.html });
  expect(await read("br;q=0, gzip")).toEqual({ encoding: "gzip", html: plain.html });
});

test("Light in the footer removes the scripts until it is switched back, and never redirects to another site", async () => {
  const visitor = await signedIn(server.url, names.agent);
  const lit = await visitor.post("/light", { lite: "1", returnUrl: "/app/home?a=1" });
  expect([lit.status, lit.headers.get("location")]).toEqual([302, "/app/home?a=1"]);
  const light = await visitor.get("/app/home");
  expect(scripts(light.html)).toEqual([]);
  expect(light.html).toContain("Less data: on");
  const full = await visitor.post("/light", { lite: "0", returnUrl: "//elsewhere.example/" });
  expect(full.headers.get("location")).toBe("/app/home");
  expect(scripts((await visitor.get("/app/home")).html)).toHaveLength(1);
});

test("a browser with data saving on gets no scripts", async () => {
  const visitor = await signedIn(server.url, names.agent);
  expect(scripts((await visitor.get("/app/home", { "Save-Data": "on" })).html)).toEqual([]);
});

test("a notice from a redirect is shown once, with heading and body [WIDGET-19, WIDGET-20]", async () => {
  const visitor = await signedIn(server.url, names.agent);
  const toast = { type: "success", heading: "Success", body: "Operation <Complete>" };
  const line = await createCookie("toast").serialize(toast);
  visitor.cookies.set("toast", line.slice("toast=".length).split(";")[0] ?? "");
  const { html } = await visitor.get("/app/home");
  expect(pageOf(html).one(".toast.success p")?.text).toBe("Success Operation <Complete>");
  expect((await visitor.get("/app/home")).html).not.toContain('class="toast');
});

test("a repeated error is counted from page to page, and gone on the next page without it [ERR-03, WIDGET-21]", async () => {
  const boss = await signedIn(server.url, names.superadmin);
  const nothingTicked = async () => {
    const { html } = await boss.open("/app/offices/offices/confirm?intent=suspend&selected=1");
    const toasts = pageOf(html).all(".toast.error");
    return toasts
      .filter((toast) => toast.one("p")?.text.includes("Please select at least one row."))
      .map((toast) => toast.one("output")?.text ?? "once");
  };
  expect([await nothingTicked(), await nothingTicked(), await nothingTicked()]).toEqual([["once"], ["2"], ["3"]]);
  expect((await boss.get("/app/offices/offices")).html).not.toContain('class="toast');
  expect(await nothingTicked()).toEqual(["once"]);
});

test("the brand sets name, style and copyright, once per deployment [SHELL-01, SHELL-02, SHELL-04]", async () => {
  const summit = await aServer({ workers: 0, database: server.database, env: { BRAND: "summit" } });
  const { html } = await (await signedIn(summit.url, names.agent)).get("/app/home");
  expect(html).toContain('<html lang="en" class="summit">');
  expect(html).toContain("<title>Home · Summit</title>");
  expect(html).toContain("© 2026 Summit");
  expect(html).not.toContain("Harbor");
  await summit.stop();
});
