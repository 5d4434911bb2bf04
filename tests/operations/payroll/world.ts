import { randomUUID } from "node:crypto";
import { withFixedTime } from "../../../server/kernel/time/now";
import { queryRows, execute } from "../../../server/kernel/database/transactions";
import { system } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { close, pay } from "../../../server/payroll";
import { replayPostback } from "../../../server/tracking";
import { ask } from "../../reports/ask";
import { type Agent, aClick, aSuperadmin, type Type } from "../../world/builders";
import { onlyRow } from "../../world/builders/only-row";
import { inRollback } from "../../world/database";

/** Half-months of March 2026, and for each a moment after its end. */
export const [FIRST, SECOND, THIRD] = [2026031, 2026032, 2026041];
export const OVER = {
  [FIRST]: "2026-03-16T16:00:00Z",
  [SECOND]: "2026-04-01T16:00:00Z",
  [THIRD]: "2026-04-16T16:00:00Z",
};
/** A superadmin with no account behind them. */
export const boss = { ...system, username: "boss" };

/** Tiers: 0; 1 to 9 at ₱100 and $1.60; 10 to 24 at ₱150 and $2.40; 25 and more at ₱200 and $3.20. */
export const inPayroll = (body: () => Promise<unknown>) =>
  inRollback(async () => {
    await execute(sql`
      INSERT INTO avp_tiers (valid_from, index, from_count, to_count, payout_php, payout_dollars)
      VALUES ('2026-01-01', 0, 0, 0, 0, 0), ('2026-01-01', 1, 1, 9, 100, 1.6), ('2026-01-01', 2, 10, 24, 150, 2.4),
        ('2026-01-01', 3, 25, 1000, 200, 3.2)`);
    await body();
  });

/** Receives a site's postback at a moment as pending, and books it then or later. Returns the event's id. */
export async function report(
  siteId: number,
  params: Record<string, string>,
  moment: string,
  replayed = moment,
): Promise<number> {
  const { id } = await onlyRow<{ id: number }>(sql`
    INSERT INTO postbacks (receipt, received_at, verdict, reason, site_id, click_id, event, status, params)
    VALUES (${randomUUID()}, ${moment}, 'held', 'suspended', ${siteId}, ${params.clickid}, ${params.event},
      ${params.status ?? "approved"}, ${JSON.stringify(params)}::jsonb)
    RETURNING id`);
  const { verdict, id: event } = await withFixedTime(replayed, () => ask(replayPostback, boss, { id }));
  if (verdict !== "accepted" || event === null) throw new Error(`The report was not accepted: ${verdict}.`);
  return event;
}

export type Sold = { click: string; siteId: number; event: "sale" | "bonus"; id: number };

/** A sale (or bonus) at a moment, from a click a minute earlier. */
export async function sold(agent: Agent, type: Type, moment: string, event: Sold["event"] = "sale"): Promise<Sold> {
  const { id: click } = await aClick({ agent, type, at: new Date(Date.parse(moment) - 60_000) });
  return { click, siteId: type.siteId, event, id: await report(type.siteId, { clickid: click, event }, moment) };
}

export async function soldOften(count: number, agent: Agent, type: Type, moment: string): Promise<Sold[]> {
  const made: Sold[] = [];
  while (made.length < count) made.push(await sold(agent, type, moment));
  return made;
}

export const takenBack = ({ click, siteId, event }: Sold, moment: string): Promise<number> =>
  report(siteId, { clickid: click, event, status: "reversed", reason: "chargeback" }, moment);

/** Closes a half-month of March on the day after its end. */
export const closed = (id: number, phpPerUsd = 50) =>
  withFixedTime(OVER[id] ?? "", () => ask(close, boss, { id, phpPerUsd, confirmRate: phpPerUsd }));
export const paid = (id: number, moment = OVER[id] ?? "") => withFixedTime(moment, () => ask(pay, boss, { id }));

type Row = Record<"kind" | "php" | "agent" | "office" | "reason", string> & {
  id: number;
  period: number;
  company: number;
  basis: string | null;
  count: number | null;
  usd: string | null;
  refers: number | null;
  settles: number | null;
};
/** The stored ledger rows of an agent, in order. */
export const ledgerOf = (agent: { id: number }) =>
  queryRows<Row>(sql`
    SELECT id, period_id AS period, company_id AS company, kind, basis, count, php, usd, agent, office_name AS office, reason,
      refers_to AS refers, settles
    FROM ledger WHERE agent_id = ${agent.id} ORDER BY id`);

/** Moves an agent to another office at a moment. */
export async function moved(agent: Agent, office: { id: number }, moment: string): Promise<Agent> {
  await execute(sql`UPDATE agent_offices SET until = ${moment} WHERE agent_id = ${agent.id} AND until IS NULL`);
  await execute(
    sql`INSERT INTO agent_offices (agent_id, company_id, since) VALUES (${agent.id}, ${office.id}, ${moment})`,
  );
  await execute(sql`UPDATE agents SET company_id = ${office.id} WHERE id = ${agent.id}`);
  return { ...agent, companyId: office.id };
}

export const aBoss = async () => (await aSuperadmin()).actor;
