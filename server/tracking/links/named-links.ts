import type { Coded } from "../../links";

type RowsOf = (text: string) => Promise<unknown[][]>;
/** An agent's own link, with the parameters that every click on it has. */
export type NamedLink = Coded & { query: string };
export type NamedRow = [alias: string, siteId: number, typeId: number, agentId: number, query: string];

/** The agents' own links by alias. `newest` is the highest revision of the rows read so far. */
export type NamedLinks = { readonly newest: number; readonly byAlias: ReadonlyMap<string, NamedLink> };

export const noNamedLinks: NamedLinks = { newest: -1, byAlias: new Map() };

/** All of them, for a copy on disk. */
export const NAMED_ROWS = `
  SELECT n.alias, t.site_id, n.type_id, n.agent_id, n.query
  FROM named_links n JOIN types t ON t.id = n.type_id WHERE n.deleted_at IS NULL ORDER BY n.id`;

/** Adds what has changed since `before`: a revision is the version of all links with which a row was written. */
export async function readNamedLinks(rowsOf: RowsOf, before: NamedLinks = noNamedLinks): Promise<NamedLinks> {
  const changed = await rowsOf(`
    SELECT n.alias, t.site_id, n.type_id, n.agent_id, n.query, n.deleted_at IS NOT NULL, n.revision::float8
    FROM named_links n JOIN types t ON t.id = n.type_id WHERE n.revision > ${before.newest} ORDER BY n.revision`);
  if (changed.length === 0) return before;
  const byAlias = new Map(before.byAlias);
  for (const row of changed) {
    const [alias, siteId, typeId, agentId, query, isDeleted] = row as [...NamedRow, boolean];
    if (isDeleted) byAlias.delete(alias);
    else byAlias.set(alias, { siteId, typeId, agentId, query });
  }
  return { newest: changed.at(-1)?.[6] as number, byAlias };
}

/** The parameters of a click: those of its address come first, and the first of a name counts. */
export const joinQueries = (own: string, saved: string): string => (own && saved ? `${own}&${saved}` : own || saved);
