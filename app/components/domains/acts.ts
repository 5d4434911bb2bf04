import type { Acts } from "../table/acts";

export const domainActs = {
  activate: {
    label: "Activate",
    ask: "Are you sure to activate domain?",
    change: { hidden: false },
    undo: { by: "hide", done: "was activated." },
    can: "editCatalogue",
  },
  hide: {
    label: "Hide",
    ask: "Are you sure to hide domain?",
    change: { hidden: true },
    undo: { by: "activate", done: "was hidden." },
    can: "editCatalogue",
  },
} as const satisfies Acts;
