import { expect } from "vitest";
import { queryOne, queryRows, execute } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { edit, last, latestNews, save } from "../../server/news";
import { ask, refused } from "../reports/ask";
import { aSuperadmin, anAdmin, anAgent, anOffice } from "../world/builders";
import { test } from "../world/rollback";

test("everyone reads the latest news, and only a superadmin edits them [API-19, API-20, NEWS-03, NEWS-05, NEWS-06]", async () => {
  const [chief, admin, office, agent] = [await aSuperadmin(), await anAdmin(), await anOffice(), await anAgent()];
  expect(await ask(last, agent.actor)).toEqual({ html: "" });
  expect(await ask(save, chief.actor, { html: "<p>One</p>" })).toEqual({ html: "<p>One</p>" });
  expect(await ask(save, chief.actor, { html: "<p>Two</p>" })).toEqual({ html: "<p>Two</p>" });
  for (const { actor } of [chief, admin, office, agent]) expect(await ask(last, actor)).toEqual({ html: "<p>Two</p>" });
  expect(await latestNews()).toEqual({ html: "<p>Two</p>" });
  for (const { actor } of [admin, office, agent]) {
    expect(await refused(save, actor, { html: "<p>Mine</p>" })).toEqual({ status: 403 });
    expect(await refused(edit, actor)).toEqual({ status: 403 });
  }
  expect(await refused(last, null)).toEqual({ status: 401 });
  expect(await ask(save, chief.actor, { html: "<p><br></p>" })).toEqual({ html: "" });
});

test("news stored under other rules are cleaned when they are shown [TRUST-19, HOME-05]", async () => {
  const agent = await anAgent();
  await execute(sql`INSERT INTO news (html) VALUES ('<p onclick="x()">a</p><script>x()</script>')
      ON CONFLICT (id) DO UPDATE SET html = excluded.html`);
  expect(await ask(last, agent.actor)).toEqual({ html: "<p>a</p>" });
});

test("saving an outdated version returns what is stored; without a version the last save wins", async () => {
  const chief = await aSuperadmin();
  const { version } = await ask(edit, chief.actor);
  await ask(save, chief.actor, { html: "<p>Theirs</p>", version });
  expect(await refused(save, chief.actor, { html: "<p>Mine</p>", version })).toEqual({
    ...{ status: 409, data: { current: { html: "<p>Theirs</p>", version: version + 1 } } },
  });
  expect(await ask(save, chief.actor, { html: "<p>Mine</p>" })).toEqual({ html: "<p>Mine</p>" });
  await ask(save, chief.actor, { html: "<p>Mine</p>" });
  expect((await ask(edit, chief.actor)).version).toBe(version + 2);
});

test("a change of the news is audited with the news before", async () => {
  const chief = await aSuperadmin();
  await ask(save, chief.actor, { html: "<p>One</p>" });
  await ask(save, chief.actor, { html: "<p>Two</p>" });
  const trail = await queryRows(sql`
      SELECT before, after FROM audit WHERE record = 'news' AND account_id = ${chief.accountId} ORDER BY id DESC LIMIT 1`);
  expect(trail).toEqual([{ before: { html: "<p>One</p>" }, after: { html: "<p>Two</p>" } }]);
});

test("a long text is cut in the audit, never within a surrogate pair", async () => {
  const chief = await aSuperadmin();
  for (const before of ["", "a"]) {
    const html = `<p>${before}${"😀".repeat(20_000)}</p>`;
    expect(await ask(save, chief.actor, { html })).toEqual({ html });
    const kept = await queryOne<{ text: string }>(sql`
        SELECT after->>'html' AS text FROM audit WHERE account_id = ${chief.accountId} ORDER BY id DESC LIMIT 1`);
    expect(kept?.text).toMatch(new RegExp(`^<p>${before}(😀)+…$`, "u"));
  }
});

test("there is only one news row, even for statements from outside the product", async () => {
  await execute(sql`INSERT INTO news DEFAULT VALUES ON CONFLICT DO NOTHING`);
  expect(await queryOne(sql`SELECT count(*) AS rows FROM news`)).toEqual({ rows: 1 });
  await expect(execute(sql`INSERT INTO news (id) VALUES (2)`)).rejects.toThrow(/news_id_check/);
});
