import { z } from "zod";
import { Domain, Office } from "~models";
import { listable, officesVisible } from "../accounts";
import { queryRows } from "../kernel/database/transactions";
import { noSuch } from "../kernel/operation/refusal";
import type { Actor } from "../kernel/operation/roles";
import { type RowOf, selectColumns, sql } from "../kernel/database/sql";

export const DomainOutput = z
  .object({
    id: z.int(),
    domain: z.string(),
    description: z.string(),
    hidden: z.boolean(),
    /** The offices that use it for their links. */
    companies: z.array(z.object({ id: z.int(), officeName: z.string() })),
    version: z.int(),
  })
  .meta({ id: "Domain", description: "A preferred domain of tracked links." });
export type DomainOutput = z.output<typeof DomainOutput>;

const columns = selectColumns(Domain, ["id", "domain", "description", "hidden", "version"]);
const officeColumns = selectColumns(Office, ["id", "officeName"]);
type Row = RowOf<typeof columns> & { companies: RowOf<typeof officeColumns>[] };

/** Domains by name with their offices. Suspended offices are included only for people who see them in lists. */
export const listDomains = (actor: Actor, id: number | null = null): Promise<Row[]> =>
  queryRows(sql`
    SELECT ${columns}, coalesce(companies, '[]') AS companies
    FROM domains
    LEFT JOIN (
      SELECT preferred_domain_id,
             json_agg(json_build_object(${officeColumns.pairs})
                      ORDER BY office_name COLLATE by_name, offices.id) AS companies
      FROM offices JOIN accounts ON accounts.id = account_id
      WHERE ${officesVisible(actor)} AND ${listable(actor)}
      GROUP BY preferred_domain_id
    ) AS of_domain ON preferred_domain_id = domains.id
    WHERE ${id}::int IS NULL OR domains.id = ${id}::int
    ORDER BY domain COLLATE by_name, domains.id`);

/** Throws 404. */
export async function findDomain(actor: Actor, id: number): Promise<DomainOutput> {
  const [domain] = await listDomains(actor, id);
  if (!domain) throw noSuch("domain");
  return domain;
}
