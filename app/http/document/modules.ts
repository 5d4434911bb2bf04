import type { Area } from "~/gate.server";

/**
 * The modules of the calls, in the order of the documentation. The keys are the files of the contract, and the areas of client
 * tokens, except that calls of sites need no token.
 */
export const modules = {
  "sign-in": {
    title: "Signing in",
    description: "Sessions, tokens, and the settings of one's own account.",
  },
  "two-step": { title: "Two-step sign-in", description: "Authenticator apps, recovery codes and passkeys." },
  people: { title: "People", description: "Agents, offices, admins, superadmins, and approval." },
  catalogue: { title: "Sites", description: "Sites, domains, manuals, and the choices of filters." },
  prices: { title: "Prices", description: "Links of sites, their prices, AVP, and custom payments." },
  tracking: { title: "Links", description: "Tracked links, saved links and the Link doctor." },
  logs: { title: "Logs", description: "Clicks, sales, sign-ins and acts, and the black list." },
  "site-calls": { title: "Calls of sites", description: "Reports of sales, and what became of them." },
  postbacks: { title: "Postbacks", description: "Requests of sites about sales, and their replay." },
  reports: { title: "Reports", description: "Statistics over clicks and sales." },
  views: { title: "Views", description: "Lists, logs and reports under a name, their mails and feeds." },
  dashboard: { title: "Dashboard", description: "The figures of Home, and of one agent or office." },
  signals: { title: "Signals", description: "Faults that rules find in the figures of sites, sales and payments." },
  payroll: { title: "Payroll", description: "Half-months, the ledger and payment runs." },
  statements: { title: "Pay", description: "Statements, and sales with their pay." },
  "payout-details": { title: "Payout details", description: "Destinations of payments to agents and offices." },
  messages: { title: "Messages and claims", description: "Announcements with receipts, and claims of missing sales." },
  webhooks: { title: "Webhooks", description: "Endpoints for events and sales, and what was sent to them." },
  system: { title: "System", description: "The search, options, news, alerts and the health of the server." },
} as const satisfies Record<Area | "site-calls", { title: string; description: string }>;

export type Module = keyof typeof modules;
export const isModule = (name: string): name is Module => Object.hasOwn(modules, name);
