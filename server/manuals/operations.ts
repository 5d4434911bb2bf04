import { z } from "zod";
import { SiteManual } from "~models";
import { canReadManuals } from "../accounts";
import { requireVersion } from "../kernel/database/records";
import { sql } from "../kernel/database/sql";
import { auditKey, difference } from "../kernel/operation/audit";
import { Deleted, Flag, Id, OptionalField, Required, Version } from "../kernel/operation/input";
import { command, query } from "../kernel/operation/operation";
import { orderBy } from "../kernel/operation/page";
import { atLeast } from "../kernel/operation/roles";
import { RequiredHtml } from "../kernel/operation/html";
import { requireSite } from "../sites";
import {
  sortColumns,
  findManual,
  lockManual,
  ManualOutput,
  findManuals,
  sortable,
  editableFields,
  visibleCondition,
} from "./manual";

const NewManual = z.object({ siteId: Id, title: Required(), html: RequiredHtml });

const ChangedManual = z.object({
  id: Id,
  siteId: OptionalField(Id),
  title: OptionalField(Required()),
  html: OptionalField(RequiredHtml),
  version: Version,
});

/** The manuals, with their texts, of the sites that the account may see, sorted by the site's name by default. */
export const list = query({
  name: "manuals.list",
  does: "read site manuals",
  allow: canReadManuals,
  input: z.object({
    sortField: z.enum(sortable, "This column cannot be sorted.").default("sitename"),
    sortAsc: Flag.default(true),
  }),
  output: z.array(ManualOutput),
  run: ({ actor }, sort) =>
    findManuals(sql`WHERE ${visibleCondition(actor)} ${orderBy(sortColumns, sort, sql`site_manuals.id`)}`),
});

export const read = query({
  name: "manuals.read",
  does: "edit site manuals",
  allow: atLeast("superadmin"),
  input: z.object({ id: Id }),
  output: ManualOutput,
  run: (_call, { id }) => findManual(id),
});

/** Creates the manual of a site that has none. */
export const create = command({
  name: "manuals.create",
  does: "edit site manuals",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: NewManual,
  output: ManualOutput,
  async run({ actor, changed }, { siteId, title, html }) {
    await requireSite(actor, siteId);
    const { id } = await SiteManual.create({ siteId, title, html });
    changed({ record: "siteManual", id, before: null, after: { siteId, title, html } });
    return findManual(id);
  },
});

/** Saves a manual. Fields that are left out keep their value. It can move to another site that has no manual. */
export const update = command({
  name: "manuals.update",
  does: "edit site manuals",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: ChangedManual,
  output: ManualOutput,
  current: (_call, { id }) => findManual(id),
  audited: (_call, { id }) => auditKey("siteManual", id),
  async run({ actor, changed }, { id, version, ...fields }) {
    const manual = await lockManual(id);
    requireVersion(version, manual);
    const before = await editableFields(manual);
    const after = { ...before, ...fields };
    const changes = difference(before, after);
    if (changes) {
      if (after.siteId !== before.siteId) await requireSite(actor, after.siteId);
      await manual.update(after);
      changed({ record: "siteManual", id, ...changes });
    }
    return findManual(id);
  },
});

/** Deletes a site's manual. The audit keeps its content. */
export const remove = command({
  name: "manuals.remove",
  does: "edit site manuals",
  allow: atLeast("superadmin"),
  type: "DELETE",
  input: z.object({ id: Id }),
  output: Deleted,
  async run({ changed }, { id }) {
    const manual = await lockManual(id);
    await manual.destroy();
    changed({ record: "siteManual", id, before: await editableFields(manual), after: null });
    return { deleted: 1 };
  },
});
