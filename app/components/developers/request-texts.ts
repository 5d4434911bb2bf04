export const tryTexts = {
  intro:
    "Send the values that your program would send, without a secret. The answer says what would happen; nothing is booked. The test is listed among the last requests.",
  send: "Send test",
  answer: "Answer",
  events: ["sale", "bonus", "click"].map((value) => ({ value, label: value })),
  statuses: ["approved", "reversed"].map((value) => ({ value, label: value })),
} as const;

export const requestTexts = {
  intro: (count: number) => (count === 1 ? "The last request" : `The last ${count} requests, newest first`),
  none: "No request of this site yet. Requests without a secret of the site are not listed, because their site is not known.",
  noEvent: "no valid event",
  noneChosen: "None of the last 10,000 requests has this answer, txid or click.",
  txid: "txid",
  click: "click",
  receipt: "receipt",
  field: "Parameter",
  warning: "Warning",
  answer: "Answer",
  all: "All",
  find: "txid or click ID",
  show: "Show",
  showAll: "Show all",
} as const;
