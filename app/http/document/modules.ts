/** The modules of the calls, in the order of the documentation. The keys are the files of the contract. */
export const modules = {
  "sign-in": {
    title: "Signing in",
    description: "Sessions, tokens, and the settings of one's own account.",
  },
  "two-step": { title: "Two-step sign-in", description: "Authenticator apps, recovery codes and passkeys." },
  people: { title: "People", description: "Agents, offices, admins, superadmins, and approval." },
  catalogue: { title: "Sites", description: "Sites, domains, manuals, and the choices of filters." },
  prices: { title: "Prices", description: "Links of sites, their prices, AVP, and custom payments." },
  tracking: { title: "Links", description: "Tracked links, and the search." },
  logs: { title: "Logs", description: "Clicks, sales, sign-ins and acts, and the black list." },
  postbacks: { title: "Postbacks", description: "Requests of sites about sales, and their replay." },
  reports: { title: "Reports", description: "Statistics over clicks and sales." },
  views: { title: "Views", description: "Lists, logs and reports under a name, their mails and feeds." },
  dashboard: { title: "Dashboard", description: "The figures of Home, and of one agent or office." },
  signals: { title: "Signals", description: "Faults that rules find in the figures of sites, sales and payments." },
  payroll: { title: "Payroll", description: "Half-months, the ledger and payment runs." },
  statements: { title: "Pay", description: "Statements, and sales with their pay." },
  "payout-details": { title: "Payout details", description: "Destinations of payments to agents and offices." },
  messages: { title: "Messages and claims", description: "Announcements with receipts, and claims of missing sales." },
  system: { title: "System", description: "Options, news, alerts, webhooks and the health of the server." },
} as const;

export type Module = keyof typeof modules;
export const isModule = (name: string): name is Module => Object.hasOwn(modules, name);
