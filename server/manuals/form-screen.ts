import { z } from "zod";
import { Site } from "~models";
import { rows } from "../kernel/database";
import { Id } from "../kernel/input";
import { query } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { type RowOf, selected, sql } from "../kernel/sql";
import { findManual, ManualOutput } from "./manual";

const Choices = z.array(z.object({ value: z.int(), label: z.string(), disabled: z.boolean() }));

/** What a new manual's form begins with: a site may be chosen in the address, and its name is the title then. */
export const createScreen = query({
  name: "manuals.createScreen",
  does: "edit site manuals",
  allow: atLeast("superadmin"),
  input: z.object({ siteId: Id.optional() }),
  output: z.object({ choices: Choices, siteId: z.int().optional(), title: z.string() }),
  async run(_call, { siteId }) {
    const choices = await siteChoices();
    const chosen = choices.find(({ value, disabled }) => value === siteId && !disabled);
    return { choices, siteId: chosen?.value, title: chosen?.label ?? "" };
  },
});

/** A manual's form: the manual, and the sites that it can move to. */
export const editScreen = query({
  name: "manuals.editScreen",
  does: "edit site manuals",
  allow: atLeast("superadmin"),
  input: z.object({ id: Id }),
  output: z.object({ manual: ManualOutput, choices: Choices }),
  async run(_call, { id }) {
    const manual = await findManual(id);
    return { manual, choices: await siteChoices(manual.siteId) };
  },
});

const columns = selected(Site, ["id", "sitename"]);

/** All sites by name; one that has a manual, `own` aside, says so and cannot be chosen. SQL by hand: a picker. */
async function siteChoices(own?: number): Promise<z.output<typeof Choices>> {
  const sites = await rows<RowOf<typeof columns> & { has: boolean }>(sql`
    SELECT ${columns}, EXISTS (SELECT FROM site_manuals WHERE site_id = sites.id) AS has
    FROM sites ORDER BY lower(sitename), id`);
  return sites.map(({ id, sitename, has }) => {
    const disabled = has && id !== own;
    return { value: id, label: disabled ? `${sitename} (has a manual)` : sitename, disabled };
  });
}
