import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { type Agent, aClick, anAdmin, anAgent, anOffice, aReversal, aSale, aSite, type Type } from "../world/builders";
import { db } from "../world/db";

export const HALF = { start: "2026-03-01", end: "2026-03-15" };
const CORRECTION = 4;

/**
 * The half-month around the clock change of March 2026, closed at 50 pesos for a dollar, with a payroll calculated by
 * hand. An AVP sale pays according to the agent's number of sales:
 *
 * | 0       | 1 to 2         | 3 to 4         | 5 and more     |
 * |---------|----------------|----------------|----------------|
 * | nothing | ₱100.00, $1.80 | ₱150.00, $2.70 | ₱200.00, $3.60 |
 *
 * | day    | agent (office) | events                                                   | paid                    |
 * |--------|----------------|----------------------------------------------------------|-------------------------|
 * | Mon 2  | ada (North)    | 2 clicks on pool, 2 sales of it                          | ₱300.00, $5.40          |
 * | Sun 8  | ada (North)    | 1 sale of deep, 1 bonus of pool                          | ₱150.00, $2.70; ₱250.00 |
 * | Sun 8  | ada (North)    | 1 sale of plain                                          | ₱500.00                 |
 * | Mon 9  | bob (North)    | 1 sale of pool; 1 sale, 1 bonus of card (by its bonus)   | ₱100.00, $1.80; ₱250.00 |
 * | Tue 10 | cid (South)    | 1 sale of pool, reversed on Wed 11                       | nothing                 |
 * | Tue 10 | cid (South)    | an earlier sale of pool, frozen at ₱150.00, is corrected | −₱150.00                |
 * | Thu 12 | dan (South)    | 1 click on pool                                          |                         |
 *
 * The pool's counts are 3 for ada, 1 for bob, and 0 for cid and dan. Stored amounts are ₱500.00 a sale, ₱250.00 a
 * bonus.
 */
export async function thePool({ password }: { password?: string } = {}) {
  const admin = await anAdmin({ password, ...(password && { username: "adm" }) });
  const north = await anOffice({ officeName: "North", password, ...(password && { username: "man" }) });
  const south = await anOffice({ officeName: "South" });
  const ada = await anAgent({ office: north, username: "ada", password });
  const bob = await anAgent({ office: north, username: "bob" });
  const cid = await anAgent({ office: south, username: "cid" });
  const dan = await anAgent({ office: south, username: "dan" });
  const enabledFor = [north, south];
  const avp = await aSite({ sitename: "Pool", avp: true, enabledFor, types: [{ typename: "pool", bonus: true }] });
  const other = await aSite({ sitename: "Depths", avp: true, enabledFor, types: [{ typename: "deep" }] });
  const usual = await aSite({ sitename: "Usual", enabledFor, types: [{ typename: "plain" }] });
  const card = await aSite({
    ...{ sitename: "Cards", useApproveSale: true, enabledFor },
    types: [{ typename: "card", bonus: true }],
  });
  const [pool, deep, plain, paidBySecond] = [avp, other, usual, card].map(({ types: [type] }) => type as Type);
  if (!pool || !deep || !plain || !paidBySecond) throw new Error("The sites have no links.");
  await writeTransaction(terms);

  const sale = (agent: Agent, type: Type, at: string, event: "sale" | "bonus" = "sale") =>
    aSale({ agent, type, at, event });
  for (const at of ["2026-03-02T15:00Z", "2026-03-02T16:00Z"]) await sale(ada, pool, at);
  await sale(ada, deep, "2026-03-09T03:59:59Z");
  await sale(ada, pool, "2026-03-08T15:00Z", "bonus");
  await sale(ada, plain, "2026-03-08T16:00Z");
  await sale(bob, pool, "2026-03-09T15:00Z");
  await sale(bob, paidBySecond, "2026-03-09T16:00Z");
  await sale(bob, paidBySecond, "2026-03-09T17:00Z", "bonus");
  await aReversal(await sale(cid, pool, "2026-03-10T15:00Z"), { at: "2026-03-11T15:00Z" });
  const earlier = await sale(cid, pool, "2026-01-20T15:00Z");
  const frozen = { ...earlier, money: { ...earlier.money, payout: 150 } };
  await aReversal(frozen, { at: "2026-03-10T16:00Z", flags: earlier.flags + CORRECTION });
  await aClick({ agent: dan, type: pool, at: "2026-03-12T15:00Z" });
  const people = { admin, north, south, ada, bob, cid, dan };
  return { ...people, avp, card, usual, pool, deep, plain, paidBySecond, sale };
}

async function terms(): Promise<void> {
  await execute(sql`DELETE FROM avp_tiers`);
  await execute(sql`
    INSERT INTO avp_tiers (valid_from, index, from_count, to_count, payout_php, payout_dollars)
    VALUES ('2026-03-01', 0, 0, 0, 0, 0), ('2026-03-01', 1, 1, 2, 100, 1.8), ('2026-03-01', 2, 3, 4, 150, 2.7),
      ('2026-03-01', 3, 5, 1000, 200, 3.6)`);
  await aRate(HALF, 50);
}

/** Closes a half-month at a rate in pesos per dollar. */
export const aRate = ({ start, end }: typeof HALF, pesos: number): Promise<unknown> =>
  db.run`
      INSERT INTO pay_periods (id, start_day, end_day, state, php_per_usd, closed_at, hash)
      VALUES (${Number(start.slice(0, 7).replace("-", "") + (start.endsWith("01") ? "1" : "2"))}, ${start}, ${end}, 'closed',
        ${pesos}, now(), '')`;
