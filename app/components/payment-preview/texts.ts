import { counted } from "../formats";

/** Texts of the list before a half-month is paid. */
export const preview = {
  heading: (period: string) => `Pay ${period}`,
  title: "Pay",
  agent: "Agent",
  office: "Office",
  opening: "Opening",
  earned: "This half-month",
  others: "Corrections and advances",
  balance: "Balance",
  php: "To pay",
  left: "Carried over",
  usd: "Dollars",
  payout: "Payout",
  changed: (agents: number) =>
    agents === 1
      ? "1 agent's payout details changed within the last 7 days."
      : `The payout details of ${agents} agents changed within the last 7 days.`,
  missing: (agents: number) =>
    `${counted(agents, "agent to pay has", "agents to pay have")} no payout details, nor has their office.`,
  state: "State",
  pay: (accounts: number) => (accounts === 0 ? "Pay" : `Pay ${counted(accounts, "account", "accounts")}`),
  of: (period: string) => period,
  export: "Export",
  total: (php: string, usd: string, accounts: number) =>
    `${php} (${usd}) to ${counted(accounts, "account", "accounts")}`,
  nothing: "Nothing is owed. Paying marks the half-month as paid without any payments.",
  carried: (php: string) => `Includes ${php} still unpaid from earlier half-months.`,
  deducted: (php: string) => `Balances before this half-month deduct ${php}.`,
  heldBack: (php: string) => `${php} is held back and carries over.`,
  negative: (php: string) => `${php} of negative balances carries over.`,
  search: "Agent or office",
  show: "Show",
  all: "All",
  shown: {
    paid: "To pay",
    held: "Held back",
    unpaid: "Not paid",
    changed: "Payout details changed",
    missing: "No payout details",
  },
  held: "Held back",
  below: "Nothing owed",
  due: "Will be paid",
  caption: "Balances",
  none: "No account has a balance",
  notFound: "No accounts found",
  select: (agent: string) => `Select ${agent}`,
  holdHint: "Tick accounts to hold them back.",
  holdNote:
    "All accounts of each agent are held back, because they are settled together. Their balances carry over until you release them.",
  hold: "Hold back",
  release: "Release",
  heldNotice: "The payments are held back.",
  releasedNotice: "The payments are released.",
} as const;
