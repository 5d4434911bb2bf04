import { z } from "zod";
import { csvText } from "../kernel/text/csv-file";
import { readTransaction, rows } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { stream } from "../kernel/operation/operation";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { all, sql } from "../kernel/database/sql";
import { requireSite } from "../sites";
import { requireType } from "../types";
import { cellsOf, COLUMNS } from "./file";
import { feesOfType } from "./list";

type Asked = { siteId?: number | undefined; typeId?: number | undefined };

/** The fees of one link, of a site's links or of all links, as a CSV file that the import accepts. */
export const exportFees = stream({
  name: "fees.export",
  does: "export custom payments of offices",
  allow: atLeast("superadmin"),
  type: "EXPORT",
  input: z.object({ siteId: Id.optional(), typeId: Id.optional() }),
  run: ({ actor }, asked) => lines(actor, asked),
});

async function* lines(actor: Actor, { siteId, typeId }: Asked): AsyncGenerator<string> {
  await readTransaction(async () => {
    if (siteId !== undefined) await requireSite(actor, siteId);
    if (typeId !== undefined) await requireType(actor, typeId);
  });
  yield csvText([COLUMNS]);
  for (const { id } of await readTransaction(() => linksOf({ siteId, typeId }))) {
    yield csvText((await readTransaction(() => feesOfType(actor, id))).map(cellsOf));
  }
}

/** SQL by hand: a list in the order of names. */
const linksOf = ({ siteId, typeId }: Asked) =>
  rows<{ id: number }>(sql`
    SELECT types.id FROM types JOIN sites ON sites.id = site_id
    WHERE ${all([siteId !== undefined && sql`site_id = ${siteId}`, typeId !== undefined && sql`types.id = ${typeId}`])}
    ORDER BY lower(sitename), sites.id, lower(typename), types.id`);
