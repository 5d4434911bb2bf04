/** The modules of the calls, in the order of the documentation. The keys are the files of the contract. */
export const modules = {
  "sign-in": {
    title: "Signing in",
    description: "Sessions, tokens, two-step sign-in, and the settings of one's own account.",
  },
  people: { title: "People", description: "Agents, offices and admins, their approval and payout details." },
  catalogue: { title: "Catalogue", description: "Sites, links, prices, domains, manuals and custom payments." },
  tracking: {
    title: "Links and logs",
    description: "Tracked links, clicks, sales, postbacks, the logs and the black list.",
  },
  reports: {
    title: "Reports and payroll",
    description: "Statistics, the dashboard, half-months, statements and payment runs.",
  },
  system: { title: "System", description: "Options, news, alerts, webhooks and the health of the server." },
} as const;

export type Module = keyof typeof modules;
export const isModule = (name: string): name is Module => Object.hasOwn(modules, name);
