import { expect } from "vitest";
import { queryOne, queryRows, execute } from "../../../server/kernel/database/transactions";
import { perform } from "../../../server/kernel/operation/perform";
import { tokenHash } from "../../../server/kernel/process/secrets";
import { sql, type Statement } from "../../../server/kernel/database/sql";
import { developerPage, history, sendDeveloperTest } from "../../../server/logs";
import { create, createDeveloperLink, editScreen, revokeDeveloperLink } from "../../../server/sites";
import { ask, refused } from "../../reports/ask";
import { aClick, anAdmin, anAgent, anOffice, aSite, aSuperadmin, enable } from "../../world/builders";
import { first } from "../../world/first";
import { indexesIn, plansOf, touched } from "../../world/plan";
import { test } from "../../world/rollback";
import { fields } from "./world";

const tokenOf = ({ url }: { url: string }) => url.slice(url.lastIndexOf("/") + 1);
const from = { channel: "page" as const, ip: null, userAgent: "" };
const page = (token: string) => perform(developerPage, null, { token }, from);
const missing = { status: 404, message: "This page does not exist or is not yours to see." };

test("a link is answered once and stored as a hash; another one revokes it, and a revoked one is like an unknown one", async () => {
  const { actor } = await aSuperadmin();
  const { id } = await ask(create, actor, fields());
  expect((await ask(editScreen, actor, { id })).developerLink).toBeNull();
  const made = await ask(createDeveloperLink, actor, { id });
  expect(made.url).toMatch(/^http.*\/sites\/developers\/sd_[0-9a-f]{72}$/);
  expect((await ask(editScreen, actor, { id })).developerLink).toEqual({
    ...{ id: made.id, createdAt: made.createdAt, expiresAt: made.expiresAt },
    ...{ lastUsedAt: null, hasEnded: false },
  });
  expect((await page(tokenOf(made))).since).toBe(made.createdAt);
  const second = await ask(createDeveloperLink, actor, { id });
  const unknown = `sd_${"0".repeat(72)}`;
  for (const token of [tokenOf(made), unknown, "", "x", "sd_\0", `${tokenOf(second)}0`])
    await expect(page(token)).rejects.toMatchObject(missing);
  expect(await page(tokenOf(second))).toMatchObject({ since: second.createdAt, requests: [] });
  const stored = await queryRows<{ hash: Buffer; revoked: boolean }>(sql`
      SELECT token_hash AS hash, revoked_at IS NOT NULL AS revoked FROM site_developer_links WHERE site_id = ${id} ORDER BY id`);
  expect(stored).toEqual([
    { hash: tokenHash(tokenOf(made)), revoked: true },
    { hash: tokenHash(tokenOf(second)), revoked: false },
  ]);
  expect(await ask(revokeDeveloperLink, actor, { id })).toEqual({ deleted: 1 });
  await expect(page(tokenOf(second))).rejects.toMatchObject(missing);
  expect(await refused(revokeDeveloperLink, actor, { id })).toEqual({ status: 404 });
  expect((await ask(editScreen, actor, { id })).developerLink).toBeNull();
  const { items } = await ask(history, actor, { record: "site", id });
  expect(items.filter(({ record }) => record === "siteDeveloperLink")).toHaveLength(4);
  const kept = await queryOne(
    sql`SELECT count(*) AS n FROM audit WHERE concat(before, after) LIKE ${`%${tokenOf(second)}%`}`,
  );
  expect(kept).toEqual({ n: 0 });
});

test("a link ends after its days, a new one lives as long as the one before, and its last use is shown", async () => {
  const { actor } = await aSuperadmin();
  const { id } = await ask(create, actor, fields());
  const daysOf = (made: { createdAt: string; expiresAt: string }) =>
    (Date.parse(made.expiresAt) - Date.parse(made.createdAt)) / 86_400_000;
  const link = async () => (await ask(editScreen, actor, { id })).developerLink;
  expect(daysOf(await ask(createDeveloperLink, actor, { id }))).toBe(90);
  expect(await refused(createDeveloperLink, actor, { id, days: 31 })).toMatchObject({
    ...{ status: 422, data: { days: ["Please choose 30, 90 or 365 days."] } },
  });
  expect(daysOf(await ask(createDeveloperLink, actor, { id, days: 30 }))).toBe(30);
  const made = await ask(createDeveloperLink, actor, { id });
  expect(daysOf(made)).toBe(30);

  expect(await page(tokenOf(made))).toMatchObject({ until: made.expiresAt });
  const used = (await link())?.lastUsedAt ?? "";
  expect(Date.parse(used)).toBeGreaterThanOrEqual(Date.parse(made.createdAt));
  const age = (columns: Statement) => execute(sql`UPDATE site_developer_links SET ${columns} WHERE id = ${made.id}`);
  await page(tokenOf(made));
  expect((await link())?.lastUsedAt).toBe(used);
  await age(sql`last_used_at = last_used_at - interval '61 seconds'`);
  await page(tokenOf(made));
  expect(Date.parse((await link())?.lastUsedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(used));

  await age(sql`expires_at = now(), last_used_at = NULL`);
  await expect(page(tokenOf(made))).rejects.toMatchObject(missing);
  expect(await link()).toMatchObject({ id: made.id, lastUsedAt: null, hasEnded: true });
  // It lives as long as the ended one was to live, at most a year.
  await age(sql`created_at = now() - interval '500 days'`);
  expect(daysOf(await ask(createDeveloperLink, actor, { id }))).toBe(365);
});

test("only superadmins create and revoke links, of sites that exist [ROLE-12]", async () => {
  const { actor } = await aSuperadmin();
  const { id } = await ask(create, actor, fields());
  for (const other of [await anAdmin(), await anOffice(), await anAgent()]) {
    expect(await refused(createDeveloperLink, other.actor, { id })).toEqual({ status: 403 });
    expect(await refused(revokeDeveloperLink, other.actor, { id })).toEqual({ status: 403 });
  }
  const nowhere = { id: 2_147_483_647 };
  expect(await refused(createDeveloperLink, actor, nowhere)).toEqual({ status: 404 });
  expect(await refused(revokeDeveloperLink, actor, nowhere)).toEqual({ status: 404 });
});

test("the page reads few rows, by index, and lists 50 requests of its own site", async () => {
  const { actor } = await aSuperadmin();
  const agent = await anAgent();
  const [site, other] = [await aSite({ types: 1 }), await aSite({ types: 1 })];
  await enable(site, { id: agent.companyId });
  const token = tokenOf(await ask(createDeveloperLink, actor, { id: site.id }));
  await execute(
    sql`UPDATE site_developer_links SET created_at = now() - interval '20 days' WHERE site_id = ${site.id}`,
  );
  await execute(sql`
      INSERT INTO postbacks (receipt, received_at, verdict, reason, site_id, click_id, event, txid, status, params)
      SELECT gen_random_uuid(), now() - n * interval '5 minutes', CASE WHEN n % 2 = 0 THEN 'accepted' ELSE 'refused' END,
        CASE WHEN n % 2 = 1 THEN 'bad_ts' END, CASE WHEN n % 10 = 0 THEN ${site.id}::int ELSE ${other.id}::int END,
        gen_random_uuid(), 'sale', 't' || n, 'approved', '{}' FROM generate_series(1, 4000) AS n`);
  await aClick({ agent, type: first(site.types), at: new Date() });
  await execute(sql`ANALYZE postbacks`);
  const { answer, plans } = await plansOf(() => ask(developerPage, null, { token }));
  expect(answer.requests).toHaveLength(50);
  expect(answer.requests.map(({ txid }) => txid)).toEqual(Array.from({ length: 50 }, (_, i) => `t${(i + 1) * 10}`));
  expect(answer.steps.map(({ step, seenAt }) => [step, seenAt !== null])).toEqual([
    ["click", true],
    ["sale", true],
    ["duplicate", false],
    ["reversal", false],
  ]);
  expect(plans.flatMap(indexesIn).join(" ")).toMatch(/site_id_received_at_id|postbacks_site/);
  for (const plan of plans) expect(touched(plan)).toBeLessThan(400);
});

test("a test of the form is stored and answered on the page, and the filter finds it by answer and order number [POST-15]", async () => {
  const { actor } = await aSuperadmin();
  const agent = await anAgent();
  const site = await aSite({ types: 1 });
  await enable(site, { id: agent.companyId });
  const token = tokenOf(await ask(createDeveloperLink, actor, { id: site.id }));
  const { id: clickid } = await aClick({ agent, type: first(site.types), at: new Date() });
  const values = { token, clickid, event: "sale", txid: "T-1", geo: "XX" };
  const { receipt } = await perform(sendDeveloperTest, null, values, from);
  const opened = await perform(developerPage, null, { token, tested: receipt, answer: "test", find: "T-1" }, from);
  expect(opened.tested).toMatchObject({ verdict: "test", meaning: "It was a test. It would be accepted." });
  expect(opened.tested?.sent).toMatchObject({ clickid, event: "sale", txid: "T-1", geo: "XX" });
  expect(opened.tested?.warnings).toEqual([expect.stringContaining("geo must be a two-letter country code")]);
  expect(opened.requests.map((row) => row.receipt)).toEqual([receipt]);
  expect((await perform(developerPage, null, { token, answer: "refused bad_ts" }, from)).requests).toEqual([]);
  expect((await perform(developerPage, null, { token, answer: "<", tested: "x" }, from)).requests).toHaveLength(1);
  expect(await queryRows(sql`SELECT 1 FROM sale_events WHERE site_id = ${site.id}`)).toEqual([]);
  await expect(perform(sendDeveloperTest, null, { ...values, token: "x" }, from)).rejects.toMatchObject(missing);
});
