import { command, query } from "../kernel/operation/operation";
import { ImportDone, Imported, Rehearsal, rehearsalOf, Rehearsed, requireShown } from "../kernel/operation/dry-run";
import { atLeast } from "../kernel/operation/roles";
import { holdTypes } from "../types";
import { applyFees, judgeFees } from "./file";

const DOES = "import custom payments of offices";

/** Dry run of a file of fees: the effect of each row. Nothing is written. */
export const rehearse = query({
  name: "fees.rehearse",
  does: DOES,
  allow: atLeast("superadmin"),
  type: "READ",
  input: Rehearsed,
  secret: ["csv"],
  output: Rehearsal,
  run: async ({ actor }, { csv }) => rehearsalOf((await judgeFees(actor, csv)).map(({ effect }) => effect)),
});

/**
 * Applies the valid rows of a file and returns the effect of each row. If the effects differ from the dry run, nothing
 * is applied.
 */
export const importFees = command({
  name: "fees.import",
  does: DOES,
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: Imported,
  secret: ["csv"],
  output: ImportDone,
  async run(call, { csv, mark }) {
    const named = (await judgeFees(call.actor, csv)).flatMap(({ fee }) => (fee ? [fee.typeId] : []));
    await holdTypes({ id: named });
    const judged = await judgeFees(call.actor, csv);
    const effects = judged.map(({ effect }) => effect);
    requireShown(mark, rehearsalOf(effects));
    return { applied: await applyFees(call, judged), effects };
  },
});
