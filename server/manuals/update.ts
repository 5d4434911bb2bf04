import { difference } from "../kernel/operation/difference";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { requireVersion } from "../kernel/database/record-version";
import { requireSite } from "../sites";
import { ChangedManual } from "./fields";
import { findManual, holdManual, ManualOutput, textOf } from "./manual";

/** Saves a manual. Fields that are left out keep their value. It can move to another site that has no manual. */
export const update = command({
  name: "manuals.update",
  does: "edit site manuals",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: ChangedManual,
  output: ManualOutput,
  current: (_call, { id }) => findManual(id),
  async run({ actor, changed }, { id, version, ...given }) {
    const manual = await holdManual(id);
    requireVersion(version, manual);
    const before = textOf(manual);
    const after = { ...before, ...given };
    const changes = difference(before, after);
    if (changes) {
      if (after.siteId !== before.siteId) await requireSite(actor, after.siteId);
      await manual.update(after);
      changed({ record: "siteManual", id, ...changes });
    }
    return findManual(id);
  },
});
