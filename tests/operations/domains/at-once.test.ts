import { beforeAll, expect, test } from "vitest";
import { create, list, setStatus, update } from "../../../server/domains";
import { Refusal } from "../../../server/kernel/operation/refusal";
import type { Actor } from "../../../server/kernel/operation/roles";
import { ask } from "../../reports/ask";
import { aSuperadmin } from "../../world/builders";
import { aDatabase } from "../../world/database";
import { db } from "../../world/db";

// Each operation uses its own connection, as with two people.
let boss: Actor;

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  boss = (await aSuperadmin()).actor;
});

const outcome = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => "done",
    (thrown) => {
      if (!(thrown instanceof Refusal)) throw thrown;
      return thrown.message;
    },
  );
const pair = async (): Promise<[number, number]> => {
  await db.run`DELETE FROM domains`;
  const made = [];
  for (const name of ["a", "b"]) made.push((await ask(create, boss, { domain: `https://${name}.example` })).id);
  return made as [number, number];
};

test.each([
  ["hidden", (id: number) => ask(setStatus, boss, { ids: [id], hidden: true })],
  ["saved as hidden", (id: number) => ask(update, boss, { id, hidden: true })],
])("of the last two domains, each %s at the same moment, one stays active [DOMAIN-12]", async (_how, hide) => {
  for (let round = 0; round < 10; round++) {
    const [a, b] = await pair();
    const outcomes = await Promise.all([outcome(hide(a)), outcome(hide(b))]);
    expect(outcomes.sort()).toEqual(["Need at least one active domain", "done"]);
    expect((await ask(list, boss)).filter(({ hidden }) => !hidden)).toHaveLength(1);
  }
});

test("of simultaneous saves that use the same origin, only one succeeds", async () => {
  for (let round = 0; round < 10; round++) {
    const [a, b] = await pair();
    await ask(setStatus, boss, { ids: [a], hidden: true });
    const domain = "https://c.example";
    const outcomes = await Promise.all([
      outcome(ask(update, boss, { id: a, domain })),
      outcome(ask(update, boss, { id: b, domain })),
      outcome(ask(create, boss, { domain })),
    ]);
    const told = "This domain is already on the list.";
    expect(outcomes.sort()).toEqual([told, told, "done"]);
  }
});
