import { describe, expect } from "vitest";
import { withFixedTime } from "../../../server/kernel/time/now";
import { queryOne, queryRows, execute } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import {
  create,
  editScreen,
  enableForAll,
  makeSecret,
  named,
  read,
  remove,
  setStatus,
  update,
} from "../../../server/sites";
import { ask, refused } from "../../reports/ask";
import {
  aClick,
  anAdmin,
  anAgent,
  anOffice,
  aPrice,
  aReversal,
  aSale,
  aSite,
  aSuperadmin,
  enable,
} from "../../world/builders";
import { first } from "../../world/first";
import { test } from "../../world/rollback";
import { auditOf, linkVersion, sitesOfAgents } from "../offices/world";
import { fields } from "./world";

const NOBODYS = 2_147_483_647;
const standing = (ids: number[]) =>
  queryRows(sql`SELECT active, use_approve_sale AS flag, version FROM sites WHERE id = ANY(${ids}::int[]) ORDER BY id`);

describe("status", () => {
  test("activating a suspended site sets 'Use CardApprove, Sale', and suspending an active one clears it [SITE-08, API-83]", async () => {
    const { actor } = await aSuperadmin();
    const made = [
      await aSite({ active: false }),
      await aSite({ active: true }),
      await aSite({ active: true, useApproveSale: true }),
    ];
    const ids = made.map(({ id }) => id);
    const [a = 0, b = 0, c = 0] = ids;
    expect(await ask(setStatus, actor, { ids: [a, b, a], status: 1 })).toEqual({ updated: 2 });
    expect(await standing([a, b])).toEqual([
      { active: true, flag: true, version: 2 },
      { active: true, flag: false, version: 1 },
    ]);
    const before = await linkVersion();
    expect(await ask(setStatus, actor, { ids, status: false })).toEqual({ updated: 3 });
    expect(await linkVersion()).toBe(before + 1);
    expect(await standing(ids)).toEqual([
      { active: false, flag: false, version: 3 },
      { active: false, flag: false, version: 2 },
      { active: false, flag: false, version: 2 },
    ]);
    expect(await ask(setStatus, actor, { ids, status: 0 })).toEqual({ updated: 3 });
    expect(await linkVersion()).toBe(before + 1);
    expect(await auditOf("site", c)).toEqual([
      {
        operation: "sites.setStatus",
        before: { active: true, useApproveSale: true },
        after: { active: false, useApproveSale: false },
      },
    ]);
    expect((await ask(read, actor, { id: a })).status).toBe(0);
  });

  test("the flag set with the status is stored with its time, so that earlier events keep theirs [SITE-08, PRICE-03]", async () => {
    const { actor } = await aSuperadmin();
    const { id } = await aSite({ active: false, avp: true });
    await withFixedTime("2026-03-01T12:00:00Z", () => ask(setStatus, actor, { ids: [id], status: 1 }));
    await withFixedTime("2026-03-02T12:00:00Z", () => ask(setStatus, actor, { ids: [id], status: 1 }));
    await withFixedTime("2026-03-03T12:00:00Z", () => ask(setStatus, actor, { ids: [id], status: 0 }));
    const kept = await queryRows<{ since: Date; flags: string }>(sql`
        SELECT since, use_approve_sale::int || '' || avp::int AS flags FROM site_flags
        WHERE site_id = ${id} AND since > '2026-01-01' ORDER BY since`);
    expect(kept.map(({ since, flags }) => [since.getUTCDate(), flags])).toEqual([
      ...[
        [1, "11"],
        [3, "01"],
      ],
    ]);
  });

  test("one unknown site leaves all unchanged; only superadmins may change the status [ROLE-12, API-83]", async () => {
    const { actor } = await aSuperadmin();
    const { id } = await aSite();
    expect(await refused(setStatus, actor, { ids: [id, NOBODYS], status: 0 })).toEqual({ status: 404 });
    const ids = Array.from({ length: 501 }, (_, index) => index + 1);
    for (const given of [{ ids: [], status: 1 }, { ids, status: 1 }, { ids: ["x"], status: 1 }, { ids: [id] }]) {
      expect((await refused(setStatus, actor, given)).status).toBe(422);
    }
    for (const other of [await anAdmin(), await anOffice(), await anAgent()]) {
      expect(await refused(setStatus, other.actor, { ids: [id], status: 0 })).toEqual({ status: 403 });
      expect(await refused(named, other.actor, { ids: [id] })).toEqual({ status: 403 });
    }
    expect(await standing([id])).toEqual([{ active: true, flag: false, version: 1 }]);
    expect(await refused(named, actor, { ids: [id, NOBODYS] })).toEqual({ status: 404 });
  });
});

describe("for all offices", () => {
  test("a site is enabled for every office that lacks it and its agents; existing ones do not change [SITE-09, API-84]", async () => {
    const { actor } = await aSuperadmin();
    await execute(sql`DELETE FROM office_sites`);
    const others = await queryOne<{ n: number }>(sql`SELECT count(*) AS n FROM offices`);
    const [has, lacks, quiet] = [
      await anOffice({ agents: 2 }),
      await anOffice({ agents: 2 }),
      await anOffice({ active: false, hidden: true, agents: 1 }),
    ];
    const site = await aSite({ enabledFor: [has] });
    const keptFrom = first(has.agents);
    await execute(sql`DELETE FROM agent_sites WHERE agent_id = ${keptFrom.id}`);
    const gone = first(lacks.agents);
    await execute(sql`UPDATE accounts SET deleted_at = now() WHERE id = ${gone.accountId}`);
    const before = await linkVersion();
    const updated = (others?.n ?? 0) + 2;
    expect(await ask(enableForAll, actor, { id: site.id })).toEqual({ updated });
    expect(await linkVersion()).toBe(before + 1);
    const agents = [...has.agents, ...lacks.agents, ...quiet.agents].map(({ id }) => id);
    const sold = [site.id];
    expect(await sitesOfAgents(agents)).toEqual([[], sold, [], sold, sold]);
    const [trail] = await auditOf("site", site.id);
    expect(trail?.after).toEqual({ enabledFor: expect.arrayContaining([lacks.id, quiet.id]) as number[] });
    expect(await ask(enableForAll, actor, { id: site.id })).toEqual({ updated: 0 });
    expect(await linkVersion()).toBe(before + 1);
    expect(await auditOf("site", site.id)).toHaveLength(1);
    expect(await refused(enableForAll, actor, { id: NOBODYS })).toEqual({ status: 404 });
    expect(await refused(enableForAll, (await anAdmin()).actor, { id: site.id })).toEqual({ status: 403 });
  });

  test("a new site is enabled for all offices only if its form says so [SITE-09, SITE-12]", async () => {
    const { actor } = await aSuperadmin();
    const office = await anOffice({ agents: 1 });
    const { id } = await ask(create, actor, fields({ enableForAll: true }));
    await ask(create, actor, fields());
    expect(await sitesOfAgents(office.agents.map((agent) => agent.id))).toEqual([[id]]);
    expect(await queryRows(sql`SELECT site_id FROM office_sites WHERE company_id = ${office.id}`)).toEqual([
      { site_id: id },
    ]);
  });
});

describe("deleting", () => {
  test("a site without clicks is deleted with its links, prices, secrets, manual and chat logs, and nothing else [SITE-10, API-81]", async () => {
    const { actor } = await aSuperadmin({ designated: true });
    const agent = await anAgent();
    const [site, other] = [await aSite({ types: 2 }), await aSite()];
    for (const { id, types } of [site, other]) {
      await enable({ id }, { id: agent.companyId });
      await aPrice({ type: first(types), geo: "US" });
      await ask(makeSecret, actor, { id });
      await execute(sql`INSERT INTO site_manuals (site_id, title, html) VALUES (${id}, 'x', 'x')`);
      await execute(sql`
          INSERT INTO chat_logs (agent_id, company_id, site_id, client_username, conversation, submit_time)
          VALUES (${agent.id}, ${agent.companyId}, ${id}, 'x', 'x', now())`);
    }
    await execute(sql`
        INSERT INTO postbacks (receipt, received_at, verdict, reason, site_id, params)
        VALUES (gen_random_uuid(), now(), 'refused', 'malformed', ${site.id}, '{}')`);
    const screen = await ask(editScreen, actor, { id: site.id });
    expect(screen.along).toEqual({ links: 2, manuals: 1, chatLogs: 1, claims: 0 });
    const before = await linkVersion();
    expect(await ask(remove, actor, { id: site.id })).toEqual({ deleted: 1 });
    expect(await linkVersion()).toBe(before + 1);
    const left = (id: number) =>
      queryOne(sql`SELECT (SELECT count(*) FROM sites WHERE id = ${id}) AS site,
          (SELECT count(*) FROM types WHERE site_id = ${id}) AS types,
          (SELECT count(*) FROM prices JOIN types ON types.id = type_id WHERE site_id = ${id}) AS prices,
          (SELECT count(*) FROM site_secrets WHERE site_id = ${id}) AS secrets,
          (SELECT count(*) FROM site_flags WHERE site_id = ${id}) AS flags,
          (SELECT count(*) FROM office_sites WHERE site_id = ${id}) AS offices,
          (SELECT count(*) FROM agent_sites WHERE site_id = ${id}) AS agents,
          (SELECT count(*) FROM site_manuals WHERE site_id = ${id}) AS manuals,
          (SELECT count(*) FROM chat_logs WHERE site_id = ${id}) AS chats`);
    const none = { site: 0, types: 0, prices: 0, secrets: 0, flags: 0, offices: 0, agents: 0, manuals: 0, chats: 0 };
    expect(await left(site.id)).toEqual(none);
    expect(await left(other.id)).toEqual({
      ...{ site: 1, types: 1, prices: 2, secrets: 1, flags: 1, offices: 1, agents: 1, manuals: 1, chats: 1 },
    });
    expect(await queryOne(sql`SELECT count(*) AS n FROM postbacks WHERE site_id = ${site.id}`)).toEqual({ n: 1 });
    const trail = (await auditOf("site", site.id)).at(-1);
    expect(trail).toMatchObject({ operation: "sites.remove", after: null, before: { sitename: site.sitename } });
    expect(trail?.before?.links).toMatchObject(site.types.map(({ id, typename }) => ({ id, typename })));
    expect(await refused(read, actor, { id: site.id })).toEqual({ status: 404 });
    expect(await refused(remove, actor, { id: site.id })).toEqual({ status: 404 });
  });

  const CLICKED = "2026-05-05T12:00:00Z";
  test.each(["ok", "suspended", "bot", "sold and taken back", "folded"] as const)(
    "a site with a click or an event is not deleted: %s [SITE-10, API-81]",
    async (kind) => {
      const { actor } = await aSuperadmin({ designated: true });
      const [agent, site] = [await anAgent(), await aSite()];
      const given = { agent, type: first(site.types), at: CLICKED };
      if (kind === "sold and taken back") await aReversal(await aSale(given), { at: CLICKED });
      else await aClick({ ...given, class: kind === "folded" ? "ok" : kind });
      if (kind === "folded") {
        // As the roll-up leaves it: moved from the deltas into the roll-ups.
        await execute(sql`
            INSERT INTO stats_half (agent_id, day, type_id, company_id, site_id, flags, hits, raws, uniques, events,
              sales, bonus_sales, lpp, bonus_lpp, earning, bonus_earning, payout, bonus_payout, days)
            SELECT agent_id, '2026-05-01', type_id, company_id, site_id, flags, hits, raws, uniques, events, sales,
              bonus_sales, lpp, bonus_lpp, earning, bonus_earning, payout, bonus_payout, 1
            FROM stats_delta WHERE site_id = ${site.id}`);
        await execute(sql`DELETE FROM stats_delta WHERE site_id = ${site.id}`);
      }
      expect((await ask(editScreen, actor, { id: site.id })).along).toBeNull();
      expect(await refused(remove, actor, { id: site.id })).toEqual({ status: 409 });
      expect((await ask(read, actor, { id: site.id })).typeCount).toBe(1);
    },
  );

  test("only the designated superadmin can delete a site [SITE-10, ROLE-12]", async () => {
    const { id } = await aSite();
    for (const { actor } of [await aSuperadmin(), await anAdmin(), await anOffice(), await anAgent()]) {
      expect(await refused(remove, actor, { id })).toEqual({ status: 403 });
    }
    expect(await standing([id])).toHaveLength(1);
  });
});

test("only changes that affect links reload them [SITE-18]", async () => {
  const { actor } = await aSuperadmin();
  const { id } = await ask(create, actor, fields());
  const heard = async (change: object) => {
    const before = await linkVersion();
    await ask(update, actor, { id, ...change });
    return (await linkVersion()) - before;
  };
  for (const change of [
    { status: 0 },
    { active: true },
    { clickParam: "cid" },
    { avp: true },
    { useApproveSale: true },
  ]) {
    expect([change, await heard(change)]).toEqual([change, 1]);
  }
  const others = { sitename: "New", url: "https://new.example", hidden: true, specialReport: true, note: "x" };
  expect(await heard({ ...others, type: "ADULT", allowedAddresses: ["192.0.2.1"], status: 1 })).toBe(0);
});
