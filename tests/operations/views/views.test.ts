import { beforeAll, describe, expect } from "vitest";
import * as views from "../../../server/views";
import { withFixedTime } from "../../../server/kernel/time/now";
import { ask, refused } from "../../reports/ask";
import { aSuperadmin, anAdmin, anAgent, anOffice } from "../../world/builders";
import { aDatabase } from "../../world/database";
import { test } from "../../world/rollback";

/** Lists, logs and reports under a name. */

beforeAll(async () => (await aDatabase()).enter());

const SITES = { name: "Sites by agent", screen: "/app/stats/sites", query: "groupBy=agent&during=yesterday" };
const namesOf = async (who: { actor: Parameters<typeof ask>[1] }) =>
  (await ask(views.search, who.actor)).items.map(({ name }) => name);

describe("a saved view", () => {
  test("keeps screen and query, without the reader's place on the page [VIEW-01]", async () => {
    const { actor } = await anOffice();
    const query = "?page=3&pageSize=100&groupBy=agent&start=2026-11-01&end=2026-11-02&siteWas=all&print=1&geo=";
    const view = await ask(views.create, actor, { ...SITES, query });
    expect(view).toMatchObject({ own: true, mail: "none", version: 1, title: "Sites report", feed: null });
    expect(view.query).toBe("pageSize=100&groupBy=agent&start=2026-11-01&end=2026-11-02");
    expect(await ask(views.open, actor, { id: view.id })).toEqual({ address: `/app/stats/sites?${view.query}` });
  });

  test("opens with the range of its screen if it has none, and not with the last one of the session [VIEW-03, VIEW-13]", async () => {
    const { actor } = await anOffice();
    const { id } = await ask(views.create, actor, { name: "Clicks", screen: "/app/logs/click-outs" });
    expect(await ask(views.open, actor, { id })).toEqual({ address: "/app/logs/click-outs?during=last-7-days" });
    expect((await ask(views.search, actor)).items[0]).toMatchObject({ name: "Clicks", lastUsedAt: expect.any(String) });
  });

  test.each([
    ["an address that is no list", { screen: "/app/profile" }, "screen"],
    ["an address elsewhere", { screen: "https://example.org/app/agents" }, "screen"],
    ["a screen of another role", { screen: "/app/offices/offices", query: "" }, "screen"],
    ["a parameter that the screen does not have", { query: "constructor=1" }, "query"],
    ["a parameter of another screen", { query: "recordType=1" }, "query"],
    ["a range that the screen does not have", { query: "during=tomorrow" }, "query"],
    ["a half-month report of a day", { screen: "/app/stats/sites-avp", query: "during=today" }, "query"],
    ["too long a query", { query: `hide=${"1".repeat(2_000)}` }, "query"],
    ["no name", { name: " " }, "name"],
    [
      "a mail of a screen without export",
      { screen: "/app/stats/office-performance-chart", query: "", mail: "daily" },
      "mail",
    ],
  ])("is refused with %s [VIEW-02]", async (_, change, field) => {
    const { actor } = await anOffice();
    expect(await refused(views.create, actor, { ...SITES, ...change })).toMatchObject({
      status: 422,
      data: { [field]: [expect.any(String)] },
    });
  });

  test("is changed by its owner alone, from the current version [VIEW-05]", async () => {
    const office = await anOffice();
    const agent = await anAgent({ office });
    const { id, version } = await ask(views.create, office.actor, { ...SITES, shared: true });
    expect(await refused(views.update, agent.actor, { id, name: "Mine" })).toMatchObject({ status: 404 });
    expect(await refused(views.remove, agent.actor, { id })).toMatchObject({ status: 404 });
    const saved = await ask(views.update, office.actor, { id, name: "Ours", version });
    expect(saved).toMatchObject({ name: "Ours", shared: true, query: SITES.query, version: version + 1 });
    const conflict = await refused(views.update, office.actor, { id, name: "Again", version });
    expect(conflict).toMatchObject({ status: 409, data: { current: { name: "Ours" } } });
    expect(await ask(views.remove, office.actor, { id })).toEqual({ deleted: 1 });
    expect(await namesOf(office)).toEqual([]);
  });

  test("has a name that the account uses once [VIEW-01]", async () => {
    const { actor } = await anOffice();
    await ask(views.create, actor, SITES);
    const again = await refused(views.create, actor, { ...SITES, name: SITES.name.toUpperCase() });
    expect(again).toEqual({ status: 422, data: { name: ["Name is taken"] } });
  });
});

describe("a shared view", () => {
  test("of a manager is visible in their office, for screens that the reader may open [VIEW-04]", async () => {
    const office = await anOffice();
    const agent = await anAgent({ office });
    const [elsewhere, admin] = [await anAgent(), await anAdmin()];
    await ask(views.create, office.actor, { ...SITES, shared: true, isStart: true, mail: "none" });
    await ask(views.create, office.actor, { name: "Own", screen: "/app/stats/sites" });
    await ask(views.create, office.actor, { name: "Agents", screen: "/app/agents", shared: true });
    expect(await namesOf(agent)).toEqual([SITES.name]);
    const { items } = await ask(views.search, agent.actor);
    expect(items[0]).toMatchObject({ own: false, isStart: false, owner: office.username });
    expect([await namesOf(elsewhere), await namesOf(admin)]).toEqual([[], []]);
  });

  test("of an admin is visible to all admins and to no office [VIEW-04]", async () => {
    const [admin, other, superadmin, office] = [
      await anAdmin(),
      await anAdmin(),
      await aSuperadmin(),
      await anOffice(),
    ];
    await ask(views.create, admin.actor, { ...SITES, shared: true });
    expect([await namesOf(other), await namesOf(superadmin)]).toEqual([[SITES.name], [SITES.name]]);
    expect(await namesOf(office)).toEqual([]);
  });

  test("cannot be made by an agent [VIEW-04]", async () => {
    const { actor } = await anAgent();
    const view = { ...SITES, query: "", shared: true };
    expect(await refused(views.create, actor, view)).toMatchObject({
      status: 422,
      data: { shared: [expect.any(String)] },
    });
  });
});

describe("the start screen", () => {
  test("is one for each account: the last one that was chosen [VIEW-06]", async () => {
    const { actor } = await anOffice();
    expect(await ask(views.start, actor)).toEqual({ address: null });
    const first = await ask(views.create, actor, { ...SITES, isStart: true });
    await ask(views.create, actor, { name: "Agents", screen: "/app/agents", isStart: true });
    expect(await ask(views.start, actor)).toEqual({ address: "/app/agents" });
    await ask(views.update, actor, { id: first.id, isStart: true });
    const starts = (await ask(views.search, actor)).items.filter(({ isStart }) => isStart);
    expect(starts.map(({ name }) => name)).toEqual([SITES.name]);
  });

  test("is Home for an account that may no longer open its screen [VIEW-06]", async () => {
    const { actor } = await anOffice();
    await ask(views.create, actor, { name: "Agents", screen: "/app/agents", isStart: true });
    expect(await ask(views.start, { ...actor, role: 20 })).toEqual({ address: null });
  });
});

describe("the form of a new view", () => {
  test("has the days of a chosen period, and offers the named range that means them [VIEW-03]", async () => {
    const { actor } = await anOffice();
    const query = "hint=2026-11-16%2C2026-11-22%2Cweek&hintWas=&start=2026-11-01&end=2026-11-02&page=2";
    const { view, offered } = await withFixedTime("2026-11-25T15:00:00Z", () =>
      ask(views.formScreen, actor, { screen: "/app/stats/sites", query }),
    );
    expect(view.query).toBe("start=2026-11-16&end=2026-11-22&hide=margin%2Cepc%2CphpPerUnique");
    expect(view.during).toBe("last-week");
    expect(offered.periods.at(-1)).toEqual({ value: "fixed", label: "Always 2026-11-16 ~ 2026-11-22" });
    const saved = await ask(views.create, actor, { ...view, during: "last-week" });
    expect(saved.query).toBe("hide=margin%2Cepc%2CphpPerUnique&during=last-week");
  });
});
