import { beforeAll, expect, test } from "vitest";
import { home as texts } from "../../app/texts";
import { dateTime } from "../../app/components/formats";
import { addDays, dayOf } from "../../server/kernel/time";
import { payPeriodId, periodOf, previous } from "../../server/trade/periods";
import {
  type Agent,
  aClick,
  aLedgerLine,
  anAdmin,
  anAgent,
  anOffice,
  aSale,
  aSite,
  aSuperadmin,
} from "../world/builders";
import { aDatabase } from "../world/database";
import { first } from "../world/first";
import { pageOf } from "../world/page";
import { aServer, type Server } from "../world/server";
import { aVisitor, type Visitor } from "../world/visitor";
import { db } from "../world/db";

const names = { superadmin: "boss", admin: "adm", company: "man", agent: "ann" };
const day = (back: number) => new Date(Date.now() - back * 24 * 60 * 60 * 1000);
/** When an agent signed in before these tests. */
const visited = day(2);
let server: Server;
let fresh: Server;
let bare: Server;

beforeAll(async () => {
  bare = await aServer({ workers: 0 });
  const created = await aDatabase();
  await created.enter();
  await aSuperadmin({ username: names.superadmin });
  fresh = await aServer({ workers: 0, database: created });

  const database = await aDatabase();
  await database.enter();
  const office = await anOffice({ username: names.company });
  const ann = await anAgent({ office, username: names.agent });
  const quiet = await anAgent({ office, username: "quiet", firstName: "Quin", lastName: "Iet" });
  await anAgent({ office, username: "newcomer", approved: false });
  const stopped = await anAgent({ username: "stopped", active: false });
  await db.run`
      UPDATE accounts SET status_reason = 'on leave', status_at = '2026-11-14T12:00:00-05:00' WHERE id = ${stopped.accountId}`;
  await anAgent({ username: "elsewhere", approved: false });
  await anAdmin({ username: names.admin });
  await aSuperadmin({ username: names.superadmin });
  const site = await aSite({
    sitename: "Lantern",
    enabledFor: [office, ann],
    types: [{ typename: "slow" }, { typename: "quick", bonus: true }],
  });
  const [slow, quick] = [first(site.types), first(site.types.slice(1))];
  for (const back of [0, 1, 2, 16, 20]) {
    await aClick({ agent: ann, type: slow, at: day(back) });
    await sell(ann, quick.id === slow.id ? slow : quick, back);
  }
  await sell(ann, slow, 0);
  await aSale({ agent: ann, type: quick, event: "bonus", at: day(1) });
  await sell(quiet, slow, 12);
  await anAgent({ username: "novice" });
  const payee = await anAgent({ username: "payee" });
  const half = periodOf(dayOf(Date.now()), "beWeek");
  const [running, settles] = [payPeriodId(half.start), payPeriodId(previous(half, "beWeek").start)];
  const earned = { kind: "adjustment", reason: "bonus", by: payee.accountId } as const;
  // The sales of the payee may be of the half-month before.
  for (const agent of [payee, await anAgent({ username: "settled" })]) {
    await aLedgerLine({ period: settles, agent, php: 3250, usd: 65, ...earned });
    await aLedgerLine({ period: running, agent, kind: "payment", php: -3250, usd: -65, settles });
  }
  const owed = await anAgent({ username: "owed" });
  const own = { kind: "adjustment", reason: "bonus", by: owed.accountId } as const;
  await aLedgerLine({ period: settles, agent: owed, php: 1500, ...own });
  const patient = await anAgent({ username: "patient" });
  for (let [back, period] = [0, half]; back < 5; [back, period] = [back + 1, previous(period, "beWeek")])
    await aLedgerLine({ period: payPeriodId(period.start), agent: patient, php: 100 * 2 ** back, ...own });
  await db.run`
      WITH visit AS (
        INSERT INTO sessions (hash, account_id, kind, role, created_at, expires_at, ended_at)
        VALUES (sha256('visit'), ${payee.accountId}, 'browser', 20, ${visited}, ${day(1)}, ${day(1)}) RETURNING id
      )
      INSERT INTO login_log (session_id, account_id, agent_id, in_time)
      SELECT id, ${payee.accountId}, ${payee.id}, ${visited} FROM visit`;
  await db.run`INSERT INTO audit (operation, record, record_id, at) VALUES ('news.save', 'news', '1', ${day(1)})`;
  for (const back of [1, 3]) await sell(payee, slow, back);
  server = await aServer({ workers: 0, database });

  async function sell(agent: Agent, type: typeof slow, back: number) {
    await aSale({ agent, type, at: day(back) });
  }
});

async function signedIn(username: string, at = server): Promise<Visitor> {
  const visitor = aVisitor(at.url);
  await visitor.signIn(username);
  return visitor;
}
const homeOf = async (username: string, at = server) =>
  pageOf((await (await signedIn(username, at)).get("/app/home")).html);

test("every figure of Home opens a report with the same figure, for every role", async () => {
  for (const [role, username] of Object.entries(names)) {
    const visitor = await signedIn(username);
    const tiles = pageOf((await visitor.get("/app/home")).html).one(".tiles");
    const figures = (tiles?.all(".now > a, td > a") ?? []).map((link) => [link.attr("href") ?? "", link.text] as const);
    // Agents and managers have no report of the pesos of a day.
    expect([role, figures.length]).toEqual([role, role === "superadmin" || role === "admin" ? 28 : 18]);
    const reports = new Map<string, string>();
    for (const [address] of figures)
      if (!reports.has(address)) reports.set(address, (await visitor.open(address)).html);
    for (const [address, figure] of figures) {
      const report = pageOf(reports.get(address) ?? "");
      const isEmpty = report.has(".nothing, .empty") && /^[₱$]?0(\.00)?$/.test(figure);
      const stands = isEmpty || report.texts("tfoot td").includes(figure);
      expect([role, address, figure, stands]).toEqual([role, address, figure, true]);
    }
  }
});

test("an agent's phone shows the balance with its half-month and the way to a link first, then the figures", async () => {
  const page = await homeOf(names.agent);
  const parts = page.all("main > *").map((part) => part.attr("class") ?? "");
  expect(parts.slice(0, 3)).toEqual(["head", "split", "tiles"]);
  const { start, end } = periodOf(dayOf(Date.now()), "beWeek");
  expect(page.one(".hero")?.text).toContain(`Pay period ${start} ~ ${end}`);
  expect(page.link(texts.getLink)).toBe("/app/links/all");
  expect(page.one(".tiles h2")?.text).toBe(texts.figures.own);
  for (const [username, heading] of [
    [names.company, texts.figures.office],
    [names.admin, texts.figures.network],
  ] as const)
    expect((await homeOf(username)).one(".tiles h2")?.text).toBe(heading);
});

test("each figure has a tile: this half-month with thirty days behind it, and three other periods", async () => {
  const today = dayOf(Date.now());
  const { start } = periodOf(today, "beWeek");
  const page = await homeOf(names.superadmin);
  expect(page.one(".tiles .head")?.text).toContain(`${texts.figures.names.half} ${start} ~ ${today}`);
  const tiles = page.all(".tile");
  const { raws, uniques, sales, bonusSales, php, earn, bonusEarn } = texts.figures;
  expect(tiles.map((tile) => tile.one("h3")?.text)).toEqual([raws, uniques, sales, bonusSales, php, earn, bonusEarn]);
  const { today: now, yesterday, lastHalf } = texts.figures.names;
  for (const tile of tiles) {
    expect(tile.texts("th")).toEqual([now, yesterday, lastHalf]);
    expect(tile.one("th")?.attr("title")).toBe(today);
    const columns = tile.all("svg path").map((path) => path.attr("d")?.match(/M/g)?.length ?? 0);
    const current = Number(today.slice(8)) - Number(start.slice(8));
    expect(columns).toEqual([29 - current, current, 1]);
  }
  expect((await homeOf(names.agent)).texts(".tile h3")).toEqual([raws, uniques, sales, bonusSales, php]);
});

test("an agent's balance is the total of the statement that it opens", async () => {
  const visitor = await signedIn(names.agent);
  const balance = pageOf((await visitor.get("/app/home")).html).one(".hero .amount");
  const statement = pageOf((await visitor.get(balance?.attr("href") ?? "")).html);
  expect(statement.one("tfoot tr:last-child")?.text).toContain(balance?.text);
  expect(balance?.text).not.toBe("₱0.00");
  expect((await homeOf(names.company)).has(".hero")).toBe(false);
});

test("an agent's Home says until when the half-month is open, what was paid last, and what is new since the last visit", async () => {
  const hero = async (username: string) => (await homeOf(username)).one(".hero")?.text ?? "";
  const { end } = periodOf(dayOf(Date.now()), "beWeek");
  const first = await hero("novice");
  expect(first).toContain(`Open until ${end}, due on ${addDays(end, 5)}`);
  expect(first).not.toMatch(/Last pa|Since your last visit/);
  expect(await hero("novice")).toMatch(/Since your last visit, \d{4}-\d\d-\d\d \(\d\d:\d\d\): 0 sales(?!,)/);
  const payee = await hero("payee");
  expect(payee).toContain(`Last paid ${dayOf(Date.now())}: ₱3,250.00`);
  expect(payee).toContain(`Since your last visit, ${dateTime(visited)}: 1 sale, updated news`);
});

test("a half-month that was not paid on its day says that it was due", () => {
  expect(texts.due("Open", "2026-11-20", "2026-11-21")).toBe("Open, was due on 2026-11-20");
  expect(texts.due("Open", "2026-11-20", "2026-11-20")).toBe("Open, due on 2026-11-20");
});

test("an agent's Home names each half-month that is not paid with its amount, and says when there is nowhere to pay to", async () => {
  const page = await homeOf("owed");
  const half = periodOf(dayOf(Date.now()), "beWeek");
  const before = previous(half, "beWeek");
  expect(page.one(".hero .amount")?.text).toBe("₱1,500.00");
  expect(page.texts(".hero li")).toEqual([
    `${before.start} ~ ${before.end}: ${texts.due(texts.over, addDays(before.end, 5), dayOf(Date.now()))} ₱1,500.00`,
    `${half.start} ~ ${half.end}: Open until ${half.end}, due on ${addDays(half.end, 5)} ₱0.00`,
  ]);
  expect(page.link(texts.noPayout)).toBe("/app/profile/payout");
  const settled = (await homeOf("settled")).one(".hero")?.text;
  expect(settled).toContain(half.end);
  expect(settled).not.toContain(before.end);
});

test("of many half-months that are not paid, three lines say what is owed, the first of them what is owed until then", async () => {
  const half = periodOf(dayOf(Date.now()), "beWeek");
  const before = previous(half, "beWeek");
  const page = await homeOf("patient");
  expect(page.one(".hero .amount")?.text).toBe("₱3,100.00");
  expect(page.texts(".hero li").map((line) => [line.split(":")[0], line.split(" ").at(-1)])).toEqual([
    [`Until ${previous(before, "beWeek").end}`, "₱2,800.00"],
    [`${before.start} ~ ${before.end}`, "₱200.00"],
    [`${half.start} ~ ${half.end}`, "₱100.00"],
  ]);
});

test("an agent's best-selling links are ready to copy, best first, and are the addresses that Links hands out", async () => {
  const visitor = await signedIn(names.agent);
  const page = pageOf((await visitor.get("/app/home")).html);
  const fields = page.all("[aria-labelledby='best-links'] input");
  expect(fields.map((field) => field.attr("aria-label"))).toEqual(["Lantern quick", "Lantern slow"]);
  const siteId = pageOf((await visitor.get("/app/links/links")).html)
    .all("#q-siteId option, [name=siteId] option")
    .map((option) => option.attr("value"))
    .find(Boolean);
  const links = pageOf((await visitor.get(`/app/links/links?siteId=${siteId}`)).html)
    .all(".copy input")
    .map((field) => field.attr("value"));
  for (const field of fields) expect(links).toContain(field.attr("value"));
  expect((await homeOf(names.company)).has("[aria-labelledby='best-links']")).toBe(false);
});

test("the trend has a column and a table row for every day, and its drawing takes at most 2 KB compressed", async () => {
  const { gzipSync } = await import("node:zlib");
  const page = await homeOf(names.superadmin);
  expect(page.all("[aria-labelledby='trend'] tbody tr")).toHaveLength(30);
  const drawing = page.one("[aria-labelledby='trend'] .plot");
  expect(drawing?.html).toContain("<path");
  expect(gzipSync(drawing?.html ?? "").length).toBeLessThan(2048);
  expect(drawing?.attr("aria-label")).toMatch(/Columns show sales by day .* 9 in all; the line shows uniques/);
  expect(drawing?.all(".at li")).toHaveLength(30);
});

test("a manager sees which agents wait for approval, stopped selling, are new or have not signed in; other roles do not", async () => {
  const part = (await homeOf(names.company)).one("[aria-labelledby='agents']");
  const groups = new Map(part?.all("h3").map((heading) => [heading.text, heading.within("div")?.texts("li") ?? []]));
  const of = (group: keyof typeof texts.agents.groups, count: number) =>
    groups.get(`${texts.agents.groups[group][0]} (${count})`)?.map((line) => line.split(" ")[0]);
  expect(of("waiting", 1)).toEqual(["newcomer"]);
  expect(of("stopped", 1)).toEqual(["quiet"]);
  expect(of("fresh", 2)?.sort()).toEqual(["ann", "quiet"]);
  // Whether the agent who can sign in has done so depends on the other tests.
  expect(of("away", 1) ?? of("away", 2)).toContain("quiet");
  for (const username of [names.agent, names.admin]) expect((await homeOf(username)).has("#agents")).toBe(false);
});

test("admins see their pending work, each with a link, and nothing that another role has to do", async () => {
  const linksOf = async (username: string) =>
    (await homeOf(username)).all("[aria-labelledby='attention'] a").map((link) => [link.text, link.attr("href")]);
  const boss = await linksOf(names.superadmin);
  expect(boss).toContainEqual(["2 agents wait for approval", "/app/unapprove"]);
  expect(boss).toContainEqual([texts.attention.noBackup, "/app/settings/health"]);
  expect(boss).toContainEqual([texts.attention.noDoctor, "/app/settings/health"]);
  expect(boss.some(([, address]) => /^\/app\/stats\/pay-periods\/close\/\d{7}$/.test(address ?? ""))).toBe(true);
  // The oldest work comes first; half-months that are over are the only work with a day here.
  expect(boss.at(0)?.[1]).toMatch(/pay-periods/);
  expect(await linksOf(names.admin)).toEqual([["2 agents wait for approval", "/app/unapprove"]]);
  const visitor = await signedIn(names.superadmin);
  for (const [, address = ""] of boss) expect([address, (await visitor.get(address)).status]).toEqual([address, 200]);
  for (const username of [names.company, names.agent])
    expect((await homeOf(username)).has("[aria-labelledby='attention']")).toBe(false);
});

test("the first superadmin of a company sees the steps to the first sale, each with a link that opens", async () => {
  const visitor = await signedIn(names.superadmin, fresh);
  const page = pageOf((await visitor.get("/app/home")).html);
  const steps = page.all(".steps a").map((link) => [link.text, link.attr("href") ?? ""] as const);
  expect(steps.map(([name]) => name)).toEqual(Object.values(texts.setUp.steps).map(([name]) => name));
  for (const [, address] of steps) expect([address, (await visitor.get(address)).status]).toEqual([address, 200]);
  expect(page.has("[aria-labelledby='trend']")).toBe(false);
  for (const username of Object.values(names))
    expect((await homeOf(username)).has(".steps")).toBe(username === names.superadmin);
});

test("a company without accounts says how to make the first one, at the sign-in and at the start", async () => {
  const command = "npm run admin -- create-superadmin USERNAME EMAIL";
  const { status, html } = await aVisitor(bare.url).get("/login");
  expect([status, pageOf(html).one(".notice code")?.text]).toEqual([200, command]);
  await expect.poll(() => bare.said(), { timeout: 60_000 }).toContain(command);
  expect((await aVisitor(fresh.url).get("/login")).html).not.toContain("create-superadmin");
  expect(fresh.said()).not.toContain("create-superadmin");
});

test("Add Agent of a company without offices says to add an office first", async () => {
  const page = pageOf((await (await signedIn(names.superadmin, fresh)).get("/app/agents/create")).html);
  expect(page.one(".notice")?.text).toContain("add an office first");
  expect(page.link("Add an office")).toBe("/app/offices/create");
  for (const username of [names.superadmin, names.company])
    expect((await (await signedIn(username)).get("/app/agents/create")).html).not.toContain("add an office first");
});

test("a suspended agent reads it once on Home and on Links, with day and reason", async () => {
  for (const path of ["/app/home", "/app/links/links"]) {
    const { html } = await (await signedIn("stopped")).get(path);
    expect([path, html.match(/account is suspended/g)?.length]).toEqual([path, 1]);
    expect(pageOf(html).one(".notice")?.text).toBe(
      `Your account is suspended since 2026-11-14. Your links do not count until it is activated.Reason: on leave`,
    );
    expect((await (await signedIn(names.agent)).get(path)).html).not.toContain("account is suspended");
  }
});
