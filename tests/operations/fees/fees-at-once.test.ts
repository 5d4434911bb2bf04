import { beforeAll, expect, test } from "vitest";
import { list, save } from "../../../server/fees";
import { Refusal } from "../../../server/kernel/operation/refusal";
import type { Actor } from "../../../server/kernel/operation/roles";
import { ask } from "../../reports/ask";
import { anOffice, aSite, aSuperadmin, type Site } from "../../world/builders";
import { aDatabase } from "../../world/database";
import { first } from "../../world/first";
import { db } from "../../world/db";

// Each operation uses its own connection, as with two people.
let people: Actor[];
let site: Site;

beforeAll(async () => {
  await (await aDatabase()).enter();
  people = [(await aSuperadmin()).actor, (await aSuperadmin()).actor];
  site = await aSite();
});

const outcome = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => "done",
    (thrown) => {
      if (!(thrown instanceof Refusal)) throw thrown;
      return thrown.code;
    },
  );

test("of two simultaneous saves of the same version of a row, one is refused [TRUST-09, FEE-05]", async () => {
  const [type, office] = [first(site.types), await anOffice()];
  const give = { typeId: type.id, companyId: office.id, enable: true };
  for (let version = 1; version <= 10; version++) {
    const saves = people.map((actor, i) => outcome(ask(save, actor, { ...give, payout: version * 10 + i, version })));
    expect((await Promise.all(saves)).sort()).toEqual(["CONFLICT", "done"]);
  }
  const [row] = await ask(list, first(people), { siteId: site.id, typeId: type.id });
  expect(row?.version).toBe(11);
});

test("simultaneous saves without a version are all kept, and the last one applies [FEE-05]", async () => {
  const [type, office] = [first(site.types), await anOffice()];
  const give = { typeId: type.id, companyId: office.id, enable: true };
  const payouts = Array.from({ length: 12 }, (_, i) => 100 + i);
  await Promise.all(payouts.map((payout, i) => ask(save, people[i % 2] ?? null, { ...give, payout })));
  const kept = await db.rows<{ payout: string }>`
      SELECT payout FROM prices WHERE company_id = ${office.id} ORDER BY since, id`;
  expect(kept.map(({ payout }) => Number(payout)).sort()).toEqual(payouts);
  const fees = await ask(list, first(people), { siteId: site.id, typeId: type.id });
  expect(fees.find(({ companyId }) => companyId === office.id)?.payout).toBe(Number(kept.at(-1)?.payout));
});
