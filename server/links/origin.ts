import { one } from "../kernel/database";
import { productUrl } from "../kernel/product-url";
import { sql } from "../kernel/sql";

/** The address that an agent's links are handed out under, and the domain that it is; null where it is the product's own. */
export type LinkOrigin = { origin: string; domainId: number | null };

/**
 * The preferred domain of an agent's office; where it is hidden or there is none the first active one, else the product's
 * address. SQL by hand: which domain comes first is one order over domains, agent and office.
 */
export async function linkOrigin(agentId: number): Promise<LinkOrigin> {
  const domain = await one<{ id: number; domain: string }>(sql`
    SELECT domains.id, domain FROM domains
    LEFT JOIN agents ON agents.id = ${agentId}
    LEFT JOIN offices ON offices.id = agents.company_id
    WHERE NOT domains.hidden
    ORDER BY domains.id IS DISTINCT FROM offices.preferred_domain_id, domains.id LIMIT 1`);
  return { origin: domain?.domain ?? new URL(productUrl("/")).origin, domainId: domain?.id ?? null };
}
