import { expect, it } from "vitest";
import { randomUUID } from "node:crypto";
import { overrideConfig, config } from "../../server/kernel/process/config";
import { queryRows, execute } from "../../server/kernel/database/transactions";
import { sql, type Statement } from "../../server/kernel/database/sql";
import { examine, shorten } from "../../server/doctor";
import { search as searchAgents } from "../../server/agents";
import { decrypt, ownLinkCodes } from "../../server/links";
import { addDays, dayOf } from "../../server/kernel/time";
import { payPeriodId, periodOf } from "../../server/trade/periods";
import { ask, refused } from "../reports/ask";
import { aClick, anAdmin, anAgent, anOffice, aPrice, aReversal, aSale, aSite, aSuperadmin } from "../world/builders";
import { withFixedTime } from "../../server/kernel/time/now";
import { exportRun, holdPayments } from "../../server/payroll";
import { boss, closed, FIRST, inPayroll, paid, sold, takenBack } from "./payroll/world";
import { indexesIn, plansOf, rowsExpected } from "../world/plan";
import { first } from "../world/first";
import { test } from "../world/rollback";

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/**
 * An office on its own domain, an agent, a site with a link that is enabled for both, and an admin who examines links.
 */
async function aShop(site: Parameters<typeof aSite>[0] = {}) {
  const domain = first(
    await queryRows<{ id: number }>(sql`
    INSERT INTO domains (domain) VALUES ('https://links.example') RETURNING id`),
  );
  const office = await anOffice({ agents: 1, preferredDomainId: domain.id });
  const { id: siteId, sitename, types } = await aSite({ enabledFor: [office], ...site });
  const [agent, type] = [first(office.agents), first(types)];
  await execute(sql`UPDATE agents SET email = 'ada@agents.example' WHERE id = ${agent.id}`);
  const { actor } = await anAdmin();
  const path = `/api/links/go/${siteId}/${type.id}/${agent.id}`;
  const link = `https://links.example${path}`;
  const about = (text: string, visitor = {}) => ask(examine, actor, { link: text, ...visitor });
  return { office, agent, type, site: { id: siteId, sitename }, domain, actor, path, link, about, of: { agent, type } };
}
type Shop = Awaited<ReturnType<typeof aShop>>;

const verdictOf = async (shop: Shop, text = shop.link, visitor = {}) => (await shop.about(text, visitor)).verdict;

/** A postback of the site, by default a pending one. */
async function aPostback(
  { agent, type, site }: Shop,
  given: { click?: string; verdict?: string; reason?: string; email?: string; at?: Date; unowned?: boolean } & {
    txid?: string;
    event?: number;
  },
): Promise<number> {
  const { click = null, verdict = "held", reason = null, email, at = new Date(), unowned = false } = given;
  const { txid = null, event = null } = given;
  const stored = await queryRows<{ id: number }>(sql`
    INSERT INTO postbacks (receipt, received_at, verdict, reason, site_id, type_id, agent_id, company_id, click_id, event,
      status, txid, event_id, params)
    VALUES (${randomUUID()}, ${at}, ${verdict}, ${reason}, ${site.id}, ${unowned ? null : type.id},
      ${unowned ? null : agent.id}, ${unowned ? null : agent.companyId}, ${click}, 'sale', 'approved', ${txid}, ${event},
      ${JSON.stringify(email === undefined ? {} : { email })}::jsonb)
    RETURNING id`);
  return first(stored).id;
}

test("a direct or encoded link shows site, link, agent with office, username and e-mail, and its chain [TRANS-06, TRANS-07, TRANS-09]", async () => {
  const shop = await aShop();
  const { office, agent, site, type, path } = shop;
  const ids = { siteId: site.id, typeId: type.id, agentId: agent.id };
  const code = (await ownLinkCodes()).encode(ids);
  for (const [text, shape] of [
    [shop.link, "direct"],
    [`Please look: https://links.example/api/l/${code}.`, "encoded"],
  ] as const) {
    const found = await shop.about(text);
    expect(found.links).toMatchObject([
      {
        ...{ ...ids, shape, sitename: site.sitename, typename: type.typename },
        ...{ officeName: office.officeName, username: agent.username, email: "ada@agents.example" },
      },
    ]);
    expect(found.chain).toMatchObject({
      office: { id: office.id, officeName: office.officeName, active: true, siteEnabled: true },
      agent: { id: agent.id, username: agent.username, email: "ada@agents.example", approved: true, deleted: false },
      site: { id: site.id, sitename: site.sitename },
      type: { id: type.id, typename: type.typename, url: "https://example.org/land" },
      domain: { origin: "https://links.example", preferred: "https://links.example", preferredHidden: false },
    });
    expect(found).toMatchObject({ found: "link", price: { payout: 500, source: "default", tiered: false } });
    expect(found.verdict).toEqual({ pays: true, about: null, reason: "A click counts, and its sale is paid." });
  }
  expect((await shop.about(`${path} and https://links.example/api/l/${code}`)).links.map(({ link }) => link)).toEqual([
    ...[path, `https://links.example/api/l/${code}`],
  ]);
});

test("all links of a text are translated, and the requested one is examined [TRANS-06]", async () => {
  const shop = await aShop({ types: [{ typename: "first" }, { typename: "second" }] });
  const { site, type, agent, actor } = shop;
  const text = `${shop.path} /api/links/go/${site.id}/${type.id + 1}/${agent.id} /api/links/go/999999/${type.id}/999999`;
  const asked = async (at: number) => (await ask(examine, actor, { link: text, at })).chain?.type?.typename;
  expect([await asked(1), await asked(2)]).toEqual(["first", "second"]);
  const { links } = await ask(examine, actor, { link: text, at: 3 });
  expect(links.map(({ typename, username }) => [typename, username])).toEqual([
    ...[
      ["first", agent.username],
      ["second", agent.username],
      [null, null],
    ],
  ]);
  for (const at of [0, 4]) {
    expect(await refused(examine, actor, { link: text, at })).toMatchObject({
      status: 422,
      data: { at: [expect.any(String)] },
    });
  }
});

test("any other text finds nothing [TRANS-08]", async () => {
  const { about } = await aShop();
  for (const text of ["", "Good morning", "https://links.example/api/l/none", "a@b@c", "1234-5678"]) {
    const nothing = { found: null, links: [], verdict: null, chain: null, dryRun: null, price: null };
    expect(await about(text)).toEqual({ ...nothing, clicks: [], events: [], postbacks: [] });
  }
});

const account = (id: number) => sql`UPDATE accounts SET active = false WHERE id = ${id}`;
const STOPPED: [about: string, reason: string, stop: (shop: Shop) => Statement][] = [
  ["site", "The site is suspended.", ({ site }) => sql`UPDATE sites SET active = false WHERE id = ${site.id}`],
  ["type", "The link is suspended.", ({ type }) => sql`UPDATE types SET active = false WHERE id = ${type.id}`],
  ["agent", "The agent is suspended.", ({ agent }) => account(agent.accountId)],
  ["office", "The office is suspended.", ({ office }) => account(office.accountId)],
  [
    ...(["approval", "The agent is not approved."] as const),
    ({ agent }) => sql`UPDATE accounts SET approved = false WHERE id = ${agent.accountId}`,
  ],
  [
    ...(["officeSite", "The site is not enabled for the office."] as const),
    ({ office }) => sql`DELETE FROM office_sites WHERE company_id = ${office.id}`,
  ],
  [
    ...(["agentSite", "The site is not enabled for the agent."] as const),
    ({ agent }) => sql`DELETE FROM agent_sites WHERE agent_id = ${agent.id}`,
  ],
  [
    ...(["agent", "The agent was deleted."] as const),
    ({ agent }) => sql`UPDATE accounts SET deleted_at = now() WHERE id = ${agent.accountId}`,
  ],
  [
    ...(["price", "The next sale would pay nothing: its payout is ₱0.00."] as const),
    ({ type }) => sql`UPDATE prices SET payout = 0 WHERE type_id = ${type.id}`,
  ],
  [...(["price", "The link has no price."] as const), ({ type }) => sql`DELETE FROM prices WHERE type_id = ${type.id}`],
];

test.each(STOPPED)("one reason explains why a link does not pay: about %s, %s", async (about, reason, stop) => {
  const shop = await aShop();
  await execute(stop(shop));
  expect(await verdictOf(shop)).toEqual({ pays: false, about, reason });
});

test("a missing part is named, and the parts that exist are in the chain", async () => {
  const shop = await aShop();
  const other = await aSite();
  const { site, type, agent } = shop;
  const cases: [string, string, string][] = [
    [`/api/links/go/999999/${type.id}/${agent.id}`, "site", "There is no such site."],
    [`/api/links/go/${other.id}/${type.id}/${agent.id}`, "type", "There is no such link of this site."],
    [`/api/links/go/${site.id}/${type.id}/999999`, "agent", "This agent does not exist or was deleted."],
  ];
  for (const [text, about, reason] of cases) {
    const { verdict, chain, dryRun } = await shop.about(text);
    expect(verdict).toEqual({ pays: false, about, reason });
    expect([chain?.type?.id, chain?.[about === "agent" ? "agent" : "type"] === null]).toEqual([
      ...[type.id, about === "agent"],
    ]);
    expect(dryRun).toMatchObject({ status: 404, class: null, location: null });
  }
  expect(await verdictOf(shop, `${shop.link}/more`)).toMatchObject({ pays: false, about: "address" });
  expect(await verdictOf(shop, `${shop.link}/`)).toMatchObject({ pays: true });
});

test("a click may not count because of the black list, a robot or prefetching, while its sale would still be paid", async () => {
  const shop = await aShop();
  await execute(sql`INSERT INTO black_list (ip) VALUES ('203.0.113.0/24')`);
  const visits: [object, string][] = [
    [{ ip: "203.0.113.9" }, "The address is on the black list (203.0.113.0/24)."],
    [{ userAgent: "curl/8.5.0" }, "The user agent belongs to a robot (curl/8.5.0)."],
    [{ ahead: true }, "The browser prefetched the link (sec-purpose)."],
  ];
  for (const [visitor, text] of visits) {
    const reason = `${text} The click would not count, but a sale from it would still be paid.`;
    expect(await verdictOf(shop, shop.link, visitor)).toEqual({ pays: false, about: "visitor", reason });
  }
  const { dryRun } = await shop.about(`${shop.link}?sub1=x`, { ip: "8.8.8.8" });
  expect(dryRun).toMatchObject({ status: 302, class: "ok", reason: null, geo: "US" });
  expect(dryRun?.location).toMatch(/^https:\/\/example\.org\/land\?clickid=[0-9a-f-]{36}&sub1=x$/);
  expect(await queryRows(sql`SELECT id FROM clicks WHERE agent_id = ${shop.agent.id}`)).toEqual([]);
  expect(await refused(examine, shop.actor, { link: shop.link, ip: "8.8.8" })).toEqual({
    ...{ status: 422, data: { ip: ["Please enter an IP address."] } },
  });
});

test("a saved link leads where a click on it leads: its parameters follow those of the address [HOOK-13]", async () => {
  const shop = await aShop();
  const { agent, type } = shop;
  await execute(sql`UPDATE types SET allowed_hosts = '{shop.example}' WHERE id = ${type.id}`);
  await execute(sql`
    INSERT INTO named_links (agent_id, type_id, name, alias, query)
    VALUES (${agent.id}, ${type.id}, 'Spring', 'spring-mail', 'sub1=mail&sub2=b&to=https%3A%2F%2Fshop.example%2Fp')`);
  const pageOf = async (text: string) => {
    const { links, dryRun } = await shop.about(text);
    expect(links).toMatchObject([{ shape: "named", agentId: agent.id, typeId: type.id }]);
    const { origin, pathname, searchParams } = new URL(dryRun?.location ?? "");
    searchParams.delete("clickid");
    return [origin + pathname, searchParams.toString()];
  };
  const page = "https://shop.example/p";
  expect(await pageOf("https://links.example/api/l/spring-mail")).toEqual([page, "sub1=mail&sub2=b"]);
  expect(await pageOf("spring-mail")).toEqual([page, "sub1=mail&sub2=b"]);
  expect(await pageOf("https://links.example/api/l/spring-mail?sub2=own")).toEqual([page, "sub1=mail&sub2=own"]);
});

test("the price of the next sale is the office's, otherwise the country's, otherwise the link's", async () => {
  const shop = await aShop();
  const { type, office } = shop;
  await aPrice({ type, geo: "US", payout: 400 });
  const price = async (visitor = {}) => (await shop.about(shop.link, visitor)).price;
  expect(await price({ ip: "8.8.8.8" })).toEqual({ payout: 400, source: "geo", tiered: false });
  expect(await price()).toEqual({ payout: 500, source: "default", tiered: false });
  await aPrice({ type, office, payout: 0 });
  expect(await price({ ip: "8.8.8.8" })).toEqual({ payout: 0, source: "office", tiered: false });
  await execute(sql`UPDATE sites SET avp = true WHERE id = ${shop.site.id}`);
  expect((await shop.about(shop.link)).verdict?.pays).toBe(true);
});

test("a link on a hidden or foreign domain may or may not pay", async () => {
  const shop = await aShop();
  await execute(sql`INSERT INTO domains (domain) VALUES ('https://other.example')`);
  expect((await verdictOf(shop, `https://other.example${shop.path}`))?.pays).toBe(true);
  expect(await verdictOf(shop, `https://foreign.example${shop.path}`)).toMatchObject({ pays: null, about: "host" });
  for (const host of ["localhost:3000", "127.0.0.1:8080"]) {
    expect((await verdictOf(shop, `http://${host}${shop.path}`))?.pays).toBe(true);
  }
  await execute(sql`UPDATE domains SET hidden = true WHERE id = ${shop.domain.id}`);
  const hidden = await verdictOf(shop);
  expect(hidden).toMatchObject({ pays: null, about: "domain" });
  expect(hidden?.reason).toContain("https://links.example, which is hidden");
  const { chain, verdict } = await shop.about(shop.path);
  expect(chain?.domain).toMatchObject({ preferred: "https://links.example", preferredHidden: true });
  expect([verdict?.pays, verdict?.reason]).toEqual([
    true,
    expect.stringContaining("preferred domain of the office is hidden"),
  ]);
});

test("the last postback that was not booked is the reason, until a sale is booked", async () => {
  const shop = await aShop();
  await aSale({ ...shop.of, at: daysAgo(3) });
  await aPostback(shop, { reason: "too_old", at: daysAgo(2) });
  const held = await verdictOf(shop);
  expect(held).toMatchObject({ pays: false, about: "postback" });
  expect(held?.reason).toContain("It is pending. The click was more than 30 days old when the site reported it.");
  await aSale({ ...shop.of, at: daysAgo(1) });
  expect((await verdictOf(shop))?.pays).toBe(true);
});

test("a link shows its own newest clicks, events and postbacks", async () => {
  const shop = await aShop({ types: 2 });
  const other = { agent: shop.agent, type: { ...shop.type, id: shop.type.id + 1 } };
  const clicks = [];
  for (let i = 0; i < 12; i++)
    clicks.push(await aClick({ ...shop.of, at: daysAgo(1 + i), class: i % 2 ? "bot" : "ok" }));
  await aClick({ ...other, at: daysAgo(0.5) });
  await aClick({ ...shop.of, at: daysAgo(40) });
  const sale = await aSale({ ...shop.of, at: daysAgo(0.5), click: first(clicks), txid: "t-1" });
  await aReversal(sale, { at: daysAgo(0.2) });
  await aPostback(shop, { verdict: "accepted" });
  await aPostback(shop, { verdict: "refused", reason: "bad_geo" });
  const found = await shop.about(shop.link);
  expect(found.clicks.map(({ id }) => id)).toEqual(clicks.slice(0, 10).map(({ id }) => id));
  expect(found.clicks.map(({ class: made }) => made).slice(0, 2)).toEqual(["ok", "bot"]);
  expect(found.events.map(({ reversal, payout, earning }) => [reversal, payout, earning])).toEqual([
    ...[
      [true, -500, -20],
      [false, 500, 20],
    ],
  ]);
  expect(found.postbacks.map(({ fate }) => fate)).toEqual(["It was refused. Unknown country code."]);
});

test("a click ID shows what became of the click: sold, reversed, not booked, not reported", async () => {
  const shop = await aShop();
  const at = daysAgo(2);
  const told = async (id: string) => {
    const { found, chain, verdict } = await shop.about(`click ${id.toUpperCase()}?`);
    expect([found, chain?.agent?.id]).toEqual(["click", shop.agent.id]);
    return [verdict?.pays, verdict?.about, verdict?.reason];
  };
  const sold = await aClick({ ...shop.of, at });
  const sale = await aSale({ ...shop.of, at: daysAgo(1), click: sold });
  const open = (date: Date) =>
    `₱500.00 is in the statement of ${halfOf(date)}, which is still open; it is due on ${dueOf(date)}.`;
  expect(await told(sold.id)).toEqual([
    ...[true, null, `The click led to a sale, and the sale is booked. ${open(daysAgo(1))}`],
  ]);
  await aReversal(sale, { at: daysAgo(0.5) });
  await execute(sql`UPDATE sale_events SET reason = 'stolen_card' WHERE reverses = ${sale.id}`);
  const [, , reversed] = await told(sold.id);
  expect(reversed).toMatch(/^The site has reversed the sale on \d{4}-\d\d-\d\d \(stolen card\)\./);
  await aSale({ ...shop.of, at: daysAgo(0.2), click: sold });
  expect(await told(sold.id)).toEqual([
    ...[true, null, `This click has 2 sales; 1 of them counts. ${open(daysAgo(0.2))}`],
  ]);

  const quiet = await aClick({ ...shop.of, at });
  expect(await told(quiet.id)).toEqual([false, "event", NONE]);
  await aSale({ ...shop.of, at, click: quiet, event: "click" });
  expect(await told(quiet.id)).toEqual([false, "event", NONE]);
  await aPostback(shop, { click: quiet.id, verdict: "refused", reason: "bad_secret", unowned: true });
  expect(await told(quiet.id)).toEqual([
    ...[
      false,
      "postback",
      "The site has reported a sale that was not booked. It was refused. The secret was wrong or belongs to another site.",
    ],
  ]);

  const robot = await aClick({ ...shop.of, at, class: "bot" });
  await execute(sql`UPDATE clicks SET reason = 'The user agent belongs to a robot (curl).' WHERE id = ${robot.id}`);
  expect(await told(robot.id)).toEqual([
    ...[
      false,
      "visitor",
      `${NONE} The user agent belongs to a robot (curl). The click does not count, but a sale from it would be paid.`,
    ],
  ]);
  const stopped = await aClick({ ...shop.of, at, class: "suspended" });
  await execute(sql`UPDATE clicks SET reason = 'The site is suspended.' WHERE id = ${stopped.id}`);
  expect(await told(stopped.id)).toEqual([
    ...[false, "click", "The link did not work when it was clicked. The site is suspended."],
  ]);
  const old = await aClick({ ...shop.of, at: daysAgo(31) });
  expect((await told(old.id))[2]).toContain("more than 30 days old");
  await execute(account(shop.agent.accountId));
  expect((await told(quiet.id))[1]).toBe("postback");
  const unreported = await aClick({ ...shop.of, at });
  expect(await told(unreported.id)).toEqual([
    ...[false, "agent", `${NONE} A sale reported now would be pending: The agent is suspended.`],
  ]);
});
const NONE = "No site has reported a sale from this click.";
const dueOf = (at: Date) => addDays(periodOf(dayOf(at), "beWeek").end, 5);
const halfOf = (at: Date) => {
  const { start, end } = periodOf(dayOf(at.getTime()), "beWeek");
  return `${start} ~ ${end}`;
};

test("an unknown click ID is reported as such, with the postbacks that name it", async () => {
  const shop = await aShop();
  const id = randomUUID();
  expect(await shop.about(id)).toMatchObject({
    ...{ found: "click", chain: null, dryRun: null, clicks: [] },
    verdict: {
      pays: false,
      about: "click",
      reason: "There is no click with this ID, and no site has reported a sale from it.",
    },
  });
  await aPostback(shop, { click: id, reason: "unknown_click", unowned: true });
  expect((await shop.about(id)).verdict).toMatchObject({
    ...{
      about: "postback",
      reason: expect.stringContaining("No click has the click ID that the site sent.") as string,
    },
  });
});

test("a customer's e-mail finds their latest sale or unbooked postback, and never appears in the answer", async () => {
  const shop = await aShop();
  const email = "jane@customers.example";
  expect(await shop.about("nobody@customers.example")).toMatchObject({
    ...{ found: "customer", chain: null, events: [] },
    verdict: { pays: false, reason: "No site has reported a sale to this e-mail address." },
  });
  await aSale({ ...shop.of, at: daysAgo(5), email });
  const latest = await aSale({ ...shop.of, at: daysAgo(4), email });
  for (const text of [email, ` ${email} `, "Jane@Customers.example", `<${email}>`, `mailto:${email}`]) {
    const found = await shop.about(text);
    expect([found.found, found.events.length, found.clicks[0]?.id]).toEqual(["customer", 2, latest.click]);
    expect(found.verdict?.pays).toBe(true);
    expect(JSON.stringify(found)).not.toContain("customers.example");
  }
  const click = await aClick({ ...shop.of, at: daysAgo(3) });
  await aPostback(shop, { click: click.id, reason: "suspended", email, at: daysAgo(1) });
  const found = await shop.about(email);
  expect([found.clicks[0]?.id, found.events.length, found.postbacks.length]).toEqual([click.id, 2, 1]);
  expect(found.verdict).toMatchObject({ pays: false, about: "postback" });
});

test("lookups by customer e-mail and by click use an index", async () => {
  await execute(sql`SET LOCAL enable_seqscan = off`);
  const wanting = sql`verdict IN ('held', 'refused')`;
  const emails = sql`ANY(${["a@b.example", "A@b.example"]}::text[])`;
  const plans: [Statement, RegExp][] = [
    [sql`sale_events WHERE email = ${emails}`, /sale_events_email/],
    [sql`postbacks WHERE params->>'email' = ${emails} AND ${wanting}`, /Index.*expr_idx|postbacks\w*email/],
    [sql`postbacks WHERE click_id = ${randomUUID()} AND ${wanting}`, /click_id/],
    [sql`sale_events WHERE click_id = ${randomUUID()}`, /sale_events_click/],
  ];
  for (const [source, index] of plans) {
    const plan = (await queryRows<Record<string, string>>(sql`EXPLAIN SELECT id FROM ${source}`)).map(
      (row) => row["QUERY PLAN"],
    );
    expect(plan.join("\n")).toMatch(index);
    expect(plan.join("\n")).not.toContain("Seq Scan");
  }
});

test("the planner knows that a customer has few sales, so that it does not read all of them from the newest", async () => {
  const shop = await aShop();
  await aSale({ ...shop.of, at: daysAgo(5), email: "jane@customers.example" });
  await execute(sql`
      INSERT INTO sale_events
      SELECT (jsonb_populate_record(sale_events, jsonb_build_object(
        'id', id + n, 'click_id', gen_random_uuid(), 'occurred_at', occurred_at + n * interval '1 s',
        'email', n || '@customers.example'))).*
      FROM sale_events, generate_series(1, 3000) AS n`);
  await execute(sql`ANALYZE sale_events`);
  const { answer, plans } = await plansOf(() => shop.about("JANE@customers.example"));
  expect(answer.events).toHaveLength(1);
  const reading = plans.filter((plan) => indexesIn(plan).includes("sale_events_any_case"));
  expect(reading).toHaveLength(1);
  expect(rowsExpected(reading[0]!, "sale_events_any_case")).toBeLessThan(5);
});

test("managers get the diagnosis for their own office and agents the verdict on their own; others' things are not found [ROLE-15]", async () => {
  const [shop, other] = [await aShop(), await anOffice({ agents: 1 })];
  const email = "jane@customers.example";
  const sale = await aSale({ ...shop.of, at: daysAgo(1), email, txid: "T-1" });
  const lost = await aClick({ ...shop.of, at: daysAgo(2) });
  await aPostback(shop, { click: lost.id, reason: "suspended", at: daysAgo(1) });
  for (const text of [shop.link, sale.click, lost.id, email, "T-1"]) {
    const own = await ask(examine, shop.office.actor, { link: text });
    expect([text, own.verdict !== null, own.chain?.agent?.id]).toEqual([text, true, shop.agent.id]);
    const mine = await ask(examine, shop.agent.actor, { link: text });
    const { chain, dryRun, price } = mine;
    expect([text, mine.verdict, chain, dryRun, price]).toEqual([text, own.verdict, null, null, null]);
    expect(mine.links[0]?.officeName ?? null).toBe(null);
    for (const actor of [other.actor, first(other.agents).actor]) {
      const found = await ask(examine, actor, { link: text });
      expect([text, found.chain, found.links]).toEqual([text, null, []]);
      expect([found.clicks, found.events, found.postbacks]).toEqual([[], [], []]);
    }
  }
  // The agent moves: the old office keeps the sale, but learns nothing of where the agent is now.
  await execute(sql`UPDATE agents SET company_id = ${other.id} WHERE id = ${shop.agent.id}`);
  const moved = await ask(examine, shop.office.actor, { link: sale.click });
  expect([moved.events.length, moved.chain, moved.dryRun]).toEqual([1, null, null]);
  expect(await ask(examine, shop.office.actor, { link: shop.link })).toMatchObject({ found: null, links: [] });
});

test("a transaction ID explains its sale, the reversal of that, or why the site's report was not booked", async () => {
  const shop = await aShop();
  const sale = await aSale({ ...shop.of, at: daysAgo(3), txid: "T-100" });
  await aSale({ ...shop.of, at: daysAgo(2), click: { id: sale.click, geo: "" }, txid: "T-101" });
  const booked = await shop.about(" T-100 ");
  expect([booked.found, booked.events.map(({ txid }) => txid), booked.clicks[0]?.id]).toEqual([
    ...["transaction", ["T-100"], sale.click],
  ]);
  expect(booked.verdict).toMatchObject({ pays: true });
  await aReversal(sale, { at: daysAgo(1) });
  const reversed = await shop.about("T-100");
  expect([reversed.events.length, reversed.verdict?.reason]).toEqual([
    ...[2, expect.stringMatching(/^The site has reversed the sale on \d{4}-\d\d-\d\d\./) as string],
  ]);
  expect((await shop.about("T-101")).verdict).toMatchObject({ pays: true });
  const uuid = randomUUID();
  const click = await aClick({ ...shop.of, at: daysAgo(2) });
  for (const txid of ["T-200", uuid]) {
    await aPostback(shop, { click: click.id, reason: "too_old", txid });
    expect(await shop.about(txid)).toMatchObject({
      ...{ found: "transaction", events: [], chain: { agent: { id: shop.agent.id } } },
      verdict: { pays: false, about: "postback", reason: expect.stringContaining("30 days old") as string },
    });
  }
});

test("a booked sale of ₱0.00 counts, and is not said to pay", async () => {
  const shop = await aShop();
  const at = { ...shop.of, at: daysAgo(2) };
  const sale = await aSale({ ...at, price: { payout: 0 }, txid: "T-1" });
  expect((await shop.about("T-1")).verdict).toEqual({
    ...{ pays: null, about: "event" },
    reason: expect.stringContaining("The sale itself pays ₱0.00.") as string,
  });
  await aSale({ ...at, event: "bonus", click: { id: sale.click, geo: "" }, price: { payout: 50 }, txid: "T-1" });
  expect((await shop.about(sale.click)).verdict).toMatchObject({ pays: true });
});

test("a sale of a site that approves sales first is said to wait for its bonus until that is reported", async () => {
  const shop = await aShop({ useApproveSale: true });
  const at = { ...shop.of, at: daysAgo(2) };
  const sale = await aSale({ ...at, txid: "T-1" });
  const asked = await shop.about("T-1");
  expect(asked.verdict?.reason).toContain("The sale itself pays ₱0.00: it waits for the paid sale (Day#2).");
  expect(asked.events[0]?.awaitsBonus).toBe(true);
  await aSale({ ...at, event: "bonus", click: { id: sale.click, geo: "" }, price: { payout: 50 }, txid: "T-1" });
  expect((await shop.about("T-1")).events.map(({ awaitsBonus }) => awaitsBonus)).toEqual([false, false]);
  const lost = await aSale({ ...at, txid: "T-2" });
  await aReversal(lost, { at: daysAgo(1) });
  expect((await shop.about(lost.click)).events.map(({ awaitsBonus }) => awaitsBonus)).toEqual([false, false]);
});

test("each event has its price and the origin of that, its postback and the pay period of its statement line", async () => {
  const shop = await aShop();
  const at = new Date("2026-10-07T16:00:00Z");
  const sale = await aSale({ ...shop.of, at, txid: "T-7" });
  const postbackId = await aPostback(shop, { click: sale.click, verdict: "accepted", at, event: sale.id });
  const [event] = (await shop.about(sale.click)).events;
  expect(event).toMatchObject({
    ...{ postbackId, priceSource: "default", periodId: payPeriodId("2026-10-07"), txid: "T-7" },
    ...{ sitename: shop.site.sitename, typename: shop.type.typename, username: shop.agent.username },
  });
});

it("the verdict distinguishes a reversed sale with a kept bonus from several sales, whichever ID is pasted", () =>
  inPayroll(async () => {
    const type = first((await aSite({ types: [{ bonus: true }] })).types);
    const ann = await anAgent({ username: "ann" });
    const [at, later] = ["2026-03-05T17:00:00Z", "2026-03-07T17:00:00Z"];
    const sale = await aSale({ agent: ann, type, at, txid: "QHA" });
    await aSale({ agent: ann, type, at, event: "bonus", click: { id: sale.click, geo: "" }, txid: "UXB" });
    const reasonOf = async (link: string) =>
      (await withFixedTime(later, () => ask(examine, boss, { link }))).verdict?.reason;
    expect(await reasonOf(sale.click)).toMatch(
      /^The click led to a sale and a bonus, and both are booked\. ₱500\.00 is in/,
    );
    await aReversal(sale, { at: later });
    const open =
      "₱250.00 is in the statement of 2026-03-01 ~ 2026-03-15, which is still open; it is due on 2026-03-20.";
    const kept = `The sale was reversed on 2026-03-07; only its bonus of ₱250.00 counts. ${open}`;
    expect(await reasonOf(sale.click)).toBe(kept);
    expect(await reasonOf("UXB")).toBe(kept);
    expect(await reasonOf("QHA")).toBe("The site has reversed the sale on 2026-03-07.");
  }));

it("the Link doctor says what a sale pays at its AVP tier, and whether it was paid, when and in which run, is held back, or deducted later", () =>
  inPayroll(async () => {
    const avp = first((await aSite({ avp: true })).types);
    const plain = first((await aSite()).types);
    const [ann, bob] = [await anAgent({ username: "ann" }), await anAgent({ username: "bob" })];
    const at = "2026-03-05T17:00:00Z";
    const sale = await sold(ann, avp, at);
    const [held, returned] = [await sold(bob, plain, at), await sold(ann, plain, at)];
    const asked = (link: string, moment = "2026-03-20T17:00:00Z") =>
      withFixedTime(moment, () => ask(examine, boss, { link }));
    const reasonOf = async (link: string) => (await asked(link)).verdict?.reason;
    await closed(FIRST);
    const booked = "The click led to a sale, and the sale is booked.";
    const tier = "₱100.00 at the AVP tier of 1-9 sales";
    const half = "2026-03-01 ~ 2026-03-15";
    expect(await reasonOf(sale.click)).toBe(
      `${booked} ${tier} is in the statement of ${half}, which is closed and not paid yet; it is due on 2026-03-20.`,
    );
    const reason = "Fraud check";
    await withFixedTime("2026-03-16T15:00:00Z", () => ask(holdPayments, boss, { agentIds: [bob.id], reason }));
    await paid(FIRST);
    expect(await reasonOf(sale.click)).toBe(
      `${booked} ${tier} is in payment R1-1 of run 1 of 2026-03-16, which is not transferred yet.`,
    );
    await withFixedTime("2026-03-17T15:00:00Z", () => ask(exportRun, boss, { id: 1 }));
    expect(await reasonOf(sale.click)).toBe(`${booked} ${tier} was paid on 2026-03-16 by payment R1-1 of run 1.`);
    expect(await reasonOf(held.click)).toBe(`${booked} ₱500.00 is held back since 2026-03-16: Fraud check.`);
    const [event] = (await asked(sale.click)).events;
    expect(event).toMatchObject({ pays: 100, tier: "1-9 sales", payment: { state: "paid", made: { run: 1 } } });
    await takenBack(returned, "2026-03-18T17:00:00Z");
    expect(await reasonOf(returned.click)).toBe(
      "The site has reversed the sale on 2026-03-18 (chargeback). ₱500.00 is deducted in 2026-03-16 ~ 2026-03-31.",
    );
    expect((await asked(returned.click)).events.map(({ pays }) => pays)).toEqual([-500, 500]);
  }));

test("a sale that is pending because something is suspended says what", async () => {
  const shop = await aShop();
  const click = await aClick({ ...shop.of, at: daysAgo(1) });
  await aPostback(shop, { click: click.id, reason: "suspended" });
  await execute(sql`UPDATE sites SET active = false WHERE id = ${shop.site.id}`);
  expect((await shop.about(click.id)).verdict?.reason).toContain("The site is suspended.");
});

test("money, addresses and deleted accounts are hidden as everywhere [ROLE-15]", async () => {
  const shop = await aShop();
  await aSale({ ...shop.of, at: daysAgo(1), email: "jane@customers.example" });
  const poor = await anAdmin({ earningVisible: false });
  const [event] = (await ask(examine, poor.actor, { link: shop.link })).events;
  expect([event && "payout" in event, event && "earning" in event]).toEqual([false, false]);
  const { BRAND } = config();
  overrideConfig({ BRAND: "plain" });
  try {
    const [click] = (await shop.about(shop.link)).clicks;
    expect(click && "fromIp" in click).toBe(false);
  } finally {
    overrideConfig({ BRAND });
  }
  expect((await shop.about(shop.link)).clicks[0]?.fromIp).toBe("203.0.113.7");
  await execute(sql`UPDATE accounts SET deleted_at = now() WHERE id = ${shop.agent.accountId}`);
  const chief = await aSuperadmin();
  expect((await ask(examine, chief.actor, { link: shop.link })).chain?.agent).toMatchObject({
    deleted: true,
    username: null,
  });
});

test("a pasted mail is shortened to its links, click ID or e-mail address; of any other text the beginning is kept [TRANS-02, TRANS-08]", async () => {
  const shop = await aShop();
  const short = async (link: string) => (await ask(shorten, shop.actor, { link })).link;
  const mail = `Dear all,\n${"x".repeat(50_000)}\nlook at ${shop.link}?sub1=a and ${shop.path}.\nYours`;
  expect(await short(mail)).toBe(`${shop.link}?sub1=a\n${shop.path}`);
  expect(await short(`The click 018F3E2A-0000-7000-8000-00000000000a?`)).toBe("018f3e2a-0000-7000-8000-00000000000a");
  expect(await short(" <jane@customers.example>")).toBe("jane@customers.example");
  expect(await short(`Nothing. ${"y".repeat(1_000)}`)).toBe(`Nothing. ${"y".repeat(291)}`);
  const many = Array.from({ length: 20 }, (_, i) => `https://${"h".repeat(250)}.example/api/links/go/1/2/${i + 1}`);
  expect((await short(many.join(" "))).length).toBeLessThanOrEqual(4_000);
  expect(await refused(shorten, shop.actor, { link: "z".repeat(1_000_001) })).toMatchObject({ status: 422 });
});

test("the agent of a translated link can be found by ID, with a single criterion [TRANS-10]", async () => {
  const shop = await aShop();
  const { agentId } = await ask(decrypt, shop.actor, { value: shop.link });
  const criteria = [{ field: "agents.id", operator: "AND", value: agentId }];
  const paging = { page: 1, pageSize: 10, sortField: "username", sortAsc: true };
  const { items, total } = await ask(searchAgents, shop.actor, { criteria, ...paging });
  expect([total, items.length]).toEqual([1, 1]);
  const { office, agent } = shop;
  expect(items[0]).toMatchObject({
    ...{ id: agent.id, username: agent.username, officeName: office.officeName, email: "ada@agents.example" },
  });
});
