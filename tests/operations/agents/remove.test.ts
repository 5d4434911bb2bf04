import { expect } from "vitest";
import { read, search } from "../../../server/agents";
import { removeAgent } from "../../../server/tracking";
import { queryOne, queryRows } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { ask, refused } from "../../reports/ask";
import { aClick, anAdmin, aReversal, aSale, aSuperadmin } from "../../world/builders";
import { test } from "../../world/rollback";
import { aSellingOffice, auditOf, linkVersion } from "./world";

async function aSeller() {
  const world = await aSellingOffice();
  const { agent, one: site } = world;
  const [type] = site.types;
  if (!type) throw new Error("The site has no link.");
  const at = "2026-11-10T15:00:00Z";
  await aClick({ agent, type, at });
  const sale = await aSale({ agent, type, at, txid: "t-1", email: "buyer@example.org" });
  await aReversal(sale, { at: "2026-11-11T15:00:00Z" });
  await queryRows(sql`UPDATE clicks SET referer = 'https://blog.example/page' WHERE agent_id = ${agent.id}`);
  await queryRows(sql`
    INSERT INTO postbacks (receipt, received_at, verdict, agent_id, ip, params)
    VALUES (gen_random_uuid(), now(), 'accepted', ${agent.id}, '192.0.2.1', '{"email": "buyer@example.org", "txid": "t-1"}')`);
  await queryRows(
    sql`INSERT INTO login_log (account_id, agent_id, in_time) VALUES (${agent.accountId}, ${agent.id}, now())`,
  );
  await queryRows(sql`
    INSERT INTO chat_logs (agent_id, company_id, site_id, client_username, conversation, submit_time)
    SELECT agents.id, company_id, ${type.siteId}, 'client', 'Hello', now() FROM agents WHERE company_id = ${world.office.id}`);
  await queryRows(sql`
    INSERT INTO sessions (hash, account_id, kind, role, expires_at)
    VALUES ('\\x03', ${agent.accountId}, 'browser', 20, now() + interval '1 hour')`);
  const boss = await aSuperadmin({ designated: true });
  return { ...world, boss };
}

const figures = (agentId: number) =>
  queryRows(sql`
    SELECT (SELECT count(*) FROM clicks WHERE agent_id = ${agentId}) AS clicks,
      (SELECT sum(sign) FROM sale_events WHERE agent_id = ${agentId}) AS sales,
      (SELECT sum(raws) FROM stats_delta WHERE agent_id = ${agentId}) AS raws,
      (SELECT array_agg(id ORDER BY id) FROM sale_events WHERE agent_id = ${agentId}) AS ids`);

test("the designated user deletes an agent without changing any past figure [API-32, ROLE-11]", async () => {
  const { agent, office, boss, colleague } = await aSeller();
  const [before, version] = [await figures(agent.id), await linkVersion()];
  expect(await ask(removeAgent, boss.actor, { id: agent.id })).toEqual({ deleted: 1 });
  expect(await figures(agent.id)).toEqual(before);
  expect(await linkVersion()).toBe(version + 1);
  expect(await refused(read, boss.actor, { id: agent.id })).toEqual({ status: 404 });
  expect(await refused(removeAgent, boss.actor, { id: agent.id })).toEqual({ status: 404 });
  const left = await ask(search, boss.actor, { criteria: [{ field: "companyId", value: office.id }] });
  expect(left.items.map(({ id }) => id)).toEqual([colleague.id]);
  expect((await auditOf(agent.id)).at(-1)).toMatchObject({ operation: "agents.remove", after: null });
});

test("deleting an agent removes personal data: names, sign-in, sessions, chat logs, addresses, referrers, customers", async () => {
  const { agent, colleague, boss } = await aSeller();
  await queryRows(sql`UPDATE agents SET email = 'ada@example.org', must_read = 'note' WHERE id = ${agent.id}`);
  await ask(removeAgent, boss.actor, { id: agent.id });
  expect(
    await queryOne(sql`
        SELECT username, password_hash, password_sealed, status_reason, deleted_at IS NOT NULL AS deleted,
          first_name, last_name, email, must_read FROM agents JOIN accounts ON accounts.id = account_id
        WHERE agents.id = ${agent.id}`),
  ).toEqual({
    ...{ username: "", password_hash: "", password_sealed: null, status_reason: null, deleted: true },
    ...{ first_name: "", last_name: "", email: "", must_read: "" },
  });
  for (const table of [sql`sessions`, sql`login_log`, sql`remote_tokens`]) {
    expect(await queryRows(sql`SELECT 1 FROM ${table} WHERE account_id = ${agent.accountId}`)).toEqual([]);
  }
  expect(await queryRows(sql`SELECT agent_id FROM chat_logs`)).toEqual([{ agent_id: colleague.id }]);
  expect(await queryRows(sql`SELECT DISTINCT ip, referer FROM clicks WHERE agent_id = ${agent.id}`)).toEqual([
    { ip: null, referer: null },
  ]);
  expect(await queryRows(sql`SELECT DISTINCT email FROM sale_events WHERE agent_id = ${agent.id}`)).toEqual([
    { email: null },
  ]);
  expect(await queryRows(sql`SELECT ip, params FROM postbacks WHERE agent_id = ${agent.id}`)).toEqual([
    { ip: null, params: { txid: "t-1" } },
  ]);
});

test("other superadmins, admins, managers and agents cannot delete an agent [API-32, ROLE-11]", async () => {
  const { agent, office } = await aSeller();
  for (const { actor } of [await aSuperadmin(), await anAdmin(), office, agent]) {
    expect(await refused(removeAgent, actor, { id: agent.id })).toMatchObject({ status: 403 });
  }
});
