/** Texts of the screens of offices. */

export const offices = {
  heading: "Offices",
  add: "+ Add Office",
  waiting: (count: number) => `+${count} waiting`,
  addHeading: "Add Office",
  updateHeading: "Update Office",
  /** Parts of the form. */
  office: "Office",
  manager: "Manager",
  sites: "Sites",
  notes: "Must Read (optional)",
  notesHint: "The office's agents see it on Home.",
  passwordHint: "8 to 72 characters.",
  keptPasswordHint: "Leave both empty to keep the current password.",
  usernameHint: "At most 10 letters, digits, _ . or -. It cannot be changed later.",
  statusHint: "Clicks on a suspended office's links do not count. All of its agents are suspended too.",
  hiddenHint: "A hidden office is left out of choices. All of its agents are hidden too.",
  sitesHint: "Sites that you add are enabled for all of the office's agents.",
  noDomain: "None",
  suspendedAlone: (count: number) => `${count} suspended on their own`,
  keepSuspended: (count?: number) =>
    count === 1
      ? "Keep the agent suspended who was suspended on their own"
      : `Keep ${count === undefined ? "the" : `the ${count}`} agents suspended who were suspended on their own`,
  keepSuspendedHint: "If you leave this empty, they are activated too.",
} as const;

export const sitesOf = {
  heading: (name: string) => `Sites of ${name}`,
  change: "Change the sites",
} as const;

/** The tabs of one office. */
export const officeTabTexts = {
  list: "Offices",
  figures: "Figures",
  details: "Details",
  agents: "Agents",
  sites: "Sites",
  payments: "Payments",
  statement: "Statement",
} as const;

export const officeFigures = {
  heading: (name: string) => `Figures of ${name}`,
  title: "Office figures",
  sums: "Half-months",
  figure: "Figure",
  running: "This half-month so far",
  before: "Same days before",
  change: "Change until this time",
  last: "Last half-month",
  raws: "Raws",
  uniques: "Uniques",
  sales: "Sales",
  bonuses: "Bonuses",
  pesos: "Pesos",
  dollars: "Earnings",
  top: "Top agents of this half-month",
  noTop: "No sales in this half-month yet",
  silent: "No sale in this half-month or the last",
  noSilent: "Every active agent has sold",
  noneActive: "This office has no active agents",
  moreSilent: (count: number) => `${count} more`,
  agent: "Agent",
  lastSale: "Last sale",
  never: "Never",
} as const;

export const officePayments = {
  heading: (name: string) => `Payments of ${name}`,
  title: "Office payments",
  intro: "Links for which this office has its own price. All other links pay the price of the link.",
  site: "Site",
  link: "Link",
  payout: "Payout",
  usual: "Price of the link",
  bonusPayout: "Bonus payout",
  usualBonus: "Bonus of the link",
  none: "This office has no own prices",
  noneHint: "Add one under Sites, Offices custom payments.",
  prices: "Price history",
  change: "Change",
} as const;
