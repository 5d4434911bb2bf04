import { z } from "zod";
import { sql, type Statement } from "../../kernel/database/sql";
import { together } from "../../kernel/database/statements";
import { queryRows } from "../../kernel/database/transactions";
import { Nothing } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { type Actor, only } from "../../kernel/operation/roles";
import { addDays, dayOf } from "../../kernel/time";
import { type Range } from "../../trade/periods";
import { now } from "../../kernel/time/now";
import { linkAddresses, ListedLink } from "../../links";
import { saleRows } from "../source";

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
  const [ranked, addressesOf] = await together(
    queryRows<Omit<BestLink, "link"> & { siteId: number }>(
      rankedLinks(actor, { start: addDays(today, 1 - DAYS), end: today }),
    ),
    linkAddresses(actor.agentId ?? 0),
  );
  return ranked.map(({ siteId, ...link }) => ({ ...link, link: addressesOf({ siteId, typeId: link.id }).encoded }));
}

/** Links that the agent can hand out now, by sales; ties by name. */
const rankedLinks = (actor: Actor, range: Range): Statement => sql`
  SELECT types.id, typename, site_id AS "siteId", sitename, sales
  FROM (
    SELECT type_id, sum(sales)::int AS sales FROM (${saleRows(actor, {}, { range, byDay: true })}) AS rows
    GROUP BY type_id HAVING sum(sales) > 0
  ) AS ranked
  JOIN types ON types.id = type_id AND active
  JOIN sites ON sites.id = site_id
  WHERE site_id IN (SELECT site_id FROM agent_sites WHERE agent_id = ${actor.agentId})
    AND site_id IN (SELECT site_id FROM office_sites WHERE company_id = ${actor.companyId})
  ORDER BY sales DESC, typename COLLATE by_name, types.id LIMIT ${LINKS}`;
