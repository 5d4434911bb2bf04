import { rows } from "../kernel/database";
import { sql } from "../kernel/sql";

export type PreferredDomain = { id: number; domain: string };

/** The domains to choose from, by name; a hidden one only where it is the present choice. */
export function pickedDomains(present: number | null = null): Promise<PreferredDomain[]> {
  return rows(sql`
    SELECT id, domain FROM domains WHERE NOT hidden OR id = ${present}::int ORDER BY lower(domain), id`);
}

/** What a new office begins with: the domain with id 1, else the first listed (OFFICE-21). */
export const firstDomain = (domains: readonly PreferredDomain[]): PreferredDomain | undefined =>
  domains.find(({ id }) => id === 1) ?? domains[0];
