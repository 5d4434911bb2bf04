import { expect } from "vitest";
import { withFixedTime } from "../../../server/kernel/time/now";
import { queryRows } from "../../../server/kernel/database/transactions";
import type { Change } from "../../../server/kernel/database/records";
import type { Call } from "../../../server/kernel/operation/operation";
import { sql } from "../../../server/kernel/database/sql";
import { writeOfficePrice, writePrice } from "../../../server/types";
import { anOffice, aPrice, aSite, aSuperadmin } from "../../world/builders";
import { first } from "../../world/first";
import { test } from "../../world/rollback";

const versionsOf = (typeId: number, companyId: number | null) =>
  queryRows<Record<string, unknown>>(sql`
    SELECT enabled, payout, lpp, bonus_payout AS "bonusPayout", by_account_id AS "by", since FROM prices
    WHERE type_id = ${typeId} AND company_id IS NOT DISTINCT FROM ${companyId}::int ORDER BY since, id`);

async function aCall(): Promise<{ call: Call; changes: Change[]; accountId: number }> {
  const { actor } = await aSuperadmin();
  const changes: Change[] = [];
  const call = { actor, changed: (change: Change) => void changes.push(change) } as unknown as Call;
  return { call, changes, accountId: actor.accountId };
}

test("an office's price is a version of its own, with author and start, and earlier versions stay [PRICE-04, LINK-18]", async () => {
  const { call, changes, accountId } = await aCall();
  const office = await anOffice();
  const type = first((await aSite({ types: [{ bonus: true }] })).types);
  const whose = { typeId: type.id, companyId: office.id };
  // Within one millisecond the later one still counts as newer; omitted fields keep their values.
  await withFixedTime("2026-11-20T17:00:00Z", async () => {
    expect(await writeOfficePrice(call, whose, { enabled: true, payout: 720.5 })).toBe(true);
    expect(await writeOfficePrice(call, whose, { enabled: true, payout: 720.5 })).toBe(false);
    expect(await writeOfficePrice(call, whose, { enabled: false })).toBe(true);
  });
  const [one, two, ...more] = await versionsOf(type.id, office.id);
  expect(more).toEqual([]);
  expect(one).toMatchObject({ enabled: true, payout: "720.50", lpp: 1, bonusPayout: "250.00", by: accountId });
  expect(two).toMatchObject({ enabled: false, payout: "720.50" });
  expect((two?.since as Date).getTime()).toBeGreaterThan((one?.since as Date).getTime());
  expect(changes).toEqual([
    expect.objectContaining({
      record: "price",
      before: null,
      after: expect.objectContaining({ ...whose, payout: 720.5 }) as unknown,
    }),
    expect.objectContaining({ before: { enabled: true }, after: { ...whose, enabled: false } }),
  ]);
});

test("an office's price without a bonus uses the link's bonus once the link pays one [PRICE-01]", async () => {
  const { call } = await aCall();
  const office = await anOffice();
  const type = first((await aSite({ types: [{ bonus: false }] })).types);
  await aPrice({ type, bonusPayout: null as never, bonusEarning: null as never, bonusLpp: null as never });
  const whose = { typeId: type.id, companyId: office.id };
  await writeOfficePrice(call, whose, { enabled: true });
  expect((await versionsOf(type.id, office.id)).at(-1)).toMatchObject({ bonusPayout: null });
  await writePrice(
    call,
    { typeId: type.id },
    { ...{ enabled: true, payout: 500, earning: 20, lpp: 1 }, bonusPayout: 99, bonusEarning: 9, bonusLpp: 1 },
  );
  await writeOfficePrice(call, whose, { payout: 10 });
  expect((await versionsOf(type.id, office.id)).at(-1)).toMatchObject({ payout: "10.00", bonusPayout: "99.00" });
});
