import type { Acts } from "../table/acts";

export const typeActs = {
  delete: { label: "Delete", ask: "Are you sure you want delete site link?", danger: true, can: "deleteRecords" },
} as const satisfies Acts;
