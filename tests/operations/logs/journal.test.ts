import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { setPassword } from "../../../server/accounts";
import * as admins from "../../../server/admins";
import * as agents from "../../../server/agents";
import { login } from "../../../server/identity";
import { queryOne, queryRows, execute } from "../../../server/kernel/database/transactions";
import { maskWithin } from "../../../server/kernel/process/mask";
import { query } from "../../../server/kernel/operation/operation";
import {
  type LogEntry,
  logRefused,
  perform,
  performStream,
  setJournal,
} from "../../../server/kernel/operation/perform";
import { anyone, system } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { downloadCommon, openJournal, searchCommon } from "../../../server/logs";
import * as webhooks from "../../../server/webhooks";
import { anAdmin, anAgent, anOffice } from "../../world/builders";
import { figure } from "../../world/figure";
import { test } from "../../world/rollback";
import { aCommonRow, from } from "./world";

const call = { ...from, channel: "call" as const, method: "POST /api/x", query: {} };
const entry: LogEntry = {
  ...{ operation: "", type: "READ", caller: null, status: 200, input: {}, auditIds: [], revealed: [] },
  from: { ...call, method: "GET /api/x" },
};

type Written = { post_params: unknown; get_params: unknown; action_name: string };

/** The rows that a journal writes for everything that `act` performs. */
async function written(act: () => Promise<unknown>): Promise<Written[]> {
  const journal = openJournal();
  setJournal(journal.record);
  await act();
  setJournal(() => undefined);
  await journal.close();
  return queryRows<Written>(sql`
    SELECT at, ip, post_params, get_params, action_name, audit_ids FROM common_log ORDER BY id`);
}

const dropped = (why: string) => figure("common_log_dropped_total", { why });

test("a sign-in form of 300 KB is logged with the names and lengths of its fields, without their values", async () => {
  const typed = { username: "x".repeat(300_000), password: "hush-hush", other: "y".repeat(900) };
  const [row] = await written(() => perform(login, null, typed, call).catch(() => undefined));
  expect(row?.post_params).toEqual({ lengths: { username: 300_000, password: "***", other: 900 } });
});

test("an accepted sign-in is logged with its known fields only, and an unknown query by its lengths", async () => {
  const typed = { username: "nobody", password: "hush-hush", captchaString: "a", other: "y".repeat(300_000) };
  const asked = { ...call, query: { returnUrl: "z".repeat(8_000) } };
  const [row] = await written(() => perform(login, null, typed, asked).catch(() => undefined));
  expect(row?.post_params).toEqual({ username: "6 characters", password: "***", captchaString: "***" });
  expect(row?.get_params).toEqual({ lengths: { returnUrl: 8_000 } });
});

test("a name that no account has, which may be a password in the wrong field, is logged as its length", async () => {
  const { username } = await anAgent({ username: "known" });
  const attempt = (typed: string) => () =>
    perform(login, null, { username: typed, password: "hush-hush" }, call).catch(() => undefined);
  const [unknown] = await written(attempt("my-Secret-2026"));
  expect(unknown?.post_params).toEqual({ username: "14 characters", password: "***" });
  const known = (await written(attempt(username))).at(-1);
  expect(known?.post_params).toEqual({ username, password: "***" });
});

test("the stored row names the accounts whose passwords were shown, and a filter finds it [AGENT-06, TRUST-21]", async () => {
  const [office, admin] = [await anOffice(), await anAdmin({ showCommonLogs: true })];
  const agent = await anAgent({ office, username: "shown" });
  await setPassword(agent.accountId, "shown-to-managers");
  const [row] = await written(async () => {
    await perform(agents.search, office.actor, {}, { ...call, query: { revealed: "me", page: "1" } });
    await perform(agents.search, office.actor, { criteria: [] }, { ...call, query: { revealed: "me" } });
    await perform(agents.card, office.actor, { id: agent.id }, { ...call, query: { revealed: "forged" } });
  });
  expect(row?.get_params).toEqual({ revealed: ["shown"], page: "1" });
  const find = async (revealed?: boolean) =>
    (await perform(searchCommon, admin.actor, { revealed }, { ...call, channel: "program" })).items.map(
      ({ getParams }) => (getParams as { revealed: unknown }).revealed,
    );
  expect(await find(true)).toEqual([["shown"], ["shown"]]);
  expect(await find(false)).toEqual(["forged"]);
  expect(await find()).toHaveLength(3);
});

test("a long query pushes no name of an account whose password was shown out of the row [AGENT-06]", async () => {
  const office = await anOffice();
  const agent = await anAgent({ office, username: "shown" });
  await setPassword(agent.accountId, "shown-to-managers");
  const query = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`k${i}`, "x".repeat(1_000)]));
  const [row] = await written(() => perform(agents.search, office.actor, {}, { ...call, query }));
  expect(row?.get_params).toMatchObject({ revealed: ["shown"] });
});

test("the address of a webhook is logged by its host", async () => {
  const { actor } = await anOffice();
  const input = { name: "CRM", url: "https://hooks.example.org/SECRETPATH?key=SECRETKEY", events: ["sale.accepted"] };
  const rows = await written(async () => {
    const { id } = await perform(webhooks.create, actor, input, call);
    await perform(webhooks.update, actor, { id, url: `${input.url}&more=SECRET` }, call);
    await perform(webhooks.update, actor, { id, name: "Books" }, call);
  });
  expect(rows.map(({ post_params }) => (post_params as { url?: string }).url)).toEqual([
    ...["hooks.example.org", "hooks.example.org", undefined],
  ]);
  expect(JSON.stringify(rows)).not.toContain("SECRET");
});

test("refused pages and forms have rows, a flood of them has few, and calls are not limited", async () => {
  const page = { ...call, channel: "page" as const, method: "GET /app/admins" };
  const form = { ...call, channel: "form" as const, method: "POST /app/news" };
  const before = await dropped("refusals");
  const rows = await written(async () => {
    logRefused(system, page, 403);
    for (let i = 0; i < 50; i++) logRefused(null, form, 403);
    for (let i = 0; i < 500; i++) logRefused(null, { ...form, ip: `198.51.${i >> 8}.${i & 255}` }, 403);
    for (let i = 0; i < 300; i++) logRefused(null, call, 401);
    // The page that an operation refuses writes its own row.
    await perform(admins.list, (await anAgent()).actor, {}, page).catch(() => undefined);
  });
  const count = (name: string) => rows.filter(({ action_name }) => action_name === name).length;
  expect(count("GET /app/admins")).toBe(1);
  expect(count("POST /app/news")).toBe(199);
  expect(count("POST /api/x")).toBe(300);
  expect((await dropped("refusals")) - before).toBe(351);
  expect(rows.find(({ action_name }) => action_name === "GET /app/admins")?.post_params).toBeNull();
});

const anything = query({
  name: "test.anything",
  does: "send anything",
  allow: anyone,
  input: z.unknown(),
  output: z.unknown(),
  run: () => Promise.resolve({}),
});

test("no row is larger than 8 KB, regardless of the input, query, result and change", async () => {
  const long = { a: "ü".repeat(1_000_000), b: ["\u0001".repeat(5_000), { [`k${"e".repeat(9_000)}`]: 1 }] };
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`key${n}`, n]));
  const list = Array.from({ length: 100_000 }, (_, n) => n);
  const path = `/api/${"p".repeat(8_000)}`;
  const of = { ...call, method: `POST ${path}`, query: { q: "q".repeat(8_000) } };
  const all = await written(async () => {
    for (const input of [long, many, list, "x".repeat(900_000), { file: Buffer.alloc(1_000_000) }]) {
      await perform(anything, system, input, of);
      await perform(anything, null, input, of);
    }
    logRefused(null, of, 404);
  });
  expect(all).toHaveLength(11);
  for (const row of all) expect(Buffer.byteLength(JSON.stringify(row))).toBeLessThanOrEqual(8 * 1024);
  expect(all.map(({ action_name }) => action_name.length)).toEqual(Array(11).fill(255));
  expect(all.map(({ post_params }) => post_params)).toContainEqual({ file: "1000000 bytes" });
});

it("a copy for the log stays within its bytes and keeps everything that fits", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 400, max: 3_000 }), (value, bytes) => {
      const size = (json: unknown) => Buffer.byteLength(JSON.stringify(json));
      expect(size(maskWithin(bytes, value))).toBeLessThanOrEqual(bytes);
    }),
  );
  const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => ["x".repeat(90), inner, "y"], "z");
  expect(JSON.stringify(maskWithin(900, deep)).length).toBeLessThanOrEqual(900);
  const fits = { list: [1, null, true, { text: "ok" }], at: "2026-01-01" };
  expect(maskWithin(1_000, fits)).toEqual(fits);
});

test("waiting rows are limited to 4 MB; further ones are dropped and counted", async () => {
  const journal = openJournal();
  const before = await dropped("full");
  const input = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`field${n}`, "x".repeat(800)]));
  const full = { ...entry, input, from: { ...entry.from, method: "POST /api/x" } };
  for (let sent = 0; sent < 1_000; sent += 1) journal.record(full);
  const lost = (await dropped("full")) - before;
  await journal.close();
  const kept = await queryOne<{ rows: number; bytes: number }>(sql`
      SELECT count(*)::int AS rows, sum(octet_length(post_params::text))::int AS bytes FROM common_log`);
  expect(lost).toBeGreaterThan(300);
  expect(kept?.rows).toBe(1_000 - lost);
  expect(kept?.bytes).toBeGreaterThan(3_000_000);
  expect(kept?.bytes).toBeLessThanOrEqual(4 * 1024 * 1024);
});

test("a row that the database refuses is dropped and counted without blocking others", async () => {
  await execute(sql`
      CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.action_name LIKE '%bad' THEN RAISE EXCEPTION 'No.'; END IF;
        RETURN NEW;
      END $$`);
  await execute(sql`CREATE TRIGGER refuse_row BEFORE INSERT ON common_log FOR EACH ROW EXECUTE FUNCTION refuse_row()`);
  const before = await dropped("refused");
  const journal = openJournal();
  const paths = Array.from({ length: 40 }, (_, n) => `GET /api/${n}${n % 13 === 5 ? "bad" : ""}`);
  for (const method of paths) journal.record({ ...entry, from: { ...entry.from, method } });
  await journal.close();
  const found = await queryRows<{ name: string }>(sql`SELECT action_name AS name FROM common_log ORDER BY id`);
  expect(found.map(({ name }) => name)).toEqual(paths.filter((path) => !path.endsWith("bad")));
  expect((await dropped("refused")) - before).toBe(3);
});

test("search and download shorten the huge rows and changes that an older version left", async () => {
  const heavy = { note: "x".repeat(300_000), [`k${"e".repeat(300)}`]: 1 };
  const { ids } = (await queryOne<{ ids: number[] }>(sql`
      WITH made AS (
        INSERT INTO audit (operation, record, record_id, before, after)
        SELECT 'test', 'office', n::text, CASE n WHEN 1 THEN NULL ELSE jsonb_build_object('small', n) END,
          jsonb_build_object('note', repeat('y', 100000)) FROM generate_series(1, 120) AS n RETURNING id)
      SELECT array_agg(id::int ORDER BY id) AS ids FROM made`)) as { ids: number[] };
  await aCommonRow({ postParams: heavy, getParams: ["x".repeat(9_000)], auditIds: ids });
  await aCommonRow({ at: "2026-06-09T12:00:00Z", postParams: { note: "small" } });
  const { items } = await perform(searchCommon, system, {}, from);
  const [row, small] = items;
  expect(row?.postParams).toEqual({ lengths: { note: 300_002, [`k${"e".repeat(63)}`]: 1 } });
  expect(row?.getParams).toEqual({ lengths: { "": 9_004 } });
  expect(row?.changes).toHaveLength(100);
  expect(row?.changes[0]).toMatchObject({ recordId: "1", before: null, after: { lengths: { note: 100_002 } } });
  expect(JSON.stringify(row).length).toBeLessThan(30_000);
  expect(small?.postParams).toEqual({ note: "small" });
  let text = "";
  for await (const part of performStream(downloadCommon, system, {}, from) as AsyncIterable<string>) text += part;
  expect(
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(items);
});
