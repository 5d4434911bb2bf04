import { one } from "../kernel/database/transactions";
import { productUrl } from "../kernel/net/product-url";
import { sql } from "../kernel/database/sql";

/** The origin of an agent's links, and the id of its domain; the id is null if it is the product's own address. */
export type LinkOrigin = { origin: string; domainId: number | null };

/**
 * The preferred domain of the agent's office. If it is hidden or not set, the first active domain; if there is none,
 * the product's own address.
 * SQL by hand: one ORDER BY over domains, agent and office picks the domain.
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
