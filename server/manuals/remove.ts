import { z } from "zod";
import { run } from "../kernel/database";
import { Deleted, Id } from "../kernel/input";
import { command } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { findManual } from "./manual";

/** Takes a site's manual away. What it was stays in the audit. */
export const remove = command({
  name: "manuals.remove",
  does: "edit site manuals",
  allow: atLeast("superadmin"),
  type: "DELETE",
  input: z.object({ id: Id }),
  output: Deleted,
  async run({ changed }, { id }) {
    const { siteId, title, html } = await findManual(id, { locked: true });
    await run(sql`DELETE FROM site_manuals WHERE id = ${id}`);
    changed({ record: "siteManual", id, before: { siteId, title, html }, after: null });
    return { deleted: 1 };
  },
});
