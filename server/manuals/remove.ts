import { z } from "zod";
import { Deleted, Id } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { holdManual, textOf } from "./manual";

/** Deletes a site's manual. The audit keeps its content. */
export const remove = command({
  name: "manuals.remove",
  does: "edit site manuals",
  allow: atLeast("superadmin"),
  type: "DELETE",
  input: z.object({ id: Id }),
  output: Deleted,
  async run({ changed }, { id }) {
    const manual = await holdManual(id);
    await manual.destroy();
    changed({ record: "siteManual", id, before: textOf(manual), after: null });
    return { deleted: 1 };
  },
});
