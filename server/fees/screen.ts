import { z } from "zod";
import { officesVisible } from "../accounts";
import { all, sql } from "../kernel/database/sql";
import { readTransaction, queryRows } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { type Call, query, stream } from "../kernel/operation/operation";
import { invalid } from "../kernel/operation/refusal";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { dayOf } from "../kernel/time";
import { now } from "../kernel/time/now";
import { csvText } from "../kernel/operation/csv";
import { csvFileName } from "../kernel/text/file-name";
import { listSiteOptions, requireSite, SiteCard } from "../sites";
import { findPricedType, requireType, typesOfSite } from "../types";
import { Fee, type FeeRow, findFees } from "./fee-rows";
import { toCells, COLUMNS } from "./import";

/** The payment of each active office for a link of a site: its custom payments, or the link's defaults. */
export const list = query({
  name: "fees.list",
  does: "list custom payments of offices",
  allow: atLeast("superadmin"),
  input: z.object({ siteId: Id, typeId: Id }),
  output: z.array(Fee),
  async run({ actor }, { siteId, typeId }) {
    await requireSite(actor, siteId);
    const type = await requireType(actor, typeId);
    if (type.siteId !== siteId) throw invalid({ typeId: ["This link belongs to another site."] });
    return feesOfType(actor, typeId);
  },
});

/** One row for each active office, by name. */
const feesOfType = (actor: Actor, typeId: number): Promise<FeeRow[]> =>
  findFees(sql`types.id = ${typeId} AND ${officesVisible(actor)} AND accounts.active`);

type ExportInput = { siteId?: number | undefined; typeId?: number | undefined };

/** The fees of one link, of a site's links or of all links, as a CSV file that the import accepts. */
export const exportFees = stream({
  name: "fees.export",
  does: "export custom payments of offices",
  allow: atLeast("superadmin"),
  type: "EXPORT",
  heavy: true,
  input: z.object({ siteId: Id.optional(), typeId: Id.optional() }),
  run: (call, input) => exportLines(call, input),
});

async function* exportLines({ actor, saveAs }: Call, { siteId, typeId }: ExportInput): AsyncGenerator<string> {
  const chosen = await readTransaction(async () => ({
    site: siteId === undefined ? undefined : await requireSite(actor, siteId),
    type: typeId === undefined ? undefined : await requireType(actor, typeId),
  }));
  saveAs(csvFileName("custom-payments", chosen.site?.sitename ?? "all", chosen.type?.typename, dayOf(now())));
  yield csvText([COLUMNS]);
  for (const { id } of await readTransaction(() => findLinks({ siteId, typeId }))) {
    yield csvText((await readTransaction(() => feesOfType(actor, id))).map(toCells));
  }
}

/** A list in the order of names. */
const findLinks = ({ siteId, typeId }: ExportInput) =>
  queryRows<{ id: number }>(sql`
    SELECT types.id FROM types JOIN sites ON sites.id = site_id
    WHERE ${all([siteId !== undefined && sql`site_id = ${siteId}`, typeId !== undefined && sql`types.id = ${typeId}`])}
    ORDER BY sitename COLLATE by_name, sites.id, typename COLLATE by_name, types.id`);

const Choice = z.object({ value: z.int(), label: z.string() });

/**
 * Offices custom payments: the sites, the links of the chosen site, and the offices once both are chosen (FEE-02). A
 * link of another site, such as the previous one, counts as not chosen (FEE-06).
 */
export const feesScreen = query({
  name: "fees.screen",
  does: "list custom payments of offices",
  allow: atLeast("superadmin"),
  input: z.object({ siteId: Id.optional(), typeId: Id.optional() }),
  output: z.object({
    sites: z.array(Choice),
    /** Null until a site is chosen. */
    site: SiteCard.nullable(),
    types: z.array(Choice),
    typeId: z.int().nullable(),
    /** The site's bonus is the Day#2 sale. */
    useApproveSale: z.boolean(),
    /** Null until site and link are chosen. */
    fees: z.array(Fee).nullable(),
    /** Countries with their own price of the link. An office's own price takes precedence over them. */
    countries: z.array(z.object({ geo: z.string(), payout: z.number() })),
  }),
  async run({ actor }, { siteId, typeId }) {
    const site = siteId === undefined ? undefined : await requireSite(actor, siteId);
    const types = site ? await typesOfSite(site.id) : [];
    const type = types.find(({ id }) => id === typeId);
    const sites = await listSiteOptions(actor, "all");
    return {
      sites: sites.map(({ id, sitename }) => ({ value: id, label: sitename })),
      site: site ?? null,
      types: types.map(({ id, typename }) => ({ value: id, label: typename })),
      typeId: type?.id ?? null,
      useApproveSale: site?.useApproveSale ?? false,
      fees: type ? await feesOfType(actor, type.id) : null,
      countries: type ? (await findPricedType(actor, type.id)).feeGeos : [],
    };
  },
});
