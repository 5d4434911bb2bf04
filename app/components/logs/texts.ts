/** Texts of the click log, the sale log and the postback log. */
const replay = "Are you sure to replay the request?";
const resolve = "Are you sure that the flagged sale is settled?";

export const clickLogs = {
  heading: "Click Logs",
  site: "Site",
  address: "IP Address",
  clickId: "Click id",
  subId: "Sub id",
  subIds: "Sub Ids",
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
  received: (time: string) => `received ${time}`,
  resolve: "Resolve",
  resolved: ["Success", "The flagged sale is settled"],
  asks: { resolve: { one: resolve, selected: resolve } },
} as const;

export const postbacks = {
  heading: "Postbacks",
  verdict: "Verdict",
  fate: "Result",
  transaction: "Transaction",
  parameters: "Parameters",
  reversal: "Reversal",
  replay: "Replay",
  replayed: "Replayed",
  notBooked: "Replayed, still not booked",
  asks: { replay: { one: replay, selected: replay } },
} as const;
