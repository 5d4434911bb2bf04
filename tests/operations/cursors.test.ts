import { beforeAll, expect, test } from "vitest";
import { search as searchAgents } from "../../server/agents";
import { search as searchBlackList } from "../../server/blacklist";
import { search as searchClaims } from "../../server/claims";
import type { AnyOperation } from "../../server/kernel/operation/operation";
import { type Actor, levels } from "../../server/kernel/operation/roles";
import { searchNamed } from "../../server/links";
import { searchChats, searchClicks, searchCommon, searchLogins, searchSales } from "../../server/logs";
import { search as searchMessages } from "../../server/messages";
import { search as searchOffices } from "../../server/offices";
import { searchAgentSales, searchLedger, searchPeriods, searchRuns } from "../../server/payroll";
import { search as searchSignals } from "../../server/signals";
import { search as searchSites } from "../../server/sites";
import { deliveries, search as searchWebhooks } from "../../server/webhooks";
import { ask, refused } from "../reports/ask";
import { anAgent, anOffice, aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { db } from "../world/db";
import { first } from "../world/first";

type Answer = {
  items: { id: number | string }[];
  total: number | null;
  hasMore?: boolean;
  next?: string;
  more?: boolean;
};

let actor: Actor;
let endpointId: number;
beforeAll(async () => {
  await (await aDatabase({ demo: true })).enter();
  actor = (await aSuperadmin()).actor;
  await db.run`INSERT INTO black_list (ip) SELECT ('198.18.' || n || '.0/24')::cidr FROM generate_series(1, 9) n`;
  const endpoints = await db.rows<{ id: number }>`
    INSERT INTO webhook_endpoints (name, url, format, events, secret)
    SELECT 'Endpoint ' || n, 'https://hooks.example.org/' || n, 'signed', '{sale.accepted}', '' FROM generate_series(1, 7) n
    RETURNING id`;
  endpointId = first(endpoints).id;
  await db.run`
    INSERT INTO webhook_deliveries (endpoint_id, event, data)
    SELECT ${endpointId}, 'test', '{}' FROM generate_series(1, 11)`;

  await db.run`
    INSERT INTO signals (kind, subject, opened_at, sentence, expected, evidence)
    SELECT 'silent', 900 + n, now(), 'Silent.', 'Clicks.', '{}' FROM generate_series(1, 7) n`;
  await db.run`
    INSERT INTO messages (title, html, audience, shown_from, created_by)
    SELECT 'Message ' || n, '<p>Text</p>', 'all', now(), ${actor.accountId} FROM generate_series(1, 7) n`;
  await db.run`
    INSERT INTO claims (agent_id, company_id, site_id, day, note, answer, evidence, state, created_by)
    SELECT agent_id, company_id, site_id, day, note, answer, evidence, state, created_by FROM claims, generate_series(1, 7)`;
  await db.run`
    INSERT INTO named_links (agent_id, type_id, name, alias)
    SELECT agent_id, type_id, name, alias || n FROM named_links, generate_series(1, 7) n`;
});

const lists: [name: string, operation: AnyOperation, input?: object][] = [
  ["agents", searchAgents],
  ["offices", searchOffices],
  ["sites", searchSites],
  ["black list", searchBlackList],
  ["half-months", searchPeriods],
  ["ledger", searchLedger],
  ["payment runs", searchRuns],
  ["webhooks", searchWebhooks],
  ["messages", searchMessages, { box: "sent" }],
  ["claims", searchClaims],
  ["signals", searchSignals],
  ["chats", searchChats],
  ["sign-ins", searchLogins],
  ["common log", searchCommon],
  ["sales with their pay", searchAgentSales, { start: "2026-01-01", end: "2030-12-31" }],
  ["pending sales", searchAgentSales, { state: "pending" }],
];

async function follow(operation: AnyOperation, input: object, pageSize: number) {
  const found: (number | string)[] = [];
  for (let after = ""; ;) {
    const answer = (await ask(operation, actor, { ...input, after, pageSize })) as Answer;
    found.push(...answer.items.map(({ id }) => id));
    expect(answer.total).toBe(answer.items.length);
    if (!answer.more) return { found, next: answer.next! };
    expect(answer.items).not.toEqual([]);
    after = answer.next!;
  }
}

test.each(lists)(
  "a program that follows the cursor of %s gets every row once",
  async (_name, operation, input = {}) => {
    const paged: (number | string)[] = [];
    for (let page = 1; ; page++) {
      const { items, total } = (await ask(operation, actor, { ...input, page, pageSize: 500 })) as Answer;
      paged.push(...items.map(({ id }) => id));
      if (items.length < 500 || paged.length >= 2_000) break;
      expect(total === null || total >= paged.length).toBe(true);
    }
    const pageSize = Math.max(2, Math.ceil(paged.length / 4));
    const { found, next } = await follow(operation, input, Math.min(500, pageSize));
    expect(new Set(found).size).toBe(found.length);
    if (paged.length < 2_000) expect(found.toSorted()).toEqual(paged.toSorted());
    expect(await ask(operation, actor, { ...input, after: next })).toMatchObject({ items: [], more: false });
  },
);

test("links that an agent has saved are followed, too", async () => {
  const [superadmin, [owner]] = [
    actor,
    await db.rows<{ id: number; accountId: number; companyId: number }>`
      SELECT id, account_id AS "accountId", company_id AS "companyId" FROM agents
      WHERE id = (SELECT min(agent_id) FROM named_links)`,
  ];
  actor = { ...superadmin, role: levels.agent, permissions: [], ...owner!, agentId: owner!.id };
  const { found } = await follow(searchNamed, {}, 3);
  actor = superadmin;
  expect(new Set(found).size).toBe(8);
});

test("deliveries of a webhook are followed, too", async () => {
  const { found } = await follow(deliveries, { id: endpointId }, 4);
  expect(found).toHaveLength(11);
});

test("agents that change their place in the list while it is read are skipped by pages, not by the cursor", async () => {
  const office = await anOffice();
  const made = [];
  for (const username of ["cur-b", "cur-c", "cur-d", "cur-e"]) made.push(await anAgent({ office, username }));
  const criteria = [{ field: "companyId", value: office.id }];
  const input = { criteria, sortField: "username", pageSize: 2 };
  const ids = ({ items }: Answer) => items.map(({ id }) => id);
  const page1 = (await ask(searchAgents, actor, input)) as Answer;
  const begun = (await ask(searchAgents, actor, { ...input, after: "" })) as Answer;
  await db.run`UPDATE accounts SET username = 'cur-z' FROM agents WHERE accounts.id = account_id AND agents.id = ${made[0]!.id}`;
  const page2 = (await ask(searchAgents, actor, { ...input, page: 2 })) as Answer;
  expect(new Set([...ids(page1), ...ids(page2)]).size).toBeLessThan(4);
  const rest = (await ask(searchAgents, actor, { ...input, after: begun.next })) as Answer;
  expect([...ids(begun), ...ids(rest)]).toEqual(made.map(({ id }) => id));
});

test("a cursor of another list, or a page beside it, is refused", async () => {
  const { next } = (await ask(searchOffices, actor, { after: "", pageSize: 1 })) as Answer;
  expect(await refused(searchAgents, actor, { after: next })).toMatchObject({
    status: 422,
    data: { after: [/first row/] },
  });
  for (const after of ["x", "now"])
    expect(await refused(searchLogins, actor, { after })).toMatchObject({ status: 422 });
  expect(await refused(searchOffices, actor, { after: next, page: 2 })).toMatchObject({
    ...{ status: 422, data: { page: ['Please leave out the page and send "next" as "after".'] } },
  });
});

test("a total is exact, or null with a word on whether rows follow [API-04]", async () => {
  const [{ sales }] = (await db.rows<{ sales: number }>`SELECT count(*)::int AS sales FROM sale_events`) as [
    { sales: number },
  ];
  expect(sales).toBeGreaterThan(10_000);
  const last = Math.ceil(sales / 500);
  const list = async (page: number, more = {}) =>
    ((await ask(searchSales, actor, { page, pageSize: 500, ...more })) as { items: Answer }).items;
  expect(await list(1)).toMatchObject({ total: null, hasMore: true });
  const end = await list(last);
  expect(end).toMatchObject({ total: null, hasMore: false });
  expect(end.items).toHaveLength(sales - (last - 1) * 500);
  expect(await list(1, { sortField: "agent" })).toMatchObject({ total: null, hasMore: true });
  expect(await list(1, { start: "2000-01-01", end: "2000-01-02" })).toEqual({ items: [], total: 0 });
  const clicks = (await ask(searchClicks, actor, { pageSize: 1 })) as Answer;
  expect(clicks.total).toBeGreaterThan(10_000);
  expect(clicks).not.toHaveProperty("hasMore");

  await db.run`
    INSERT INTO black_list (ip) SELECT ('10.' || n / 256 || '.' || n % 256 || '.0/24')::cidr FROM generate_series(1, 10100) n`;
  const listed = Number((await db.rows<{ n: number }>`SELECT count(*)::int AS n FROM black_list`)[0]!.n);
  const entries = async (page: number, pageSize: number) =>
    (await ask(searchBlackList, actor, { page, pageSize })) as Answer;
  expect(await entries(1, 10)).toMatchObject({ total: null, hasMore: true });
  const size = [...Array(501).keys()].slice(1).findLast((n) => listed % n === 0)!;
  expect(await entries(listed / size, size)).toMatchObject({ total: null, hasMore: false });
});
