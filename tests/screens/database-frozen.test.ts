import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { type FaultWorld, openFaultWorld } from "../tracking/fault-world";
import { first } from "../world/first";
import { aVisitor, signedIn, type Visitor } from "../world/visitor";
import { PASSWORD } from "../world/shared";

/**
 * PostgreSQL is stopped with all of its processes under a running server: it is reachable but silent. Screens,
 * forms, calls and exports are refused within two seconds like those of a database that is down.
 */

const BUSY = "The service is busy. Nothing was lost; try again in a moment.";
const WITHIN_MS = 2_000;
const GIVEN_UP_MS = 60_000;
const FROZEN_MS = process.env.LONG === "on" ? 30_000 : 0;
const ROUNDS = 3;
/** So long it is tried again until each answer has come in time once: a busy machine may delay many, but not for ever. */
const TRIED_MS = 240_000;
let world: FaultWorld;
let ann: Visitor;
let boss: Visitor;
let token: string;

beforeAll(async () => {
  world = await openFaultWorld(() => ({ preload: [], env: { SPOOL_AFTER_MS: "250", CAPTCHA: "off" } }));
  ann = await signedIn(world.url(), "ann");
  boss = await signedIn(world.url(), "boss");
  const login = await call("POST", "auth/login", { username: "boss", password: PASSWORD });
  token = (JSON.parse(login.text) as { token: string }).token;
});

type Answer = { status: number; text: string; retryAfter: string | null };

async function call(method: string, path: string, body?: object, bearer?: string): Promise<Answer> {
  const answer = await fetch(`${world.url()}/api/${path}`, {
    method,
    headers: {
      ...(body ? { "Content-Type": "application/json" } : {}),
      ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    redirect: "manual",
  });
  return { status: answer.status, text: await answer.text(), retryAfter: answer.headers.get("Retry-After") };
}
const shown = async (visit: ReturnType<Visitor["get"]>): Promise<Answer> => {
  const { status, html, headers } = await visit;
  return { status, text: html, retryAfter: headers.get("Retry-After") };
};
const chat = (conversation: string, formId: string) => ({
  ...{ clientUsername: "client", siteId: String(world.company.site.id), conversation, formId },
});
const read = (path: string) => () => shown(boss.get(path));

/** Every way in: with a session, with a token, without either; reading, writing, and what is a stream. */
const kinds: Record<string, () => Promise<Answer>> = {
  "home of an agent": () => shown(ann.get("/app/home")),
  "a list": read("/app/sites/sites"),
  "a report": read("/app/stats/sites"),
  "a log": read("/app/logs/login"),
  "an export of a log": read("/app/logs/common-logs/export_data.txt"),
  "an export of a report": read("/app/logs/login/export.csv"),
  "a form": () => shown(ann.post("/app/chat-logs/create", chat("typed <before>", randomUUID()))),
  "the sign-in form": () => shown(aVisitor(world.url()).post("/login", { username: "ann", password: PASSWORD })),
  "the forgotten password": () => shown(boss.post("/forgot", { username: "ann", email: "ann@example.org" })),
  "a call that reads": () => call("GET", "accounts/me", undefined, token),
  "a call that searches": () => call("POST", "sites/search", {}, token),
  "a call that writes": () => call("PUT", "black-list-ip", { ip: "192.0.2.200" }, token),
  "a sign-in call": () => call("POST", "auth/login", { username: "ann", password: PASSWORD }),
};

/** Status 0 means no answer: the test stops waiting, because the database would stay frozen that long. */
async function timed(act: () => Promise<Answer>): Promise<Answer & { took: number }> {
  const began = performance.now();
  const none = pause(GIVEN_UP_MS, { status: 0, text: "", retryAfter: null }, { ref: false });
  const answer = await Promise.race([act(), none]);
  return { ...answer, took: performance.now() - began };
}
const all = async () =>
  new Map(await Promise.all(Object.entries(kinds).map(async ([name, act]) => [name, await timed(act)] as const)));

async function metric(name: string): Promise<number> {
  const answer = await fetch(`${world.url()}/metrics`);
  const lines = [...(await answer.text()).matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\d+)$`, "gm"))];
  return lines.reduce((sum, [, value]) => sum + Number(value), 0);
}

async function worksAgain(): Promise<void> {
  await expect.poll(async () => (await ann.get("/app/home")).status, { interval: 100 }).toBe(200);
  await expect.poll(async () => (await fetch(`${world.url()}/readyz`)).status, { interval: 100 }).toBe(200);
  await expect.poll(() => metric("database_silent")).toBe(0);
}

test("while the database is frozen everything is refused within two seconds [TRUST-23, ERR-07, ERR-09, ERR-10]", async () => {
  const took = new Map<string, number>();
  const note = (name: string, { took: time }: { took: number }) =>
    took.set(name, Math.min(time, took.get(name) ?? Infinity));
  const late = () => [...took].filter(([, best]) => best >= WITHIN_MS);
  const deadline = Date.now() + TRIED_MS;
  for (let round = 0; round < ROUNDS || (late().length > 0 && Date.now() < deadline); round++) {
    await world.whilePostgresStops(async () => {
      for (const wave of ["under way when it froze", "while it is frozen"]) {
        for (const [name, answer] of await all()) {
          const { status, text, retryAfter } = answer;
          expect({ wave, name, status }).toEqual({ wave, name, status: 503 });
          expect(retryAfter, name).toMatch(/^\d+$/);
          expect(text, name).toContain(BUSY);
          note(`${wave}: ${name}`, answer);
          if (name === "a form") expect(text).toContain("typed &lt;before&gt;");
          if (name === "the forgotten password") expect(text).toContain('value="ann@example.org"');
        }
      }
      await pause(FROZEN_MS);
      const machine = { url: world.url() };
      const ready = await timed(async () => {
        const answer = await fetch(`${machine.url}/readyz`);
        return { status: answer.status, text: await answer.text(), retryAfter: null };
      });
      expect(ready.status).toBe(503);
      note("/readyz", ready);
      expect((await fetch(`${machine.url}/healthz`)).status).toBe(200);
      expect(await metric("database_silent")).toBeGreaterThan(0);
      // Clicks continue, and sales are accepted.
      const click = await fetch(machine.url + first(world.paths), { redirect: "manual" });
      expect(click.status).toBe(302);
      const clickid = click.headers.get("location")?.slice(-36) ?? "";
      const sale = await call(
        "GET",
        `postback?${new URLSearchParams({ clickid, event: "sale", secret: world.secret })}`,
      );
      expect(sale).toMatchObject({ status: 202 });
    });
    await worksAgain();
    const stillRefused = async () => [...(await all())].flatMap(([name, { status }]) => (status >= 500 ? [name] : []));
    await expect.poll(stillRefused).toEqual([]);
  }
  expect(late()).toEqual([]);
}, 600_000);

test("after it nothing is half done, one form was done once, and no connection is left over", async () => {
  const forms: { text: string; formId: string }[] = [];
  const post = ({ text, formId }: (typeof forms)[number]) => ann.post("/app/chat-logs/create", chat(text, formId));
  /** Sends one form after another until one is refused: of a COMMIT under way then nobody knows whether it was done. */
  async function fill(): Promise<number> {
    for (let status = 302; ;) {
      const form = { text: `form ${forms.length}`, formId: randomUUID() };
      forms.push(form);
      status = (await post(form)).status;
      if (status !== 302) return status;
    }
  }
  for (let round = 0; round < ROUNDS; round++) {
    const filling = Promise.all(Array.from({ length: 4 }, fill));
    await world.whilePostgresStops(async () => {
      const answers = await Promise.race([filling, pause(GIVEN_UP_MS, [0], { ref: false })]);
      expect(answers).toEqual([503, 503, 503, 503]);
    });
    await worksAgain();
  }
  for (const form of forms) expect((await post(form)).status).toBe(302);
  const stored = await world.asked<{ conversation: string; n: number }>(
    "SELECT conversation, count(*)::int AS n FROM chat_logs WHERE conversation LIKE 'form %' GROUP BY 1",
  );
  expect(stored).toHaveLength(forms.length);
  expect(stored.filter(({ n }) => n !== 1)).toEqual([]);
  const open = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'";
  await expect.poll(async () => first(await world.asked<{ n: number }>(open)).n).toBe(0);
  await expect.poll(() => metric("database_connections_used")).toBe(0);
  await world.rollupsEqualRows();
});
