/** Texts of the screens of offices. */

const ofOffices = {
  activate: {
    one: "Are you sure to activate office and all agents?",
    selected: "Are you sure to activate selected offices and all they agents?",
  },
  suspend: {
    one: "Are you sure to suspend office and all agents?",
    selected: "Are you sure to suspend selected offices and all they agents?",
  },
  show: {
    one: "Are you sure to show office and all agents?",
    selected: "Are you sure to show selected offices and all they agents?",
  },
  hide: {
    one: "Are you sure to hide office and all agents?",
    selected: "Are you sure to hide selected offices and all they agents?",
  },
} as const;

export const offices = {
  heading: "Offices",
  add: "+ Add Office",
  addHeading: "Add Office",
  updateHeading: "Update Office",
  activateSelected: "Activate selected",
  suspendSelected: "Suspend selected",
  notes: "Must Read (optional)",
  notesHint: "The office's agents see it on Home.",
  passwordHint: "8 to 72 characters.",
  keptPasswordHint: "Leave both empty to keep the current password.",
  usernameHint: "At most 10 letters, digits, _ . or -. It cannot be changed later.",
  statusHint: "Clicks on a suspended office's links do not count. All of its agents are suspended too.",
  hiddenHint: "A hidden office is left out of choices. All of its agents are hidden too.",
  sitesHint: "Sites that you add are enabled for all of the office's agents.",
  noDomain: "None",
  asks: ofOffices,
} as const;

export const sitesOf = {
  heading: (name: string) => `Sites of ${name}`,
} as const;

export const hiddenPassword = "••••";
