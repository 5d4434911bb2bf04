import { z } from "zod";
import { Agent } from "~models";
import { findOneVisible } from "../../accounts";
import { sql, type Statement } from "../../kernel/database/sql";
import { queryRows } from "../../kernel/database/transactions";
import { Nothing } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { type Actor, only } from "../../kernel/operation/roles";
import { addDays, dayOf, type Range } from "../../kernel/periods";
import { now } from "../../kernel/periods/now";
import { ListedLink, linksOf } from "../../links";
import { saleRows } from "../source";

// SQL by hand: a ranking of links from sums over the roll-ups.

const LINKS = 3;
const DAYS = 30;

export const BestLink = ListedLink.omit({ linkFormat: true }).extend({ sales: z.int() });
type BestLink = z.output<typeof BestLink>;

/** The agent's links that sold most in the last 30 days, with their short addresses. */
export const bestLinks = query({
  name: "reports.bestLinks",
  does: "read your best-selling links",
  allow: only("agent"),
  input: Nothing,
  output: z.array(BestLink),
  run: ({ actor }) => bestLinksOf(actor),
});

export async function bestLinksOf(actor: Actor): Promise<BestLink[]> {
  const today = dayOf(now());
  const ranked = await queryRows<{ id: number; siteId: number; sales: number }>(
    rankedLinks(actor, { start: addDays(today, 1 - DAYS), end: today }),
  );
  if (ranked.length === 0) return [];
  const agent = await findOneVisible(Agent, actor, actor.agentId ?? 0);
  const listed: z.output<typeof ListedLink>[] = [];
  for (const siteId of new Set(ranked.map((row) => row.siteId))) listed.push(...((await linksOf(siteId, agent)) ?? []));
  return ranked.flatMap(({ id, sales }) =>
    listed.filter((link) => link.id === id && link.linkFormat === "Encoded").map((link) => ({ ...link, sales })),
  );
}

/** Links that the agent can hand out now, by sales; ties by name. */
const rankedLinks = (actor: Actor, range: Range): Statement => sql`
  SELECT types.id, site_id AS "siteId", sales
  FROM (
    SELECT type_id, sum(sales)::int AS sales FROM (${saleRows(actor, {}, { range, byDay: true })}) AS rows
    GROUP BY type_id HAVING sum(sales) > 0
  ) AS ranked
  JOIN types ON types.id = type_id AND active
  WHERE site_id IN (SELECT site_id FROM agent_sites WHERE agent_id = ${actor.agentId})
    AND site_id IN (SELECT site_id FROM office_sites WHERE company_id = ${actor.companyId})
  ORDER BY sales DESC, lower(typename), types.id LIMIT ${LINKS}`;
