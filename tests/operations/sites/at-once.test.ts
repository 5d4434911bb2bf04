import { beforeAll, expect, test } from "vitest";
import { Refusal } from "../../../server/kernel/operation/refusal";
import type { Actor } from "../../../server/kernel/operation/roles";
import { create, enableForAll, makeSecret, read, setStatus, update } from "../../../server/sites";
import { ask } from "../../reports/ask";
import { anOffice, aSuperadmin } from "../../world/builders";
import { aDatabase } from "../../world/database";
import { fields } from "./world";

// Each operation uses its own connection, as with several people.
let boss: Actor;

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  boss = (await aSuperadmin()).actor;
  for (let offices = 0; offices < 3; offices++) await anOffice({ agents: 1 });
});

const outcome = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => "done",
    (thrown) => {
      if (!(thrown instanceof Refusal)) throw thrown;
      return thrown.message;
    },
  );
const outcomes = async (acts: Promise<unknown>[]) => (await Promise.all(acts.map(outcome))).sort();

test("of three secrets created at once, two remain valid [POST-01]", async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await ask(create, boss, fields());
    expect(await outcomes([1, 2, 3].map(() => ask(makeSecret, boss, { id })))).toEqual([
      ...["This site has two secrets. Please revoke one of them first.", "done", "done"],
    ]);
    expect((await ask(read, boss, { id })).secrets).toHaveLength(2);
  }
});

test("of two simultaneous saves of a form, one is refused; simultaneous acts are both done [API-80, API-83, API-84]", async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await ask(create, boss, fields());
    const saves = ["a", "b"].map((note) => ask(update, boss, { id, note, version: 1 }));
    expect(await outcomes(saves)).toEqual([
      expect.stringMatching(/^Meanwhile, you saved this at \d\d:\d\d\. /),
      "done",
    ]);
    const [first, second] = await Promise.all([ask(enableForAll, boss, { id }), ask(enableForAll, boss, { id })]);
    expect(first.updated + second.updated).toBe(3);
    const { id: other } = await ask(create, boss, fields());
    const [a, b] = await Promise.all([
      ask(setStatus, boss, { ids: [id, other], status: 0 }),
      ask(setStatus, boss, { ids: [other, id], status: 0 }),
    ]);
    expect([a, b]).toEqual([{ updated: 2 }, { updated: 2 }]);
    expect(await ask(read, boss, { id: other })).toMatchObject({ status: 0, version: 2 });
  }
});
