import type { Coded } from "../../links";

type RowsOf = (text: string) => Promise<unknown[][]>;

/** The links of codes issued by an older server. `newest` is the highest ID of the rows read so far. */
export type LegacyLinks = { readonly newest: number; readonly byCode: ReadonlyMap<string, Coded> };

const none: LegacyLinks = { newest: 0, byCode: new Map() };

/** Adds the codes inserted since `before`. Rows of legacy_links never change, so each is read once. */
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
