import { counted } from "../formats";

/** Texts of Home. */
export const home = {
  suspended: (since: string | null) =>
    `Your account is suspended${since === null ? "" : ` since ${since}`}. Your links do not count until it is activated.`,
  /** Follows the notice about stolen cards, which says that the account is suspended. */
  linksStopped: "Your links do not count until your account is activated.",
  reason: (reason: string) => `Reason: ${reason}`,
  fraud:
    "One or more of your sales were flagged as made with stolen cards. Your account is suspended. Please talk to your manager.",
  notes: "Must Read",
  news: "Latest news",
  weekly: "Weekly Top 10 Agents",
  allTime: "All Time Top 10 Agents",
  since: "since the first sale",
  offices: "BiWeekly office",
  sameDays: "Same days",
  sameDaysNote:
    "Growth compares with the whole half-month before, Same days with as many of its days as have begun now.",
  another: "Choose another pay period",
  getLink: "Get a link",
  balance: "Balance",
  openUntil: (end: string) => `Open until ${end}, then it is closed and paid.`,
  over: "Over, not closed yet",
  noPayout: "Set your payout method to be paid.",
  lastPaid: (at: string, php: string) => `Last paid ${at}: ${php}`,
  sinceVisit: (at: string, what: string) => `Since your last visit, ${at}: ${what}`,
  newsEdited: "updated news",
  figures: {
    own: "Your figures",
    office: "Figures of your office",
    network: "Figures of all offices",
    names: { today: "Today", yesterday: "Yesterday", half: "This half-month so far", lastHalf: "Last half-month" },
    others: (measure: string) => `${measure}, other periods`,
    raws: "Raws",
    uniques: "Uniques",
    sales: "Sales",
    bonusSales: "Bonuses",
    php: "Pesos",
    earn: "Earning",
    bonusEarn: "Bonus Earning",
    note: "Changes compare with the same number of days of the period before, and of a period that is not over until the same time of day.",
  },
  trend: {
    heading: "Last 30 days",
    sales: "Sales",
    uniques: "Uniques",
    date: "Date",
    numbers: "Numbers",
    describe: (first: string, last: string, sales: string, uniques: string) =>
      `Columns show sales by day from ${first} to ${last}, ${sales} in all; the line shows uniques, ${uniques} in all. Numbers has them as a table.`,
  },
  avp: {
    heading: "AVP sales only",
    note: "Part of your pay: the statement has all of it.",
    tier: "Tier",
    each: (pesos: string) => `${pesos} a sale`,
    sales: "Sales",
    next: "To the next tier",
    toNext: (sales: number, pesos: string) => `${sales} more ${sales === 1 ? "sale" : "sales"} for ${pesos} a sale`,
    top: "You are in the top tier",
    php: "Earned so far (AVP)",
    projected: "Expected at this pace (AVP)",
    bar: (sales: string, tier: string) => `${sales} AVP sales: in the tier ${tier}`,
  },
  best: {
    heading: "Your best-selling links",
    sold: (sales: number) => `${counted(sales, "sale", "sales")} in 30 days`,
  },
  agents: {
    heading: "Your agents",
    none: "No agent needs attention.",
    more: (count: number) => `and ${count} more`,
    groups: {
      waiting: ["Waiting for approval by an administrator", "since"],
      rejected: ["Rejected by an administrator", "on"],
      stopped: ["Sold before, but not in the last 7 days", "last sale"],
      fresh: ["New in the last 14 days", "since"],
      away: ["Not signed in for 7 days", "last"],
    },
    never: "never",
  },
  attention: {
    heading: "Needs attention",
    none: "Nothing needs attention.",
    approvals: (count: number) => counted(count, "agent waits for approval", "agents wait for approval"),
    postbacks: (count: number, since: string) =>
      `${counted(count, "pending postback", "pending postbacks")}, the oldest of ${since}`,
    close: (count: number, since: string) =>
      count === 1 ? `Half-month from ${since} to close` : `${count} half-months to close, the oldest from ${since}`,
    pay: (count: number, since: string) =>
      count === 1 ? `Half-month from ${since} to pay` : `${count} half-months to pay, the oldest from ${since}`,
    webhooks: (count: number) =>
      `${count} webhook ${count === 1 ? "endpoint" : "endpoints"} disabled after three days of failures`,
    noBackup: "No backup yet",
    oldBackup: "The last backup is older than 24 hours",
    noDoctor: "No integrity check yet",
    oldDoctor: "The last integrity check is more than a week old",
    findings: (count: number) => `${count} integrity ${count === 1 ? "check" : "checks"} failed`,
  },
  setUp: {
    heading: "Set up your company",
    intro: "These steps lead to the first sale. The list disappears when all are done.",
    done: "Done",
    steps: {
      domain: ["Add a domain", "for the addresses of agents' links"],
      office: ["Add an office", "with its manager"],
      site: ["Add a site", "that agents sell"],
      link: ["Add a link to the site", "with its price"],
      secret: ["Make a secret for the site", "with which it reports sales"],
      agent: ["Add an agent", "to the office"],
      approval: ["Approve the agent", "so that their links count"],
      click: ["Open one of the agent's links", "as a test click"],
      sale: ["Report a test sale", "with the site's secret and the click ID; the postback appears here"],
    },
  },
} as const;
