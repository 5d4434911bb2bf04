import { command, query } from "../kernel/operation";
import { ImportDone, Imported, Rehearsal, rehearsalOf, Rehearsed, requireShown } from "../kernel/rehearsal";
import { atLeast } from "../kernel/roles";
import { holdTypes } from "../types";
import { applyFees, judgeFees } from "./file";

const DOES = "import custom payments of offices";

/** What a file of fees would do, row by row. Nothing is written. */
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

/** Applies the good rows of a file and names the others; what was rehearsed is applied as it was shown or not at all. */
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
