/** The words of reports and price lists with their meanings, for a person who reads them for the first time. */
export const terms = {
  raws: ["Raws", "Clicks that count: without robots, blocked addresses and suspended agents."],
  uniques: ["Uniques", "Raws that are a visitor's first for an agent and a link in a day in New York."],
  bonusRatio: [
    "Bonus Ratio",
    "Bonuses for each hundred sales. With approval it is the Convert Ratio: paid sales for each hundred approved.",
  ],
  avp: [
    "AVP",
    "The sites whose sales are paid by tiers: the more AVP sales in a half-month, the more for each of them.",
  ],
  lpp: ["LPP", "Points for each event of a link."],
  halfMonth: [
    "Half-month",
    "The days that are paid together: the 1st to the 15th, and the 16th to the end of a month. Programs call it beWeek.",
  ],
  days: ["Day#1, Day#2", "On sites that approve sales first, Day#1 is the approval and Day#2 the paid sale."],
  earning: ["Earning", "Dollars for the network."],
  margin: ["Margin PHP", "Earnings at the rates of their half-months minus pay. A dash while a rate is not set."],
  epc: ["EPC", "Earnings for one click, in dollars."],
  payout: ["Payout", "Pesos for the agent."],
  reversal: ["Reversal", "Takes an event back, for example after a refund."],
} as const;

export type Term = keyof typeof terms;
export const glossary = { heading: "Terms", open: "Terms", all: "All terms" } as const;
export const GLOSSARY = "/app/glossary";
