import type { z } from "zod";
import type { Type } from "~models";
import { difference } from "../kernel/operation/difference";
import { linksChanged } from "../kernel/database/link-state";
import { type Call, command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { saveFrom } from "../kernel/database/record-version";
import { ChangedType } from "./fields";
import { holdType } from "./require-type";
import { savePrices } from "./save-prices";
import { findPricedType, TypeOutput } from "./type";

/**
 * Saves a link. Missing fields keep their value. A changed price applies to sales from now on, never to earlier ones.
 */
export const update = command({
  name: "types.update",
  does: "change links of a site",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: ChangedType,
  output: TypeOutput,
  current: ({ actor }, { id }) => findPricedType(actor, id),
  async run(call, { id, siteId, version, ...given }) {
    const type = await holdType(id, siteId);
    await changeType(call, type, await findPricedType(call.actor, id), given, version);
    await linksChanged();
    return findPricedType(call.actor, id);
  },
});

type Given = Omit<z.output<typeof ChangedType>, "id" | "siteId" | "version">;

/** Writes the changed fields of a locked link, for a superadmin and in the version of the form. */
export async function changeType(
  call: Call,
  type: Type,
  stored: TypeOutput,
  given: Given,
  version?: number,
): Promise<void> {
  const wanted = mergedType(stored, given);
  const { typename, typealias, url, bbrCh, bonus, status, showNoSalesStat } = wanted;
  const columns = { typename, typealias, url, bbrCh, bonus, showNoSalesStat };
  await saveFrom(type, version, { ...columns, active: status === 1 });
  const own = { ...columns, status };
  const was = Object.fromEntries(Object.keys(own).map((key) => [key, stored[key as keyof typeof own]]));
  const changes = difference(was, own);
  if (changes) call.changed({ record: "type", id: stored.id, ...changes });
  const kept = new Set(wanted.feeGeos.map(({ geo }) => geo));
  const gone = stored.feeGeos.map(({ geo }) => geo).filter((geo) => !kept.has(geo));
  await savePrices(call, stored.id, wanted, gone);
}

/** The link after the change. The bonus fields are null if it pays no bonus, and 0 if they were never set. */
export function mergedType(stored: TypeOutput, { status, feeGeos, ...given }: Given) {
  const merged = { ...stored, ...given, status: status === undefined ? stored.status : Number(status) };
  const { bonus } = merged;
  return {
    ...merged,
    earning: merged.earning ?? 0,
    bonusPayout: bonus ? (merged.bonusPayout ?? 0) : null,
    bonusEarning: bonus ? (merged.bonusEarning ?? 0) : null,
    bonusLpp: bonus ? (merged.bonusLpp ?? 0) : null,
    feeGeos: (feeGeos ?? stored.feeGeos)
      .map((fee) => ({ ...fee, earning: fee.earning ?? 0 }))
      .sort((a, b) => (a.geo < b.geo ? -1 : 1)),
  };
}
