import type { Coded } from "../links";

// SQL by hand: workers load every link code that is new to them.

type RowsOf = (text: string) => Promise<unknown[][]>;

/** What the codes of an older server lead to. */
export type LegacyLinks = { readonly newest: number; readonly byCode: ReadonlyMap<string, Coded> };

const none: LegacyLinks = { newest: 0, byCode: new Map() };

/** The codes that are known already and those added since: rows are never changed, so each is read once. */
export async function readLegacyLinks(rowsOf: RowsOf, before: LegacyLinks = none): Promise<LegacyLinks> {
  const added = await rowsOf(`
    SELECT id, code, site_id, type_id, agent_id FROM legacy_links WHERE id > ${before.newest} ORDER BY id`);
  if (added.length === 0) return before;
  const byCode = new Map(before.byCode);
  for (const row of added) {
    const [, code, siteId, typeId, agentId] = row as [number, string, number, number, number];
    byCode.set(code, { siteId, typeId, agentId });
  }
  return { newest: added.at(-1)?.[0] as number, byCode };
}
