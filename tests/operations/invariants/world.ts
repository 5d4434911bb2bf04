import { ensurePartitions } from "../../../models/partitions";
import { sealPassword } from "../../../server/accounts";
import { currentClient, execute, writeTransaction } from "../../../server/kernel/database/transactions";
import { loadOrCreateKey } from "../../../server/kernel/process/secrets";
import { sql } from "../../../server/kernel/database/sql";
import { rollUpOnce } from "../../../server/tracking";
import { type Agent, aClick, anAgent, aSite, type Type } from "../../world/builders";
import { first } from "../../world/first";
import { closed, FIRST, paid, report, sold, takenBack } from "../payroll/world";

export type World = {
  agent: Agent;
  /** A link without sales. */
  spare: Type;
  /** A click without a sale. */
  idleClick: string;
  /** Registers an act that runs after the test. */
  afterwards(act: () => Promise<unknown>): void;
};

const EARLY = "2026-03-05T17:00:00Z";
const LATE = "2026-03-18T17:00:00Z";

/**
 * A company without faults: sales, bonuses and reversals on sites of both kinds, a half-month that is closed and paid,
 * a correction of it, and counts that are partly rolled up.
 */
export async function aSoundCompany(): Promise<Omit<World, "afterwards">> {
  await ensurePartitionsFrom("2026-03-01");
  const made = await writeTransaction(async () => {
    await execute(sql`
      INSERT INTO avp_tiers (valid_from, index, from_count, to_count, payout_php, payout_dollars)
      VALUES ('2026-01-01', 0, 0, 0, 0, 0), ('2026-01-01', 1, 1, 9, 100, 1.6), ('2026-01-01', 2, 10, 1000, 150, 2.4)`);
    await execute(sql`INSERT INTO domains (domain) VALUES ('links.example.org')`);
    await loadOrCreateKey("visitors");
    const agent = await anAgent();
    await execute(
      sql`UPDATE accounts SET password_sealed = ${sealPassword(agent.accountId, "secret-2026")} WHERE id = ${agent.accountId}`,
    );
    await execute(sql`
      INSERT INTO sessions (hash, account_id, kind, role, expires_at)
      VALUES ('\\x01', ${agent.accountId}, 'browser', 20, now() + interval '1 hour')`);
    const plain = first((await aSite({ types: [{ bonus: true }] })).types);
    const pooled = first((await aSite({ avp: true })).types);
    const spare = first((await aSite()).types);
    const sales = [await sold(agent, plain, EARLY), await sold(agent, plain, EARLY), await sold(agent, plain, EARLY)];
    await sold(agent, plain, EARLY, "bonus");
    await sold(agent, pooled, EARLY);
    const { id: click } = await aClick({ agent, type: plain, at: EARLY });
    await report(plain.siteId, { clickid: click, event: "click" }, EARLY);
    await takenBack(first(sales), "2026-03-07T17:00:00Z");
    await closed(FIRST);
    await paid(FIRST);
    const [, second] = sales;
    if (second) await takenBack(second, LATE);
    const { id: idleClick } = await aClick({ agent, type: plain, at: LATE });
    return { agent, spare, idleClick };
  });
  await rollUpOnce();
  await writeTransaction(() => aClick({ agent: made.agent, type: made.spare, at: LATE, class: "bot" }));
  return made;
}

/** Partitions are created outside transactions of the pool: each is attached in a transaction of its own. */
const ensurePartitionsFrom = (day: string) => writeTransaction(() => ensurePartitions(currentClient(), new Date(day)));
