import type { Acts } from "../table/acts";

export const manualActs = {
  remove: {
    label: "Remove",
    ask: (site: string) => `Are your sure to remove "${site}" manual?`,
    danger: true,
    can: "manageManuals",
  },
} as const satisfies Acts;
