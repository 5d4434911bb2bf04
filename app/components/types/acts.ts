import type { Acts, OfferedAct } from "../table/acts";
import { types as texts } from "./texts";

export const typeActs = {
  delete: { label: "Delete", ask: "Are you sure you want delete site link?", danger: true, can: "deleteRecords" },
} as const satisfies Acts;

/** With the loss below its question, or why a link with clicks or sales cannot be deleted. */
export const typeDeletion = (used: boolean): Partial<OfferedAct> =>
  used ? { impossible: texts.inUse } : { note: texts.unused };
