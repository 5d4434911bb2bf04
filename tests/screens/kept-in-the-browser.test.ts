import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { writeTransaction } from "../../server/kernel/database/transactions";
import { anAgent, anOffice } from "../world/builders";
import { pageOf } from "../world/page";
import { aVisitor, signedIn } from "../world/visitor";
import { aScreenWorld } from "../world/screens";

const username = `a${randomUUID().slice(0, 8)}`;

const { server } = aScreenWorld({ workers: 2 }, async () => {
  await writeTransaction(async () => {
    const office = await anOffice();
    await anAgent({ office, username });
  });
});

test("the session is a cookie that scripts cannot read and that reveals nothing of the account [AUTH-14, AUTH-16]", async () => {
  const visitor = aVisitor(server.url);
  const answer = await visitor.signIn(username);
  const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("session="))!;
  expect(line).toMatch(/; HttpOnly/i);
  expect(line).toMatch(/; SameSite=Lax/i);
  const kept = [...visitor.cookies.values()].map((value) =>
    Buffer.from(decodeURIComponent(value), "base64").toString(),
  );
  for (const value of [...visitor.cookies.values(), ...kept]) expect(value).not.toContain(username);
  const home = await visitor.get("/app/home");
  expect(home.status).toBe(200);
  expect(home.html).toContain(username);
});

test("top-level addresses are plain paths; unknown ones redirect home by way of the sign-in [SHELL-24, SHELL-27, SHELL-28]", async () => {
  const visitor = aVisitor(server.url);
  for (const [path, status, location] of [
    ["/login", 200, null],
    ["/forgot", 200, null],
    ["/remote-login", 302, "/login"],
    ["/app", 302, "/app/home"],
    ["/nowhere", 302, "/app/home"],
  ] as const) {
    const visit = await visitor.get(path);
    expect({ path, status: visit.status, location: visit.headers.get("location") }).toEqual({ path, status, location });
  }
  expect((await visitor.get("/app/home")).headers.get("location")).toBe("/login?returnUrl=%2Fapp%2Fhome");
});

test("the query of a list sets its page, sorting and search; rand has no effect [SHELL-32, WIDGET-04]", async () => {
  const visitor = await signedIn(server.url, username);
  const query = "groupBy=date&start=2026-03-01&end=2026-03-31&page=1&pageSize=20&sortField=raws&sortAsc=true";
  const plain = await visitor.get(`/app/stats/sites?${query}`);
  expect(plain.status).toBe(200);
  for (const [name, value] of [
    ["start", "2026-03-01"],
    ["end", "2026-03-31"],
  ] as const) {
    expect(pageOf(plain.html).value(name)).toBe(value);
  }
  expect(pageOf(plain.html).has('th[aria-sort="ascending"]')).toBe(true);
  const again = await visitor.get(`/app/stats/sites?${query}&rand=0.123`);
  const table = (html: string) =>
    pageOf(html)
      .one("table")
      ?.html.replaceAll(/&amp;rand=[\d.]+/g, "");
  expect(again.status).toBe(200);
  expect(table(again.html)).toBe(table(plain.html));
});
