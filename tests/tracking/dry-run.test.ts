import { afterAll, beforeAll, expect, test } from "vitest";
import { config } from "../../server/kernel/process/config";
import { readTransaction } from "../../server/kernel/database/transactions";
import { sql, type Statement } from "../../server/kernel/database/sql";
import { classNames, type DryRunResult, dryRunLink } from "../../server/tracking";
import { aDatabase } from "../world/database";
import {
  aShop,
  aVisitor,
  BROWSER,
  change,
  type Clicking,
  clicksOf,
  openClicking,
  read,
  type Shop,
} from "./click-world";

let site: Clicking;
beforeAll(async () => {
  await (await aDatabase()).enter();
  site = await openClicking({ CLICK_RATE: 3 });
});
afterAll(() => site.close());

type Visit = { address?: string; userAgent?: string; ahead?: boolean; target?: string };
const tried = ({ type, agent, path }: Shop, visit: Visit = {}): Promise<DryRunResult> =>
  readTransaction(() =>
    dryRunLink(
      { siteId: type.siteId, typeId: type.id, agentId: agent.id },
      { target: path, address: "8.8.8.8", userAgent: BROWSER, ahead: false, ...visit },
    ),
  );

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/;
const rowsOfAll = () =>
  read<Record<string, number>>(sql`
    SELECT (SELECT count(*) FROM clicks) AS clicks, (SELECT count(*) FROM stats_delta) AS deltas,
      (SELECT count(*) FROM user_agents) AS agents, (SELECT count(*) FROM click_uniques) AS uniques`);

/** Expects the dry run to predict what the link does, without leaving anything behind. */
async function agrees(shop: Shop, visit: Visit = {}): Promise<DryRunResult> {
  const { address = "8.8.8.8", userAgent = BROWSER, ahead = false, target = shop.path } = visit;
  const before = await rowsOfAll();
  const trial = await tried(shop, visit);
  expect(await rowsOfAll()).toEqual(before);
  const known = (await clicksOf(shop.agent)).length;
  const answer = await site.open(target, {
    ...{ "X-Forwarded-For": address, "User-Agent": userAgent },
    ...(ahead ? { "Sec-Purpose": "prefetch;prerender" } : {}),
  });
  // A path that is not tracked is passed on to the rest of the product.
  expect(trial.status).toBe(answer.status === 418 ? 404 : answer.status);
  expect(trial.location?.replace(ID, "id")).toBe((answer.headers.location as string | undefined)?.replace(ID, "id"));
  const [click] = (await clicksOf(shop.agent)).slice(known);
  expect([trial.class, trial.geo]).toEqual([click ? classNames[click.class] : null, click?.geo ?? trial.geo]);
  if (click?.class) expect(trial.reason?.text.replace(/\(.*\)/, "")).toBe(click.reason?.replace(/\(.*\)/, ""));
  return trial;
}

test("a counted click has its address with every macro filled in and its country, and stores nothing [TRACK-10]", async () => {
  const shop = await aShop({ url: "https://shop.example/{geo}/{agentid}?o={officeid}&s={sub1}", clickParam: "cid" });
  const trial = await agrees(shop, { target: `${shop.path}?sub1=a%20b&sub2=c` });
  expect(trial).toMatchObject({ status: 302, class: "ok", reason: null, geo: "US" });
  const { agent, office } = shop;
  expect(trial.location?.replace(ID, "id")).toBe(
    `https://shop.example/US/${agent.id}?o=${office.id}&s=a%20b&cid=id&sub2=c`,
  );
  expect(trial.location).toMatch(ID);
  expect(await tried(shop, { address: undefined, userAgent: undefined })).toMatchObject({ class: "ok", geo: "" });
});

const gone = (table: Statement, condition: Statement) => sql`DELETE FROM ${table} WHERE ${condition}`;
const SUSPENDED: [about: string, text: string, break_: (shop: Shop) => Statement][] = [
  ["site", "The site is suspended.", ({ type }) => sql`UPDATE sites SET active = false WHERE id = ${type.siteId}`],
  ["type", "The link is suspended.", ({ type }) => sql`UPDATE types SET active = false WHERE id = ${type.id}`],
  [
    "approval",
    "The agent is not approved.",
    ({ agent }) => sql`UPDATE accounts SET approved = false WHERE id = ${agent.accountId}`,
  ],
  [
    "agent",
    "The agent is suspended.",
    ({ agent }) => sql`UPDATE accounts SET active = false WHERE id = ${agent.accountId}`,
  ],
  [
    "office",
    "The office is suspended.",
    ({ office }) => sql`UPDATE accounts SET active = false WHERE id = ${office.accountId}`,
  ],
  [
    "officeSite",
    "The site is not enabled for the office.",
    ({ office }) => gone(sql`office_sites`, sql`company_id = ${office.id}`),
  ],
  [
    "agentSite",
    "The site is not enabled for the agent.",
    ({ agent }) => gone(sql`agent_sites`, sql`agent_id = ${agent.id}`),
  ],
  [
    "target",
    "The link has no usable address.",
    ({ type }) => sql`UPDATE types SET url = 'no address' WHERE id = ${type.id}`,
  ],
];

test.each(SUSPENDED)("a click on a link that does not work: %s [TRACK-11]", async (about, text, breakIt) => {
  const shop = await aShop();
  await change(breakIt(shop));
  expect(await agrees(shop)).toMatchObject({
    status: 410,
    class: "suspended",
    location: null,
    reason: { about, text },
  });
});

test("of several reasons the dry run gives the same one as the link [TRACK-11]", async () => {
  const shop = await aShop();
  await change(...SUSPENDED.map(([, , breakIt]) => breakIt(shop)), sql`INSERT INTO black_list (ip) VALUES ('9.9.9.9')`);
  expect(await agrees(shop, { address: "9.9.9.9" })).toMatchObject({ class: "suspended", reason: { about: "site" } });
});

test("a link with an unknown part or another spelling is 404 [TRACK-07]", async () => {
  const shop = await aShop();
  const other = await aShop();
  const { type, agent } = shop;
  const missing: [string, Shop][] = [
    ["site", { ...shop, type: { ...type, siteId: 999_999 } }],
    ["type", { ...shop, type: { ...type, id: 999_999 } }],
    ["type", { ...shop, type: { ...type, siteId: other.type.siteId } }],
    ["agent", { ...shop, agent: { ...agent, id: 999_999 } }],
  ];
  for (const [about, parts] of missing) {
    const path = `/api/links/go/${parts.type.siteId}/${parts.type.id}/${parts.agent.id}`;
    expect(await agrees({ ...parts, path })).toMatchObject({ status: 404, class: null, reason: { about } });
  }
  for (const target of [`${shop.path}/1`, `/go${shop.path}`, shop.path.replace("api", "API"), `/${shop.path}`]) {
    expect(await agrees(shop, { target })).toMatchObject({ status: 404, class: null, reason: { about: "address" } });
  }
  await change(sql`UPDATE accounts SET deleted_at = now() WHERE id = ${agent.accountId}`);
  expect(await agrees(shop)).toMatchObject({ status: 404, reason: { about: "agent" } });
});

test.each([
  ["203.0.113.9", "203.0.113.0/24"],
  ["2001:db8:1::7", "2001:db8::/32"],
  ["::ffff:198.18.0.4", "198.18.0.4"],
])("a visitor at %s is on the black list by %s [TRACK-12]", async (address, entry) => {
  const shop = await aShop();
  await change(sql`INSERT INTO black_list (ip) VALUES (${entry}::cidr)`);
  const trial = await agrees(shop, { address });
  expect(trial).toMatchObject({ status: 302, class: "blacklisted", reason: { about: "visitor" } });
  expect(trial.reason?.text).toContain(entry);
  expect((await tried(shop, { address: "203.0.114.9" })).class).toBe("ok");
});

test("robots and prefetches are reported [TRACK-13, TRACK-14]", async () => {
  const shop = await aShop();
  expect(await agrees(shop, { userAgent: "curl/8.5.0" })).toMatchObject({ class: "bot", reason: { about: "visitor" } });
  expect(await agrees(shop, { ahead: true })).toMatchObject({ class: "prefetch", reason: { about: "visitor" } });
});

test("a click beyond the rate is reported, and dry runs do not count towards the rate [TRACK-15]", async () => {
  const shop = await aShop();
  expect(config().CLICK_RATE).toBe(3);
  const own = aVisitor();
  const visit = { address: own };
  for (let i = 0; i < 5; i++) expect((await tried(shop, visit)).class).toBe("ok");
  for (const made of ["ok", "ok", "ok", "rate", "rate"]) expect((await agrees(shop, visit)).class).toBe(made);
  expect((await tried(shop, { address: `::ffff:${own}` })).class).toBe("rate");
  expect((await tried(shop, { address: aVisitor() })).class).toBe("ok");
  expect((await tried(shop, { ...visit, userAgent: `${BROWSER} Edg/1` })).class).toBe("ok");
});
