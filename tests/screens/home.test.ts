import { beforeAll, expect, test } from "vitest";
import { home as texts } from "../../app/texts";
import { dayOf } from "../../server/kernel/time";
import { formatPeriod, periodOf, previous } from "../../server/trade/periods";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { type Agent, anAdmin, anAgent, anOffice, aReversal, aSale, aSite, aSuperadmin } from "../world/builders";
import { aDatabase, type TestDatabase } from "../world/database";
import { first } from "../world/first";
import { pageOf } from "../world/page";
import { aServer, type Server } from "../world/server";
import { type Table, tableIn } from "../world/table";
import { aVisitor, type Visitor } from "../world/visitor";
import { db } from "../world/db";

const LONG = "L".repeat(255);
const names = { superadmin: "boss", admin: "adm", company: "man", agent: "ann" };
let server: Server;
let empty: Server;
let office: { id: number };
let ann: Agent;
let stopped: Agent;

beforeAll(async () => {
  empty = await aServer({ workers: 0, database: await withPeople() });
  const database = await withPeople();
  const type = first((await aSite()).types);
  const sell = async (agent: Agent, times: number) => {
    for (let i = 0; i < times; i += 1) await aSale({ agent, type, at: new Date() });
  };
  await sell(ann, 2);
  for (let place = 1; place <= 4; place += 1) {
    const other = await anOffice({ officeName: `Office ${place}` });
    await sell(await anAgent({ office: other, username: `agent${place}`, firstName: LONG, lastName: "<b>x" }), 1);
  }
  const half = periodOf(dayOf(Date.now()), "beWeek");
  const before = `${previous(half, "beWeek").start}T12:00:00Z`;
  const [fading, steady] = [
    await anAgent({ username: "fading", office: await anOffice({ officeName: "Fading" }) }),
    await anAgent({ username: "steady", office: await anOffice({ officeName: "Steady" }) }),
  ];
  for (const agent of [fading, steady]) await aSale({ agent, type, at: before });
  await sell(steady, 1);
  stopped = await anAgent({ username: "stopped", active: false });
  await sell(stopped, 1);
  server = await aServer({ workers: 0, database });
});

async function withPeople(): Promise<TestDatabase> {
  const database = await aDatabase();
  await database.enter();
  const made = await anOffice({ username: names.company, officeName: "<i>Quay" });
  ann = await anAgent({ office: made, username: names.agent });
  await anAdmin({ username: names.admin });
  await aSuperadmin({ username: names.superadmin });
  office = made;
  return database;
}

async function homeOf(username: string, at = server): Promise<string> {
  const visitor: Visitor = aVisitor(at.url);
  await visitor.signIn(username);
  const { html, status } = await visitor.get("/app/home");
  expect(status).toBe(200);
  return html;
}

const periodShown = (unit: "week" | "beWeek") => {
  const [start, end] = formatPeriod({ ...periodOf(dayOf(Date.now()), unit), unit }).split(",");
  return `${start} ~ ${end}`;
};
const captions = () => [
  `Weekly Top 10 Agents ${periodShown("week")}`,
  `All Time Top 10 Agents ${texts.since}`,
  `BiWeekly office ${periodShown("beWeek")}`,
];
const rankingsOf = (html: string) => {
  const [weekly, allTime, offices] = captions();
  return { weekly: tableIn(html, weekly), allTime: tableIn(html, allTime), offices: tableIn(html, offices) };
};

test("Home has its title, the time zone and the three rankings, each with its period [HOME-01, HOME-06, HOME-07, HOME-08]", async () => {
  const html = await homeOf(names.agent);
  expect(html).toContain("<h1>Home</h1>");
  expect(pageOf(html).one("header.head")?.text).toMatch(/Times are in US Eastern time \(E[SD]T\)/);
  expect(pageOf(html).texts(".rankings caption")).toEqual(captions());
  const { weekly, allTime, offices } = rankingsOf(html);
  expect(offices.headings).toEqual(["No", "Office", "Sales", "Growth", "Same days"]);
  expect(weekly.rows[0]).toEqual({ No: "1", Agent: expect.stringMatching(/^ann /) as unknown, Sales: "2" });
  expect(weekly.rows[1]).toMatchObject({ Agent: `agent1 ${LONG} <b>x` });
  const fading = (ranking: Table) => ranking.column("Agent").some((agent) => agent.startsWith("fading "));
  expect([fading(weekly), fading(allTime)]).toEqual([false, true]);
  expect(offices.rows[0]).toMatchObject({ No: "1", Office: "<i>Quay", Sales: "2", Growth: "+100.00%" });
});

test("exactly the first three rows of each table are highlighted [HOME-10]", async () => {
  const shown = pageOf(await homeOf(names.agent)).all(".rankings table");
  expect(shown).toHaveLength(3);
  for (const rows of shown.map((table) => table.all("tbody tr")))
    expect(rows.map((row) => row.is(".top"))).toEqual(rows.map((_row, index) => index < 3));
});

test("agents are listed with their offices only for admins, offices for everyone [HOME-12]", async () => {
  for (const [role, username] of Object.entries(names)) {
    const { weekly, allTime, offices } = rankingsOf(await homeOf(username));
    const heads = ["No", "Agent", ...(role === "superadmin" || role === "admin" ? ["Office"] : []), "Sales"];
    expect([role, weekly.headings, allTime.headings]).toEqual([role, heads, heads]);
    expect([role, offices.headings[1]]).toEqual([role, "Office"]);
  }
});

test("positive growth is green, any other red [HOME-09]", async () => {
  const html = await homeOf(names.agent);
  const growthOf = (name: string) => {
    const row = pageOf(html)
      .all("tr")
      .find((one) => one.texts("th").some((head) => head.endsWith(name)));
    const growth = row?.one("span[class]");
    return [growth?.attr("class"), growth?.text];
  };
  expect(growthOf("<i>Quay")).toEqual(["good", "+100.00%"]);
  expect(growthOf("Steady")).toEqual(["bad", "0%"]);
  expect(growthOf("Fading")).toEqual(["bad", "−100.00%"]);
});

test("each table without sales says so, and there is no news or notice that was not written [ERR-20]", async () => {
  const html = await homeOf(names.agent, empty);
  expect(pageOf(html).texts(".rankings caption")).toEqual(captions());
  for (const [name, { empty: sentence }] of Object.entries(rankingsOf(html)))
    expect([name, sentence]).toEqual([name, "No data for period"]);
  expect(pageOf(html).has("h2:not([class], [id]), .notice, #news")).toBe(false);
});

test("the office's Must Read is on top for its people, as clean HTML [HOME-02]", async () => {
  const stored = `<p>Call <b>early</b></p><img src=x onerror=alert(1)><script>alert(2)</script>`;
  await db.run`UPDATE offices SET agent_notes = ${stored} WHERE id = ${office.id}`;
  for (const username of [names.agent, names.company]) {
    const html = await homeOf(username);
    expect(html).toContain("<p>Call <b>early</b></p>");
    expect(html).not.toMatch(/onerror|alert\(/);
  }
  for (const username of [names.admin, names.superadmin]) expect(await homeOf(username)).not.toContain("early");
  await db.run`UPDATE offices SET agent_notes = '' WHERE id = ${office.id}`;
});

test("everyone sees the latest news, as clean HTML [HOME-05]", async () => {
  const html = "<p>New site: <b>Lantern</b></p><script>alert(3)</script>";
  await db.run`INSERT INTO news DEFAULT VALUES ON CONFLICT DO NOTHING`;
  await db.run`UPDATE news SET html = ${html}`;
  for (const username of Object.values(names)) {
    const page = await homeOf(username);
    expect(page).toContain("<p>New site: <b>Lantern</b></p>");
    expect(page).not.toContain("alert(");
  }
  await db.run`UPDATE news SET html = ''`;
});

test("the fraud notice is shown with the suspension notice, in the specified words [HOME-03, HOME-04]", async () => {
  expect(await homeOf("stopped")).not.toContain(texts.fraud);
  const type = first((await aSite()).types);
  const sale = await aSale({ agent: stopped, type, at: new Date() });
  const { id } = await aReversal(sale, { at: new Date() });
  await db.run`UPDATE sale_events SET stolen_card = true WHERE id = ${id}`;
  const html = await homeOf("stopped");
  expect(texts.fraud).toBe(
    "One or more of your sales were flagged as made with stolen cards. Your account is suspended. Please talk to your manager.",
  );
  expect(html).toContain(`<p>${texts.fraud}</p>`);
  expect(html).toContain(`<p>${texts.linksStopped}</p>`);
  expect(html.match(/account is suspended/g)).toHaveLength(1);
  for (const username of Object.values(names)) expect(await homeOf(username)).not.toContain(texts.fraud);
});

test("roles with the screen Top Agents can choose another pay period there [HOME-13]", async () => {
  const link = async (username: string) => pageOf(await homeOf(username)).link("Choose another pay period");
  for (const username of [names.superadmin, names.admin, names.company])
    expect(await link(username)).toBe("/app/stats/top-agents");
  expect(await link(names.agent)).toBeUndefined();
});

test("an agent sees their AVP progress in words; other roles and a company without tiers do not [LEDGER-08]", async () => {
  expect(await homeOf(names.agent)).not.toContain(texts.avp.heading);
  const type = first((await aSite({ avp: true })).types);
  await writeTransaction(async () => {
    await execute(sql`INSERT INTO avp_tiers VALUES ('2020-01-01', 0, 0, 0, 0, 0), ('2020-01-01', 1, 1, 2, 150, 3)`);
    await execute(sql`INSERT INTO avp_tiers VALUES ('2020-01-01', 2, 3, 1000, 200, 4)`);
  });
  const facts = async () =>
    pageOf(await homeOf(names.agent))
      .all("dt + dd")
      .map((said) => `${said.before?.text}: ${said.text}`);
  const bar = async () => {
    const tiers = pageOf(await homeOf(names.agent)).one(".tiers");
    const filled = tiers?.all("path:not(.slot)").map((path) => path.attr("d"));
    return [tiers?.one("svg")?.attr("aria-label"), tiers?.texts("li"), tiers?.texts("li.current"), filled];
  };
  const [before, empty] = [await facts(), await bar()];
  const [sold, half] = [await sellAvp(1), await bar()];
  const [inTop, full] = [await sellAvp(2), await bar()];
  const labels = ["1-2 sales ₱150.00", "3+ sales ₱200.00"];
  expect(empty).toEqual(["0 AVP sales: in the tier 0 sales", labels, [], []]);
  expect(half).toEqual(["1 AVP sales: in the tier 1-2 sales", labels, [labels[0]], ["M0 0h49v8H0z"]]);
  expect(full[3]).toEqual(["M0 0h98v8H0z", expect.stringMatching(/^M100 0h\d+v8H100z$/)]);
  expect(before).toEqual([
    ...["Sales: 0", "Tier: 0 sales", "To the next tier: 1 more sale for ₱150.00 a sale"],
    ...["Earned so far (AVP): ₱0.00", "Expected at this pace (AVP): ₱0.00"],
  ]);
  expect(sold.slice(0, 4)).toEqual([
    ...["Sales: 1", "Tier: 1-2 sales, ₱150.00 a sale", "To the next tier: 2 more sales for ₱200.00 a sale"],
    "Earned so far (AVP): ₱150.00",
  ]);
  expect(inTop.slice(1, 4)).toEqual([
    ...["Tier: 3+ sales, ₱200.00 a sale", "To the next tier: You are in the top tier", "Earned so far (AVP): ₱600.00"],
  ]);
  for (const username of [names.company, names.admin, names.superadmin])
    expect(await homeOf(username)).not.toContain(texts.avp.heading);

  async function sellAvp(times: number) {
    for (let i = 0; i < times; i += 1) await aSale({ agent: ann, type, at: new Date() });
    return facts();
  }
});
