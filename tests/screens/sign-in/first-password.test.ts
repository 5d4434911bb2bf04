import { expect, test } from "vitest";
import { anAgent, anOffice } from "../../world/builders";
import { db } from "../../world/db";
import { pageOf } from "../../world/page";
import { aScreenWorld } from "../../world/screens";
import { PASSWORD } from "../../world/shared";
import { aVisitor, signedIn } from "../../world/visitor";

const OWN = "eleven-blue-kettles";
const WANTED = "/app/links/links?siteId=1";
const PAGE = `/password?returnUrl=${encodeURIComponent(WANTED)}`;

const { server } = aScreenWorld({ env: { FIRST_PASSWORD: "change" } }, async () => {
  const office = await anOffice({ username: "man" });
  await anOffice({ username: "far" });
  for (const username of ["ann", "bob", "cem", "dan"]) await anAgent({ username, office });
  await db.run`UPDATE accounts SET password_set_by_other = true WHERE username <> 'man'`;
});

test("after the sign-in with a given password every page leads to the one that replaces it, and then to the wanted one [AUTH-29]", async () => {
  const visitor = aVisitor(server.url);
  const signedIn = await visitor.post(`/login?returnUrl=${encodeURIComponent(WANTED)}`, {
    username: "ann",
    password: PASSWORD,
  });
  expect(signedIn.headers.get("location")).toBe(WANTED);
  expect((await visitor.get(WANTED)).headers.get("location")).toBe(PAGE);
  expect((await visitor.get("/app/logs/chat/export.csv")).headers.get("location")).toMatch(/^\/password\?/);
  expect((await visitor.post("/app/profile/sessions", { intent: "endOthers" })).headers.get("location")).toMatch(
    /^\/password\?/,
  );
  const refused = await visitor.get("/api/auth/sessions");
  expect([refused.status, JSON.parse(refused.html)]).toMatchObject([403, { code: "PASSWORD_CHANGE" }]);
  expect((await visitor.get("/api/accounts/me")).status).toBe(200);

  const page = pageOf((await visitor.get(PAGE)).html);
  expect(page.one("h1")?.text).toBe("Choose your own password");
  expect(page.one("#own-username")?.sent).toBe("ann");
  expect(page.field("password")?.is("[required]")).toBe(true);
  expect(page.link("Log out instead")).toBe("/logout");
  const done = await visitor.post(PAGE, { password: OWN, passwordConfirm: OWN });
  expect([done.status, done.headers.get("location")]).toEqual([302, WANTED]);
  expect((await visitor.get("/app/home")).status).toBe(200);
  expect((await visitor.get(PAGE)).headers.get("location")).toBe(WANTED);
});

test("the given password, an easy one and two different ones are refused at their field [AUTH-29]", async () => {
  const visitor = await signedIn(server.url, "bob");
  for (const [password, passwordConfirm, field, message] of [
    [PASSWORD, PASSWORD, "password", "that you were given"],
    ["password1", "password1", "password", "easy to guess"],
    [OWN, "another", "passwordConfirm", "Passwords do not match"],
    ["", "", "password", "at least 8 characters"],
  ] as const) {
    const { status, html } = await visitor.post(PAGE, { password, passwordConfirm });
    expect([status, pageOf(html).message(field, "form")]).toEqual([422, expect.stringContaining(message)]);
    expect(html).not.toContain(OWN);
  }
  const empty = await (await signedIn(server.url, "far")).post(PAGE, { password: "", passwordConfirm: "" });
  expect([empty.status, pageOf(empty.html).message("password", "form")]).toEqual([
    ...[422, expect.stringContaining("Please fill in this field.")],
  ]);
  expect((await visitor.get("/app/home")).headers.get("location")).toMatch(/^\/password\?/);
});

test("a sign-in that is older than 15 minutes has to be repeated, and signing out is always possible [AUTH-29]", async () => {
  const visitor = await signedIn(server.url, "cem");
  await db.run`UPDATE sessions SET confirmed_at = now() - interval '16 minutes'`;
  const late = await visitor.post(PAGE, { password: OWN, passwordConfirm: OWN });
  expect(late.headers.get("location")).toBe(`/login?returnUrl=${encodeURIComponent(WANTED)}`);
  expect((await visitor.get("/app/home")).headers.get("location")).toMatch(/^\/login\?/);
  const other = await signedIn(server.url, "dan");
  expect((await other.post("/logout", {})).headers.get("location")).toBe("/login");
});

test("everybody else is redirected to the page they wanted, or to the sign-in, and never out of the product [AUTH-29]", async () => {
  const manager = await signedIn(server.url, "man");
  expect((await manager.get(PAGE)).headers.get("location")).toBe(WANTED);
  expect((await manager.get("/password?returnUrl=https%3A%2F%2Felse.example")).headers.get("location")).toBe(
    "/app/home",
  );
  expect((await manager.post(PAGE, { password: OWN, passwordConfirm: OWN })).headers.get("location")).toBe(WANTED);
  expect((await aVisitor(server.url).get(PAGE)).headers.get("location")).toMatch(/^\/login\?returnUrl=%2Fpassword/);
});
