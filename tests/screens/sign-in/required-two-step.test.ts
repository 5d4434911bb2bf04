import { expect, test } from "vitest";
import { appOf } from "../../operations/identity/two-step";
import { aPerson, PASSWORD, type Person } from "../../operations/identity/world";
import { levels, type RoleName } from "../../../server/kernel/operation/roles";
import { db } from "../../world/db";
import { pageOf } from "../../world/page";
import { aScreenWorld } from "../../world/screens";
import { aServer } from "../../world/server";
import { aVisitor, signedIn as signedInWith, type Visitor } from "../../world/visitor";

const WANTED = "/app/profile/sessions?page=1";
const PAGE = `/two-step?returnUrl=${encodeURIComponent(WANTED)}`;
const ROLES = Object.keys(levels) as RoleName[];
const STAFF: readonly RoleName[] = ["superadmin", "admin", "company"];
const { server } = aScreenWorld({ env: { TWO_STEP: "staff" } });

const signedIn = (url: string, username: string) => signedInWith(url, username, PASSWORD);

/** The rule met the account so many days ago. */
const metAgo = ({ accountId }: Person, days: number) =>
  db.run`UPDATE accounts SET two_step_required_at = now() - ${days}::int * interval '1 day' WHERE id = ${accountId}`;
const call = async (visitor: Visitor, path: string): Promise<[status: number, code: unknown]> => {
  const { status, html } = await visitor.get(path);
  return [status, (JSON.parse(html) as { code?: unknown }).code];
};
const settings = {
  optional: { env: {}, roles: [], early: false },
  staff: { env: { TWO_STEP: "staff" }, roles: STAFF, early: false },
  all: { env: { TWO_STEP: "all", TWO_STEP_GRACE_DAYS: "0" }, roles: ROLES, early: true },
} as const;

test.each(Object.entries(settings))(
  "TWO_STEP=%s holds up its roles once their days are over [AUTH-30]",
  async (rule, given) => {
    const own = rule === "staff" ? server : await aServer({ workers: 0, database: server.database, env: given.env });
    for (const role of ROLES) {
      const who = await aPerson(role);
      const over = (given.roles as readonly string[]).includes(role);
      const visitor = await signedIn(own.url, who.username);
      for (const [days, expected] of [
        [1, over && given.early],
        [9, over],
      ] as const) {
        await metAgo(who, days);
        const answer = await call(visitor, "/api/auth/sessions");
        expect([role, days, ...answer]).toEqual([role, days, ...(expected ? [403, "SECOND_STEP"] : [200, undefined])]);
      }
      if (over) expect((await visitor.get(WANTED)).headers.get("location")).toBe(PAGE);
      for (const open of ["/api/accounts/me", "/api/auth/totp"]) expect((await call(visitor, open))[0]).toBe(200);
      expect((await visitor.post("/logout", {})).headers.get("location")).toBe("/login");
    }
    if (own !== server) await own.stop();
  },
);

test("the page sets it up without scripts, shows the codes once and continues with the wanted page [AUTH-30]", async () => {
  const who = await aPerson("company");
  await metAgo(who, 9);
  const visitor = await signedIn(server.url, who.username);
  expect((await visitor.get("/app/logs/chat/export.csv")).headers.get("location")).toMatch(/^\/two-step\?/);
  expect((await visitor.post("/app/profile/sessions", { intent: "endOthers" })).headers.get("location")).toMatch(
    /^\/two-step\?/,
  );
  const first = pageOf((await visitor.get(PAGE)).html);
  expect(first.one("h1")?.text).toBe("Set up two-step sign-in");
  expect(first.link("Log out instead")).toBe("/logout");
  const begun = await visitor.post(PAGE, { intent: "begin" });
  expect([begun.status, begun.headers.get("location")]).toEqual([302, PAGE]);
  const secret = pageOf((await visitor.get(PAGE)).html).one("#key")?.sent ?? "";
  const wrong = await visitor.post(PAGE, { intent: "confirm", totp: "abcdef" });
  expect([wrong.status, pageOf(wrong.html).message("totp", "form")]).toEqual([
    ...[422, expect.stringContaining("This code is wrong.")],
  ]);
  expect(pageOf(wrong.html).one("#key")?.sent).toBe(secret);
  const done = await visitor.post(PAGE, { intent: "confirm", totp: appOf(secret).code() });
  expect(done.headers.get("location")).toBe(`/app/profile/two-step?returnUrl=${encodeURIComponent(WANTED)}`);
  const codes = await visitor.get(done.headers.get("location") ?? "");
  expect(pageOf(codes.html).all(".codes li")).toHaveLength(10);
  expect(pageOf(codes.html).link("I have stored them")).toBe(WANTED);
  const again = pageOf((await visitor.get("/app/profile/two-step")).html);
  expect(again.all(".codes li")).toHaveLength(0);
  expect(again.text).toContain("it cannot be switched off");
  expect(again.has("[value=switchOff]")).toBe(false);
  expect((await visitor.get(WANTED)).status).toBe(200);
  expect((await visitor.get(PAGE)).headers.get("location")).toBe(WANTED);
});

test("a sign-in of more than 15 minutes ago is repeated, and a key of that age is made again [AUTH-30]", async () => {
  const who = await aPerson("admin");
  await metAgo(who, 9);
  const visitor = await signedIn(server.url, who.username);
  await visitor.post(PAGE, { intent: "begin" });
  await db.run`UPDATE authenticators SET started_at = started_at - interval '16 minutes' WHERE account_id = ${who.accountId}`;
  const over = await visitor.post(PAGE, { intent: "confirm", totp: "123456" });
  expect([over.status, pageOf(over.html).text]).toEqual([422, expect.stringContaining("The key has expired.")]);
  await db.run`UPDATE sessions SET confirmed_at = now() - interval '16 minutes' WHERE account_id = ${who.accountId}`;
  const late = await visitor.post(PAGE, { intent: "begin" });
  expect(late.headers.get("location")).toBe(`/login?returnUrl=${encodeURIComponent(WANTED)}`);
  expect((await visitor.get("/app/home")).headers.get("location")).toMatch(/^\/login\?/);
});

test("while days are left, Home and the profile say until when, and link the page [AUTH-30]", async () => {
  const who = await aPerson("admin");
  const visitor = await signedIn(server.url, who.username);
  const { secondStepUntil, due } = JSON.parse((await visitor.get("/api/accounts/me")).html) as Record<string, string>;
  expect([due, secondStepUntil]).toEqual([null, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]);
  for (const path of ["/app/home", "/app/profile"]) {
    const page = pageOf((await visitor.get(path)).html);
    expect(page.text).toContain(`Set up two-step sign-in by ${secondStepUntil}.`);
    expect(page.link("Set it up now")).toBe("/app/profile/two-step");
  }
  const other = pageOf((await (await signedIn(server.url, (await aPerson("agent")).username)).get("/app/home")).html);
  expect(other.text).not.toContain("Set up two-step sign-in");
});

test("everybody else is redirected to the page they wanted, or to the sign-in, and never out of the product [AUTH-30]", async () => {
  const visitor = await signedIn(server.url, (await aPerson("agent")).username);
  expect((await visitor.get(PAGE)).headers.get("location")).toBe(WANTED);
  const out = await visitor.get("/two-step?returnUrl=https%3A%2F%2Felse.example");
  expect(out.headers.get("location")).toBe("/app/home");
  expect((await visitor.post(PAGE, { intent: "begin" })).headers.get("location")).toBe(WANTED);
  expect((await aVisitor(server.url).get(PAGE)).headers.get("location")).toMatch(/^\/login\?returnUrl=%2Ftwo-step/);
});
