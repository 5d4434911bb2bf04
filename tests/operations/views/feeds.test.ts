import { beforeAll, expect } from "vitest";
import * as agents from "../../../server/agents";
import * as identity from "../../../server/identity";
import * as views from "../../../server/views";
import { now, withFixedTime } from "../../../server/kernel/time/now";
import { perform } from "../../../server/kernel/operation/perform";
import { type Actor, system } from "../../../server/kernel/operation/roles";
import { ask, refused } from "../../reports/ask";
import { theWeek } from "../../reports/the-week";
import { aDatabase } from "../../world/database";
import { db } from "../../world/db";
import { aSuperadmin } from "../../world/builders";
import { FILES } from "~/pages/addresses";
import { test } from "../../world/rollback";
import { waitingMailsTo } from "../../world/waiting-mails";
import { from } from "../identity/world";

/** The CSV of a view at an address of its own. */

let week: Awaited<ReturnType<typeof theWeek>>;
beforeAll(async () => {
  await (await aDatabase()).enter();
  week = await theWeek();
});

const DAY_MS = 24 * 60 * 60_000;
const VIEW = { name: "Agents", screen: "/app/stats/sites", query: "groupBy=agent&start=2026-03-06&end=2026-03-09" };

async function aFeed(actor: Actor, given: Record<string, unknown> = {}): Promise<{ id: number; token: string }> {
  const { id } = await ask(views.create, actor, { ...VIEW, ...given });
  const { address } = await ask(views.createFeed, actor, { id });
  return { id, token: /\/api\/feeds\/(feed_\w+)\.csv$/.exec(address)?.[1] ?? "" };
}

async function read(token: string): Promise<string | null> {
  const feed = await identity.authenticateFeed(token);
  if (!feed) return null;
  const view = await perform(views.read, feed.actor, { id: feed.viewId }, from());
  let text = "";
  for await (const part of views.rowsOf(feed.actor, view, from())) text += part;
  return text;
}

test("a feed answers the rows that its owner may see, and nothing else opens with it [VIEW-11, VIEW-13]", async () => {
  const { id, token } = await aFeed(week.north.actor);
  const text = (await read(token)) ?? "";
  expect(text).toMatch(/ada[^]*bob/);
  expect(text).not.toMatch(/cid|South/);
  expect(await read((await aFeed(week.admin.actor)).token)).toContain("cid");
  expect(await identity.authenticateBearer(token, from())).toBeNull();
  await expect(perform(identity.loginRemote, null, { token }, from())).rejects.toMatchObject({ status: 401 });
  expect(await ask(identity.remoteTokens.list, week.north.actor)).toEqual([]);
  const { items } = await ask(views.search, week.north.actor);
  expect(items.find((view) => view.id === id)?.feed).toEqual({
    expiresAt: expect.any(String),
    lastUsedAt: expect.any(String),
  });
});

test("a token is stored as a hash, and its feed can change nothing [VIEW-11]", async () => {
  const { token } = await aFeed(week.north.actor);
  const stored = await db.rows<{ row: string }>`SELECT to_jsonb(t)::text AS row FROM remote_tokens t`;
  expect(stored.every(({ row }) => !row.includes(token.slice(5)))).toBe(true);
  const feed = await identity.authenticateFeed(token);
  expect(feed?.actor).toMatchObject({ scope: "read", sessionId: null, accountId: week.north.accountId });
  expect(await refused(views.create, feed!.actor, VIEW)).toMatchObject({ status: 403 });
  expect(await refused(agents.setStatus, feed!.actor, { ids: [week.ada.id], active: false })).toMatchObject({
    status: 403,
  });
});

test("a feed ends after a year, with a new one, with its removal and with its view [VIEW-11, VIEW-12]", async () => {
  const { actor } = week.north;
  const { id, token } = await aFeed(actor);
  await withFixedTime(new Date(now().getTime() + 364 * DAY_MS), async () => expect(await read(token)).not.toBeNull());
  await withFixedTime(new Date(now().getTime() + 365 * DAY_MS + 1), async () => expect(await read(token)).toBeNull());
  const { address } = await ask(views.createFeed, actor, { id });
  const renewed = /(feed_\w+)/.exec(address)?.[1] ?? "";
  expect([await read(token), (await read(renewed)) !== null]).toEqual([null, true]);
  expect(await ask(views.removeFeed, actor, { id })).toEqual({ deleted: 1 });
  expect([await read(renewed), await ask(views.removeFeed, actor, { id })]).toEqual([null, { deleted: 0 }]);
  const last = await aFeed(actor, { name: "Last" });
  await ask(views.remove, actor, { id: last.id });
  expect(await read(last.token)).toBeNull();
});

const setActive = (active: boolean) => ask(agents.setStatus, system, { ids: [week.ada.id], active });

test.each([
  ["is suspended", () => db.run`UPDATE accounts SET active = false WHERE id = ${week.ada.accountId}`],
  ["was suspended", () => setActive(false).then(() => setActive(true))],
  ["may not sign in", () => ask(agents.setStatus, system, { ids: [week.ada.id], loginBlocked: true })],
  ["got another role", () => db.run`UPDATE accounts SET role = 10 WHERE id = ${week.ada.accountId}`],
  [
    "changed the password",
    () =>
      ask(identity.profile.agent.update, week.ada.actor, {
        password: "a-better-horse",
        passwordConfirm: "a-better-horse",
      }),
  ],
])("a feed does not answer once its owner %s [VIEW-12]", async (_, act) => {
  const { token } = await aFeed(week.ada.actor, { query: "groupBy=date&during=yesterday" });
  expect(await read(token)).not.toBeNull();
  await act();
  expect(await read(token)).toBeNull();
});

test("a feed follows the scope of its owner: an agent who moved away is no longer in it [VIEW-11]", async () => {
  const { token } = await aFeed(week.north.actor, {
    name: "People",
    screen: "/app/agents",
    query: "sortField=username",
  });
  expect(await read(token)).toContain("bob");
  await db.run`UPDATE agents SET company_id = ${week.south.id} WHERE id = ${week.bob.id}`;
  const text = (await read(token)) ?? "";
  expect(text).toContain("ada");
  expect(text).not.toContain("bob");
  expect(text).not.toMatch(/password/i);
});

test("a feed is made by the owner of the view, for a screen with an export, and its owner gets a mail [VIEW-05]", async () => {
  const { id } = await ask(views.create, week.admin.actor, { ...VIEW, shared: true });
  expect(await refused(views.createFeed, week.ada.actor, { id })).toMatchObject({ status: 404 });
  const chart = { name: "Charts", screen: "/app/stats/office-performance-chart", query: "" };
  const without = await ask(views.create, week.admin.actor, chart);
  expect(await refused(views.createFeed, week.admin.actor, { id: without.id })).toMatchObject({ status: 422 });
  await ask(views.createFeed, week.admin.actor, { id });
  const mails = await waitingMailsTo(`${week.admin.username}@example.org`);
  expect(mails.at(-1)).toContain("A feed of a saved view was created.");
});

test("unknown and malformed tokens open no feed", async () => {
  for (const token of ["", "feed_", `feed_${"0".repeat(72)}`, "ct_abc"]) {
    expect(await identity.authenticateFeed(token)).toBeNull();
  }
});

/** Exports of one record, and of what somebody tries out. */
const NOT_SAVED = /:|what-if|explain|company-fees/;
const exported = FILES.filter((path) => path.endsWith("/export.csv") && !NOT_SAVED.test(path));

test.each(exported.map((path) => `/app/${path.replace("/export.csv", "")}`))(
  "%s, which has an export, can be saved with the form's defaults and read [VIEW-01]",
  async (screen) => {
    const { actor } = await aSuperadmin();
    const { view } = await ask(views.formScreen, actor, { screen, query: "" });
    const saved = await ask(views.create, actor, view);
    let text = "";
    for await (const part of views.rowsOf(actor, saved, from())) text += part;
    expect(text).toMatch(/^(No\.|\w)[^\n]*,/);
  },
);
