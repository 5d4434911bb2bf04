import { z } from "zod";
import { Site, SiteManual } from "~models";
import { queryRows } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { type RowOf, selectColumns, sql } from "../kernel/database/sql";
import { requireSite, SiteCard } from "../sites";
import { findManual, ManualOutput } from "./manual";

const Choices = z.array(z.object({ value: z.int(), label: z.string(), disabled: z.boolean() }));

/** Initial values of a new manual's form. The address can name a site, whose name then becomes the title. */
export const createScreen = query({
  name: "manuals.createScreen",
  does: "edit site manuals",
  allow: atLeast("superadmin"),
  input: z.object({ siteId: Id.optional() }),
  output: z.object({ choices: Choices, site: SiteCard.nullable() }),
  async run({ actor }, { siteId }) {
    const choices = await siteChoices();
    const chosen = choices.find(({ value, disabled }) => value === siteId && !disabled);
    return { choices, site: chosen ? await requireSite(actor, chosen.value) : null };
  },
});

/** A manual's form: the manual, and the sites to which it can move. */
export const editScreen = query({
  name: "manuals.editScreen",
  does: "edit site manuals",
  allow: atLeast("superadmin"),
  input: z.object({ id: Id }),
  output: z.object({ manual: ManualOutput, site: SiteCard, choices: Choices }),
  async run({ actor }, { id }) {
    const manual = await findManual(id);
    return { manual, site: await requireSite(actor, manual.siteId), choices: await siteChoices(manual.siteId) };
  },
});

/** The manual of a site, if it has one. */
export const ofSite = query({
  name: "manuals.ofSite",
  does: "edit site manuals",
  allow: atLeast("superadmin"),
  input: z.object({ id: Id }),
  output: z.object({ manualId: z.int().nullable() }),
  async run({ actor }, { id: siteId }) {
    await requireSite(actor, siteId);
    const manual = await SiteManual.findOne({ attributes: ["id"], where: { siteId } });
    return { manualId: manual?.id ?? null };
  },
});

const columns = selectColumns(Site, ["id", "sitename"]);

/** All sites by name. Those that have a manual, other than `currentSiteId`, are labeled and cannot be chosen. */
async function siteChoices(currentSiteId?: number): Promise<z.output<typeof Choices>> {
  const sites = await queryRows<RowOf<typeof columns> & { has: boolean }>(sql`
    SELECT ${columns}, EXISTS (SELECT 1 FROM site_manuals WHERE site_id = sites.id) AS has
    FROM sites ORDER BY sitename COLLATE by_name, id`);
  return sites.map(({ id, sitename, has }) => {
    const disabled = has && id !== currentSiteId;
    return { value: id, label: disabled ? `${sitename} (has a manual)` : sitename, disabled };
  });
}
