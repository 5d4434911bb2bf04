import { beforeAll, expect, test } from "vitest";
import { Refusal } from "../../server/kernel/refusal";
import type { Actor } from "../../server/kernel/roles";
import { create, update } from "../../server/manuals";
import { ask } from "../reports/ask";
import { aSite, aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";

// Each operation has a connection of its own here, as with two people.
let boss: Actor;

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  boss = (await aSuperadmin()).actor;
});

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

test("a site gets one manual where two people write it at once: the second is refused, not answered with a fault [API-92]", async () => {
  for (let round = 0; round < 10; round++) {
    const { id: siteId } = await aSite();
    const both = [ask(create, boss, { siteId, ...text }), ask(create, boss, { siteId, ...text })].map(outcome);
    expect((await Promise.all(both)).sort()).toEqual([`409 ${TAKEN}`, "done"]);
  }
});

test("a site without a manual gets one where a manual moves to it while another is written: the second is refused", async () => {
  for (let round = 0; round < 10; round++) {
    const [one, two] = [await aSite(), await aSite()];
    const { id } = await ask(create, boss, { siteId: one.id, ...text });
    const both = [ask(update, boss, { id, siteId: two.id }), ask(create, boss, { siteId: two.id, ...text })];
    expect((await Promise.all(both.map(outcome))).sort()).toEqual([`409 ${TAKEN}`, "done"]);
  }
});
