import fc from "fast-check";
import { execute } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import type { Actor } from "../../server/kernel/operation/roles";
import type { Raw } from "../oracle/report";
import { referrers, userAgents } from "../oracle/singles";
import {
  aClick,
  type Agent,
  anOffice,
  aReversal,
  aSale,
  aSite,
  aSuperadmin,
  type Office,
  type Site,
} from "../world/builders";
import { fold } from "./fold";
import { rawRows } from "./raw-rows";

export const FIRST = Date.parse("2025-10-20T00:00Z");
export const DAYS = 50;
const geos = ["US", "DE", "FR", "", "UK", "GB"];
const CORRECTION = 4;

export type History = { superadmin: Actor; offices: Office[]; agents: Agent[]; sites: Site[]; raw: Raw };

/** Tiers that change with November's second half, and rates of two half-months that are closed. */
async function terms(): Promise<void> {
  await execute(sql`DELETE FROM avp_tiers`);
  await execute(sql`
    INSERT INTO avp_tiers (valid_from, index, from_count, to_count, payout_php, payout_dollars)
    VALUES ('2025-10-16', 0, 0, 1, 10, 0.17), ('2025-10-16', 1, 2, 4, 100.01, 1.79), ('2025-10-16', 2, 5, 1000, 150, 2.68),
      ('2025-11-16', 0, 0, 0, 0, 0), ('2025-11-16', 1, 1, 3, 120, 2.1), ('2025-11-16', 2, 4, 1000, 200.5, 3.5)`);
  await execute(sql`
    INSERT INTO pay_periods (id, start_day, end_day, state, php_per_usd, closed_at, hash)
    VALUES (2025102, '2025-10-16', '2025-10-31', 'paid', 60, now(), ''),
      (2025111, '2025-11-01', '2025-11-15', 'closed', 57.123457, now(), '')`);
}

/** Seven weeks with a clock change and four half-months, half of them rolled up, with an agent who changes offices. */
export async function aHistory(): Promise<History> {
  const random = fc.sample(fc.nat(1_000_000), { numRuns: 12_000, seed: 4 });
  let drawn = 0;
  const upTo = (count: number) => (random[drawn++ % random.length] ?? 0) % count;
  const one = <T>(list: readonly T[]): T => {
    const found = list[upTo(list.length)];
    if (found === undefined) throw new Error("There is nothing to choose from.");
    return found;
  };
  const { actor: superadmin } = await aSuperadmin();
  const offices = [await anOffice({ agents: 3 }), await anOffice({ agents: 2 }), await anOffice({ agents: 1 })];
  const catalogue = [
    await aSite({ types: [{ bonus: true, price: { payout: 0.1, bonusPayout: 33.33 } }, { typename: "English" }, {}] }),
    await aSite({ useApproveSale: true, types: [{ bonus: true }] }),
    await aSite({ avp: true, types: [{ bonus: true }, { price: { earning: 0.07, lpp: 0 } }] }),
  ];
  await terms();
  const agents = offices.flatMap((office) => office.agents);
  const [mover] = agents;
  const second = offices[1];
  if (!mover || !second) throw new Error("The builders built too little.");
  await execute(sql`INSERT INTO office_sites SELECT offices.id, sites.id FROM offices, sites`);
  await execute(sql`INSERT INTO agent_sites SELECT agents.id, sites.id FROM agents, sites`);
  await execute(
    sql`UPDATE agents SET first_name = 'Two', last_name = 'Agents' WHERE id IN (${mover.id}, ${second.agents[0]?.id})`,
  );
  for (let index = 0; index < 900; index++) {
    const at = new Date(FIRST + upTo(DAYS * 24 * 60) * 60_000 + upTo(60_000));
    const drawnAgent = one(agents);
    const moved = drawnAgent === mover && index % 2 === 0;
    const agent = moved ? { ...mover, companyId: second.id } : drawnAgent;
    const link = { agent, type: one(one(catalogue).types), at, geo: one(geos) };
    const click = await aClick({ ...link, class: one(["ok", "ok", "ok", "bot", "rate"]), unique: upTo(3) > 0 });
    if (upTo(4) === 0) {
      const event = link.type.bonus ? one(["sale", "sale", "bonus"] as const) : one(["sale", "click"] as const);
      const sale = await aSale({
        ...link,
        click,
        event,
        at: new Date(at.getTime() + upTo(5_000_000)),
        geo: one([click.geo, "DE"]),
      });
      if (event !== "click" && upTo(5) === 0) {
        const correction = upTo(3) === 0 ? { flags: sale.flags + CORRECTION } : {};
        await aReversal(sale, { at: new Date(at.getTime() + upTo(900_000_000)), ...correction });
      }
    }
    if (index === 600) await fold();
  }
  await dressClicks();
  return { superadmin, offices, agents, sites: catalogue, raw: await rawRows() };
}

/** Gives each click sub IDs, a referrer and a user agent, or none. */
async function dressClicks(): Promise<void> {
  await execute(sql`
    INSERT INTO user_agents (id, text)
    SELECT * FROM unnest(${userAgents.map(({ id }) => id)}::bigint[], ${userAgents.map(({ text }) => text)}::text[])`);
  await execute(sql`
    UPDATE clicks SET ua_id = nullif(n % 7, 0), referer = (${referrers.map((each) => each)}::text[])[1 + n % 6],
      subs = CASE WHEN n % 3 > 0 THEN jsonb_build_object('sub1', 'ad ' || n % 4, 'sub3', chr(65 + n % 2)) END
    FROM (SELECT id, ('x' || right(id::text, 6))::bit(24)::int AS n FROM clicks) AS numbers WHERE numbers.id = clicks.id`);
}

/** The readers, and the owner of the rows that each may see: a superadmin, a manager, and the agent who moved. */
export function readersOf({ superadmin, offices, agents }: History) {
  const [manager, mover] = [offices[1] as Office, agents[0] as Agent];
  return {
    superadmin: { actor: superadmin, sees: {} },
    manager: { actor: manager.actor, sees: { companyId: manager.id } },
    agent: { actor: mover.actor, sees: { agentId: mover.id } },
  };
}
export type Reader = keyof ReturnType<typeof readersOf>;
