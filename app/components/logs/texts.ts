/** Texts of the click log, the sale log and the postback log. */
export const clickLogs = {
  heading: "Click Logs",
  site: "Site",
  address: "IP Address",
  clickId: "Click id",
  subId: "Sub id",
  /** Leads to the link doctor. */
  became: "Sales, postbacks and sub ids of this click",
  /** Marks a click with a classification other than ok. */
  notCounted: (name: string) => `Not counted: ${name}`,
} as const;

export const saleLogs = {
  heading: "Raw Sale Logs",
  recordType: "Record Type",
  email: "Email",
  geo: "Geo",
  transaction: "Transaction",
  hint: (origin: string) =>
    `Your links look like ${origin}/api/links/go/{siteId}/{typeId}/{agentId} or ${origin}/api/l/{code}`,
  reversal: "Reversal",
  stolenCard: "Stolen card",
  settled: "Stolen card, settled",
  byPixel: "by pixel",
  received: (time: string) => `received ${time}`,
  resolved: ["Success", "The flagged sale is settled"],
} as const;

/** Sales and bonuses with what became of their pay. */
export const agentSales = {
  heading: "Sales and Pay",
  state: "State",
  states: {
    counted: "Counted",
    waiting: "Waiting for Day#2",
    pending: "Pending",
    reversed: "Reversed",
    held: "Held back",
    paid: "Paid",
  },
  due: "due",
  pending: (count: number) =>
    count === 1 ? "1 sale is pending: it is not booked yet." : `${count} sales are pending: they are not booked yet.`,
  showPending: "Show",
  none: "No sales found",
} as const;

export const postbacks = {
  heading: "Postbacks",
  verdict: "Verdict",
  transaction: "Transaction",
  reversal: "Reversal",
  details: "Details",
  click: "Click",
  sale: "Sale",
  statement: "Statement",
  doctor: "Link doctor",
  address: "IP",
  receipt: "Request ID",
  decided: "Decided",
  tries: (count: number) => `tried again ${count === 1 ? "once" : `${count} times`}`,
  raw: "As one line",
  byPixel: "by pixel",
  via: "Reported by",
  vias: [
    { value: "true", label: "Pixel" },
    { value: "false", label: "Server" },
  ],
  replays: "Replays",
} as const;

/** The dry run of a replay, and what a replay has done. */
export const replays = {
  dryRun: "Result of a replay now",
  dryRunNote: "Prices are those at the time of each request. Nothing is stored until you confirm.",
  useless: "A replay would change nothing now.",
  postback: "Postback",
  before: "Now",
  after: "After the replay",
  same: "No change",
  pays: "Pays",
  tiered: "By AVP tier",
  booked: "Replayed",
  notBooked: "Replayed, still not booked",
  partlyBooked: "Replayed, some still not booked",
  unchanged: "The replay changed nothing",
  bookedOf: (booked: number, all: number) => `${booked} of ${all} postbacks are booked.`,
} as const;

/** Texts of the chat log. */
export const chatLogs = {
  heading: "Chat Logs",
  submit: "+ Submit Chat Log",
  submitHeading: "Submit Chat Log",
  site: "Site",
  siteFirst: "Choose a site",
  client: "Client Name",
  conversation: "Conversation",
  conversationHint: "Up to 20,000 characters. Visible to you, your manager and the admins.",
  send: "Save",
  whole: "Full conversation",
} as const;
