import { Id } from "../kernel/operation/input";
import { linksChanged } from "../kernel/database/link-state";
import { command, query } from "../kernel/operation/operation";
import { ImportDone, Imported, Rehearsal, rehearsalOf, Rehearsed, requireShown } from "../kernel/operation/dry-run";
import { atLeast } from "../kernel/operation/roles";
import { insertType } from "./create";
import { given, judgeTypes } from "./file";
import { siteOf } from "./list-screen";
import { holdTypes } from "./require-type";
import { changeType } from "./update";

const DOES = "import links of a site";

/** Dry run of an import of links, row by row. Nothing is written. */
export const rehearse = query({
  name: "types.rehearse",
  does: DOES,
  allow: atLeast("superadmin"),
  type: "READ",
  input: Rehearsed.extend({ siteId: Id }),
  secret: ["csv"],
  output: Rehearsal,
  async run({ actor }, { siteId, csv }) {
    await siteOf(siteId);
    return rehearsalOf((await judgeTypes(actor, siteId, csv)).map(({ effect }) => effect));
  },
});

/**
 * Applies the valid rows of a file and returns the others with their errors. After a dry run, the file is applied
 * exactly as shown or not at all.
 */
export const importTypes = command({
  name: "types.import",
  does: DOES,
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: Imported.extend({ siteId: Id }),
  secret: ["csv"],
  output: ImportDone,
  async run(call, { siteId, csv, mark }) {
    await siteOf(siteId);
    const held = new Map((await holdTypes({ siteId })).map((type) => [type.id, type]));
    const judged = await judgeTypes(call.actor, siteId, csv);
    const effects = judged.map(({ effect }) => effect);
    requireShown(mark, rehearsalOf(effects));
    let applied = 0;
    for (const { effect, row, stored, fresh } of judged) {
      const type = stored && held.get(stored.id);
      if (effect.outcome === "new" && fresh) await insertType(call, fresh);
      else if (effect.outcome === "changed" && type && row) await changeType(call, type, stored, given(row));
      else continue;
      applied += 1;
    }
    if (applied > 0) await linksChanged();
    return { applied, effects };
  },
});
