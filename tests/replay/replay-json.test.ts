import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { aFolder, aServer, type Server } from "../world/server";
import { figureOf, figuresOf, runReplay } from "./run-replay";
import { BROWSER, ROBOT } from "./world";

const MINUTES = 60_000;
const READY = { CLICK_RATE: "0", TRUST_PROXY: "127.0.0.1" };
let server: Server;
let token: string;

beforeAll(async () => {
  server = await aServer({ demo: true, env: { ...READY, CAPTCHA: "off" } });
  ({ token } = await call<{ token: string }>("POST", "auth/login", { username: "admin", password: "demo-2026" }));
}, 5 * MINUTES);

async function call<T>(method: string, name: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${server.url}/api/${name}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.ok, `${method} ${name}: ${answer.status}`).toBe(true);
  return (await answer.json()) as T;
}

/** A link of the demo company whose type pays a bonus, or none. */
async function aLinkThat(paysBonus: boolean) {
  const agents = await call<{ id: number }[]>("GET", "companies/agents?agentsQuery=onlyAvailable");
  for (const { id: siteId } of await call<{ id: number }[]>("GET", "sites?filter=onlyAvailable")) {
    const types = await call<{ id: number; bonus: boolean }[]>("GET", `types/${siteId}/by-site`);
    const type = types.find(({ bonus }) => bonus === paysBonus);
    for (const { id: agentId } of type ? agents : []) {
      const answer = await fetch(`${server.url}/api/links/list`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ siteId, agentId }),
      });
      const listed = answer.ok ? ((await answer.json()) as { id: number }[]) : [];
      if (listed.some(({ id }) => id === type?.id)) return { siteId, typeId: type?.id, agentId };
    }
  }
  throw new Error("The demo company has no such link.");
}

test(
  "JSON lines define clicks, sales, repeats and reversals, and each is checked by the rules [POST-03, POST-05, POST-09, POST-11, POST-12]",
  async () => {
    const [paying, plain] = [await aLinkThat(true), await aLinkThat(false)];
    const visitor = { ip: "203.0.113.77", userAgent: BROWSER };
    const lines = [
      { record: "click", id: "a", ...visitor, link: paying },
      { record: "click", id: "b", ...visitor, link: plain, referer: "http://a.example/ü" },
      { record: "click", id: "again", ...visitor, link: paying },
      { record: "click", id: "robot", ip: "2001:db8::9", userAgent: ROBOT, path: "/somewhere" },
      { record: "click", id: "gone", ...visitor, link: { siteId: 1, typeId: 1, agentId: 999_999 } },
      { record: "sale", click: "gone" },
      { record: "reversal", click: "a", txid: "early" },
      { record: "sale", click: "a", txid: "early" },
      { record: "sale", click: "a", txid: "early" },
      { record: "sale", click: "b", times: 4 },
      { record: "sale", click: "b" },
      { record: "bonus", click: "a" },
      { record: "bonus", click: "b" },
      { record: "sale", click: "again", secret: "wrong" },
      { record: "sale", click: "robot", geo: "DE" },
      { record: "reversal", click: "a", of: "bonus", times: 2 },
      { record: "lease", click: "a" },
    ];
    const file = path.join(await aFolder(), "traffic.jsonl");
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"));
    const settings = { PORT: new URL(server.url).port, DATA_DIR: await aFolder() };
    const { code, out, err } = await runReplay(file, settings);
    expect(code, err + out).toBe(0);
    const figures = [
      "clicks that count, answered 302",
      "robots, answered 302",
      "not sent: cannot be replayed",
      "sale accepted",
      "sale duplicate",
      "sale refused bad_secret",
      "sale reversal held no_original",
      "bonus accepted",
      "bonus refused bonus_not_enabled",
      "bonus reversal accepted",
      "bonus reversal duplicate",
    ].map((kind) => figureOf(out, kind));
    // On a busy machine a click may be loaded later than its sale waits for it. The books are the same.
    if (!out.includes("held spooled")) expect(figures).toEqual([3, 1, 3, 3, 5, 1, 1, 1, 1, 1, 1]);
    // Sales: by txid and reversed, on b, and through a robot's click, which does not count as a click.
    expect(figuresOf(out, "All")).toEqual([3, 3, 2, 2, 2, 2, 0, 0]);

    const again = await runReplay(file, settings);
    expect(again.code, again.err + again.out).toBe(0);
    expect(figuresOf(again.out, "All")).toEqual([3, 3, 0, 0, 2, 2, 0, 0]);
    expect(again.out).toContain("2 visits of earlier replays today are not unique again.");
  },
  5 * MINUTES,
);

test(
  "a program signs in with a client token if sign-in needs a captcha",
  async () => {
    const guarded = await aServer({ demo: true, database: server.database, env: { ...READY, CAPTCHA: "on" } });
    const file = path.join(await aFolder(), "one.jsonl");
    writeFileSync(file, JSON.stringify({ record: "click", id: "a", ip: "203.0.113.78", path: "/" }));
    const settings = { PORT: new URL(guarded.url).port, DATA_DIR: await aFolder() };
    const refused = await runReplay(file, settings);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("REPLAY_TOKEN");

    const { accountId } = await call<{ accountId: number }>("GET", "accounts/me");
    const made = await call<{ token: string }>("POST", "auth/remote-tokens", {
      accountId,
      kind: "client",
      name: "Replay",
    });
    const { code, out } = await runReplay(file, { ...settings, REPLAY_TOKEN: made.token });
    expect(code).toBe(0);
    expect(figuresOf(out, "All")).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);

    const wrong = await runReplay(file, { ...settings, REPLAY_TOKEN: "no-such-token" });
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.err).toContain("REPLAY_TOKEN is not accepted");
  },
  5 * MINUTES,
);
