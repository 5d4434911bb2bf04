import type { Acts } from "../table/acts";

/** Acts on an office apply to all of its agents, so the inverse act asks, too. */
export const officeActs = {
  suspend: {
    label: "Suspend",
    bulk: "Suspend selected",
    ask: "Are you sure to suspend office and all agents?",
    askSelected: "Are you sure to suspend selected offices and all they agents?",
    reason: true,
    change: { active: false },
    undo: { by: "activate", done: "was suspended.", asks: true, gives: { keepSuspended: "on" } },
    can: "seeOffices",
  },
  activate: {
    label: "Activate",
    bulk: "Activate selected",
    ask: "Are you sure to activate office and all agents?",
    askSelected: "Are you sure to activate selected offices and all they agents?",
    reason: true,
    change: { active: true },
    undo: { by: "suspend", done: "was activated.", asks: true },
    can: "seeOffices",
  },
  hide: {
    label: "Hide",
    ask: "Are you sure to hide office and all agents?",
    askSelected: "Are you sure to hide selected offices and all they agents?",
    reason: true,
    change: { hidden: true },
    undo: { by: "show", done: "was hidden.", asks: true },
    can: "seeOffices",
  },
  show: {
    label: "Show",
    ask: "Are you sure to show office and all agents?",
    askSelected: "Are you sure to show selected offices and all they agents?",
    reason: true,
    change: { hidden: false },
    undo: { by: "hide", done: "is shown again.", asks: true },
    can: "seeOffices",
  },
} as const satisfies Acts;
