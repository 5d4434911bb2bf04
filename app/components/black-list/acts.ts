import type { Acts } from "../table/acts";

export const blackListActs = {
  delete: {
    label: "Delete",
    bulk: "Delete selected",
    ask: "Are you sure to delete IP?",
    askSelected: "Are you sure to delete selected IPs?",
    danger: true,
    can: "seeSettings",
  },
} as const satisfies Acts;
