import { describe, expect } from "vitest";
import { abilities } from "../../server/accounts";
import { config } from "../../server/kernel/process/config";
import { queryRows, execute } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { availableSites, create, howToSell, list, listScreen, read, remove, update } from "../../server/manuals";
import { ask, refused } from "../reports/ask";
import { aSite, aSuperadmin, anAdmin, anAgent, anOffice, enable } from "../world/builders";
import { test } from "../world/rollback";

const names = (answer: readonly { sitename: string }[]) => answer.map(({ sitename }) => sitename);

async function aManual(sitename: string, given: Partial<Parameters<typeof aSite>[0]> = {}) {
  const chief = await aSuperadmin();
  const site = await aSite({ sitename, ...given });
  const manual = await ask(create, chief.actor, {
    siteId: site.id,
    title: `T ${sitename}`,
    html: `<p>${sitename}</p>`,
  });
  return { chief, site, manual };
}

test("a superadmin writes, changes and removes the manual of a site [MANUAL-07, MANUAL-08, API-88, API-89]", async () => {
  const { chief, site, manual } = await aManual("Roses");
  const first = { siteId: site.id, sitename: "Roses", title: "T Roses", html: "<p>Roses</p>", version: 1 };
  expect(manual).toEqual({ id: manual.id, ...first });
  const changed = await ask(update, chief.actor, { id: manual.id, title: "Better", version: 1 });
  expect(changed).toEqual({ id: manual.id, ...first, title: "Better", version: 2 });
  expect(await ask(read, chief.actor, { id: manual.id })).toEqual(changed);
  expect(await ask(remove, chief.actor, { id: manual.id })).toEqual({ deleted: 1 });
  expect(await refused(read, chief.actor, { id: manual.id })).toEqual({ status: 404 });
  expect(await refused(remove, chief.actor, { id: manual.id })).toEqual({ status: 404 });
  const trail = await queryRows(sql`
      SELECT before, after FROM audit WHERE record = 'siteManual' AND record_id = ${String(manual.id)} ORDER BY id`);
  const { siteId, title, html } = manual;
  expect(trail).toEqual([
    { before: null, after: { siteId, title, html } },
    { before: { title }, after: { title: "Better" } },
    { before: { siteId, title: "Better", html }, after: null },
  ]);
});

test("only superadmins can edit manuals [MANUAL-07, ROLE-15]", async () => {
  const { manual, site } = await aManual("Roses");
  for (const { actor } of [await anAdmin(), await anOffice(), await anAgent()]) {
    const given = { id: manual.id, siteId: site.id, title: "x", html: "<p>x</p>" };
    const answers = [
      await refused(create, actor, given),
      await refused(update, actor, given),
      await refused(remove, actor, given),
      await refused(read, actor, given),
      await refused(availableSites, actor),
      await refused(listScreen, actor),
    ];
    for (const answer of answers) expect(answer).toEqual({ status: 403 });
  }
  expect(await refused(list, null)).toEqual({ status: 401 });
});

test("a second manual of a site is refused, and the site is no longer offered [API-92]", async () => {
  const { chief, site, manual } = await aManual("Roses");
  const other = await aSite({ sitename: "Violets" });
  const given = { title: "x", html: "<p>x</p>" };
  expect(await refused(create, chief.actor, { siteId: site.id, ...given })).toMatchObject({ status: 409 });
  expect(names(await ask(availableSites, chief.actor)).filter((name) => /Roses|Violets/.test(name))).toEqual([
    "Violets",
  ]);
  const second = await ask(create, chief.actor, { siteId: other.id, ...given });
  expect(await refused(update, chief.actor, { id: second.id, siteId: site.id })).toMatchObject({ status: 409 });
  await ask(remove, chief.actor, { id: manual.id });
  const moved = await ask(update, chief.actor, { id: second.id, siteId: site.id });
  expect(moved).toMatchObject({ siteId: site.id, sitename: "Roses", version: 2 });
  expect(await refused(create, chief.actor, { siteId: 2_000_000_000, ...given })).toEqual({ status: 404 });
  expect(await refused(update, chief.actor, { id: second.id, siteId: 2_000_000_000 })).toEqual({ status: 404 });
});

test("site, title and text are required, each within its limits [MANUAL-06]", async () => {
  const { chief, manual } = await aManual("Roses");
  const { id: siteId } = await aSite();
  const good = { siteId, title: "T", html: "<p>x</p>" };
  const bad: [string, unknown][] = [
    ...([undefined, null, 0, -1, 1.5, "7", 2_147_483_648].map((value) => ["siteId", value]) as [string, unknown][]),
    ...([undefined, null, "", "  ", "a".repeat(256), "a\0", "\ud800", 7].map((value) => ["title", value]) as []),
    ...([undefined, null, "", "<p> <br></p>", "<script>x()</script>", 7, `<p>${"a".repeat(1_048_576)}</p>`].map(
      (value) => ["html", value],
    ) as []),
  ];
  for (const [field, value] of bad) {
    const wrong = await refused(create, chief.actor, { ...good, [field]: value } as never);
    expect({ field, value, wrong }).toMatchObject({ field, wrong: { status: 422, data: { [field]: [/\S/] } } });
    if (value !== undefined)
      expect(await refused(update, chief.actor, { id: manual.id, [field]: value } as never)).toMatchObject({
        status: 422,
      });
  }
  const most = await ask(create, chief.actor, { ...good, title: "a".repeat(255) });
  expect(most.title).toHaveLength(255);
});

test("the text is cleaned when it is saved and when it is shown [TRUST-19]", async () => {
  const { chief, manual } = await aManual("Roses");
  const dirty = `<p onclick="x()">a</p><script>x()</script>`;
  expect((await ask(update, chief.actor, { id: manual.id, html: dirty })).html).toBe("<p>a</p>");
  await execute(sql`UPDATE site_manuals SET html = ${dirty} WHERE id = ${manual.id}`);
  expect((await ask(read, chief.actor, { id: manual.id })).html).toBe("<p>a</p>");
  expect((await ask(list, chief.actor)).find(({ id }) => id === manual.id)?.html).toBe("<p>a</p>");
  expect((await ask(howToSell, chief.actor, { manual: manual.id })).open?.html).toBe("<p>a</p>");
});

test("saving an outdated version returns what is stored; saving without a change does nothing", async () => {
  const { chief, manual } = await aManual("Roses");
  await ask(update, chief.actor, { id: manual.id, title: "Theirs", version: 1 });
  expect(await refused(update, chief.actor, { id: manual.id, title: "Mine", version: 1 })).toEqual({
    status: 409,
    data: { current: { ...manual, title: "Theirs", version: 2 } },
  });
  expect((await ask(update, chief.actor, { id: manual.id, title: "Theirs" })).version).toBe(2);
  expect((await ask(update, chief.actor, { id: manual.id, title: "Mine" })).version).toBe(3);
});

test("manuals are listed by site name by default, or in the requested order [MANUAL-02, API-87]", async () => {
  const { chief } = await aManual("b");
  await aManual("C");
  await aManual("a");
  const ours = async (sort: Record<string, unknown>) =>
    names(await ask(list, chief.actor, sort)).filter((name) => /^[abC]$/.test(name));
  expect(await ours({})).toEqual(["a", "b", "C"]);
  expect(await ours({ sortField: "title", sortAsc: false })).toEqual(["C", "b", "a"]);
  expect(await refused(list, chief.actor, { sortField: "html" } as never)).toMatchObject({ status: 422 });
  const page = await ask(listScreen, chief.actor, { page: 2, pageSize: 1 });
  expect([page.manuals.items.length, page.manuals.total]).toEqual([1, (await ask(list, chief.actor)).length]);
});

describe("permission to read manuals", () => {
  test("agents read those enabled for them and their office, managers those of their office [MANUAL-09]", async () => {
    const office = await anOffice();
    const agent = await anAgent({ office });
    const { site, manual } = await aManual("Roses", { enabledFor: [office] });
    const { manual: foreign, chief } = await aManual("Violets");
    for (const { actor } of [agent, office]) {
      expect(names(await ask(list, actor))).toEqual(["Roses"]);
      const shown = await ask(howToSell, actor);
      expect(shown).toEqual({
        tabs: [
          { id: manual.id, title: "T Roses", sold: true },
          { id: foreign.id, title: "T Violets", sold: false },
        ],
        open: { id: manual.id, title: "T Roses", html: "<p>Roses</p>", sold: true },
      });
      const other = (await ask(howToSell, actor, { manual: foreign.id })).open;
      expect(other).toEqual({ id: foreign.id, title: "T Violets", html: "<p>Violets</p>", sold: false });
    }
    expect((await ask(howToSell, chief.actor)).tabs.map(({ id }) => id)).toEqual(
      expect.arrayContaining([manual.id, foreign.id]),
    );
    await execute(sql`DELETE FROM agent_sites WHERE site_id = ${site.id}`);
    expect(await ask(list, agent.actor)).toEqual([]);
    expect((await ask(howToSell, agent.actor)).tabs.map(({ sold }) => sold)).toEqual([false, false]);
    expect(names(await ask(list, office.actor))).toEqual(["Roses"]);
  });

  test("suspended and hidden sites are not for sale, and lists that leave them out have no manual of theirs", async () => {
    const office = await anOffice();
    const { chief } = await aManual("Closed", { active: false });
    await aManual("Unseen", { hidden: true });
    const { site } = await aManual("Open");
    await enable(site, office);
    const titles = async (actor: typeof chief.actor) => (await ask(howToSell, actor)).tabs.map(({ title }) => title);
    for (const title of ["T Closed", "T Unseen"]) expect(await titles(chief.actor)).not.toContain(title);
    expect(await titles(office.actor)).toEqual(["T Open"]);
    const [sees, not] = [await anAdmin({ showSuspend: true }), await anAdmin({ showSuspend: false })];
    expect(names(await ask(list, sees.actor))).toContain("Closed");
    expect(names(await ask(list, not.actor))).not.toContain("Closed");
  });

  test("only superadmins read them where the brand hides them [MANUAL-10, SHELL-05, SHELL-19]", async () => {
    const { chief } = await aManual("Roses");
    const agent = await anAgent();
    expect(abilities(agent.actor).readHowToSell).toBe(true);
    const { BRAND } = config();
    Object.assign(config(), { BRAND: "plain" });
    try {
      expect(abilities(agent.actor).readHowToSell).toBe(false);
      expect(abilities(chief.actor).readHowToSell).toBe(true);
      expect(await refused(howToSell, agent.actor)).toEqual({ status: 403 });
      expect(await refused(list, agent.actor)).toEqual({ status: 403 });
      expect((await ask(howToSell, chief.actor)).tabs).not.toEqual([]);
    } finally {
      Object.assign(config(), { BRAND });
    }
  });
});

test("deleting a site deletes its manual", async () => {
  const { chief, site, manual } = await aManual("Roses");
  await execute(sql`DELETE FROM sites WHERE id = ${site.id}`);
  expect(await refused(read, chief.actor, { id: manual.id })).toEqual({ status: 404 });
});
