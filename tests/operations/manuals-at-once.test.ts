import { afterAll, beforeAll, expect, test } from "vitest";
import { Refusal } from "../../server/kernel/operation/refusal";
import type { Actor } from "../../server/kernel/operation/roles";
import { create, update } from "../../server/manuals";
import { ask } from "../reports/ask";
import { aSite, aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { figure } from "../world/figure";
import { aWatcher, type Watcher } from "../world/locks";

// Each operation uses its own connection, as with two people.
let boss: Actor;
let watcher: Watcher;

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  boss = (await aSuperadmin()).actor;
  watcher = await aWatcher(database.url);
});
afterAll(() => watcher.end());

const TAKEN = "This site already has a manual. Please choose another site.";
const text = { title: "T", html: "<p>x</p>" };
const outcome = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => "done",
    (thrown) => {
      if (!(thrown instanceof Refusal)) throw thrown;
      return `${thrown.status} ${thrown.message}`;
    },
  );

test("of two people who write the manual of a site at once, the second is refused without a fault [API-92]", async () => {
  for (let round = 0; round < 10; round++) {
    const { id: siteId } = await aSite();
    const both = [ask(create, boss, { siteId, ...text }), ask(create, boss, { siteId, ...text })].map(outcome);
    expect((await Promise.all(both)).sort()).toEqual([`409 ${TAKEN}`, "done"]);
  }
});

test("of a manual that moves to a site while another is written for it, the second is refused", async () => {
  for (let round = 0; round < 10; round++) {
    const [one, two] = [await aSite(), await aSite()];
    const { id } = await ask(create, boss, { siteId: one.id, ...text });
    const both = [ask(update, boss, { id, siteId: two.id }), ask(create, boss, { siteId: two.id, ...text })];
    expect((await Promise.all(both.map(outcome))).sort()).toEqual([`409 ${TAKEN}`, "done"]);
  }
});

const SWAPS = 4711;

/**
 * Makes every save of a manual wait, while `watcher` holds the lock, after its row is written and before its site is
 * checked for uniqueness: the index that waits is older than the site's, and indexes are filled in that order.
 */
const waitBeforeTheSite = `
  CREATE FUNCTION wait_for_swap(title text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${SWAPS}); RETURN title; END $$;
  CREATE INDEX waits_for_swap ON site_manuals (wait_for_swap(title));
  ALTER TABLE site_manuals DROP CONSTRAINT site_manuals_site_id_key, ADD CONSTRAINT site_manuals_site_id_key UNIQUE (site_id)`;

test("two people who swap the sites of two manuals at once, which is a deadlock, are both refused without a fault", async () => {
  const [one, two] = [await aSite(), await aSite()];
  const first = await ask(create, boss, { siteId: one.id, ...text });
  const second = await ask(create, boss, { siteId: two.id, ...text });
  const before = await figure("transactions_aborted_total");
  await watcher.query(waitBeforeTheSite);
  await watcher.query(`SELECT pg_advisory_lock(${SWAPS})`);
  const both = [
    ask(update, boss, { id: first.id, siteId: two.id }),
    ask(update, boss, { id: second.id, siteId: one.id }),
  ].map(outcome);
  await watcher.waiting(2, ...both);
  await watcher.query(`SELECT pg_advisory_unlock(${SWAPS})`);
  for (const said of await Promise.all(both)) expect(said).toMatch(/^409 /);
  const { rows } = await watcher.query<{ site_id: number }>(
    "SELECT site_id FROM site_manuals WHERE id = ANY($1) ORDER BY id",
    [[first.id, second.id]],
  );
  expect(rows.map(({ site_id: id }) => id)).toEqual([one.id, two.id]);
  expect(await figure("transactions_aborted_total")).toBeGreaterThan(before);
});
