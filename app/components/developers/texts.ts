/** The public page for the developers of a site. */
export const developerTexts = {
  whole: "The whole page: self-test, parameters, answers and the last requests",
  title: "Postbacks",
  heading: (site: string) => `Postbacks of ${site}`,
  intro: (until: string) =>
    `This page is for the developers of this site. It explains how the site reports sales, checks off a first test and shows the last requests that we received. Its link works until ${until}.`,
  contents: "Contents",
  sections: {
    test: "Self-test",
    try: "Send a test",
    code: "Code for the site",
    send: "Send a postback",
    parameters: "Parameters",
    macros: "Macros of an address",
    answers: "Answers",
    repeat: "When to repeat a request",
    requests: "Last requests",
  },
} as const;

export const testTexts = {
  intro: (since: string) => `Seen since ${since}, when this link was created. Reload the page to check again.`,
  seen: "Done",
  seenAt: (at: string) => `Last seen ${at}`,
  unseen: "Not seen yet",
  steps: {
    click: {
      name: "Click",
      how: "Open a tracked link to the site in a browser. Ask your contact for one.",
    },
    sale: { name: "Sale", how: "Report a sale with the ID of that click and a transaction number of your own." },
    duplicate: { name: "Repeat", how: "Send the same request again. The answer is duplicate." },
    reversal: { name: "Reversal", how: "Send it again with status=reversed." },
  },
} as const;

export const sendTexts = {
  click: (parameter: string) =>
    `A visitor comes to the site with a click ID in the parameter \`${parameter}\` of the address, unless a link of the site puts it elsewhere. Keep it with the visitor, and report each event of that visitor to this address:`,
  secret:
    "Replace SECRET by the secret of the site, CLICKID by the click ID and TXID by your own number of the sale. The secret comes from your contact. Use it on your server only, never in a page.",
  post: "By POST, with the secret in a header (recommended)",
  get: "By GET, with the secret in the address",
  getHint:
    "Addresses end up in logs, so prefer POST. A POST may be form-encoded, multipart or JSON, with at most 16 KB.",
  list: "Several at once",
  listHint:
    "A JSON list of up to 500 postbacks is answered with a list, one answer each in the same order. Each is booked by itself and has its own `status`, so repeat only those whose status asks for it.",
  later: "Ask for the verdict later",
  laterHint:
    "Every answer has a receipt: `requestId`, or X-Request-Id in its headers. Ask with it later, for example whether a pending event has been booked:",
  sale: "A sale",
  bonus: "A bonus",
  reversal: "A sale taken back",
} as const;

export const macroTexts = {
  intro:
    "The address of a link to this site may contain macros, which are replaced for each visitor. Ask your contact to add those that you need.",
} as const;

export const parameterTexts = {
  required: "required",
  optional: "optional",
  secret: "secret must be the secret of the site; leave it out if the header has it",
  purposes: {
    clickid: "Says which visitor bought.",
    event: "A bonus is paid only on links that have one.",
    status: "Without it, approved. A reversal with a txid takes back the event of that txid.",
    txid: "Your own number of the sale, compared without spaces around it. It makes repeats harmless, so always send it. A placeholder that was not filled in, such as {txid}, counts as not sent.",
    reason: "Why a sale is reversed; stolen_card marks a sale paid with a stolen card.",
    geo: "Without it, or with a code of no country, the country of the click. UK is GB.",
    email: "Kept with the event. If it cannot be read, the event is booked without it.",
    ts: "When it happened; without it, now. Clocks may differ by 5 minutes.",
    amount: "Kept with the event. If it cannot be read, the event is booked without it.",
    currency: "Kept with the event. If it cannot be read, the event is booked without it.",
    test: "1 answers what would happen, and books nothing.",
  } as Readonly<Record<string, string>>,
} as const;

export const answerTexts = {
  intro:
    "The answer is JSON with a verdict, and a reason if the event was not booked. `field` names the parameter to blame, and `detail` says what is wrong or what happens next. `warnings` name what had no effect, such as a misspelled parameter. `requestId` is the receipt of a request that was not booked.",
  field: "Parameter",
  or: " or ",
  verdicts: {
    accepted: "Accepted",
    duplicate: "Already reported",
    test: "Test",
    held: "Pending",
    refused: "Refused",
  } as Readonly<Record<string, string>>,
} as const;

export const repeatTexts = (maxRefusals: number) =>
  [
    ["200", "The event is booked. Do not repeat it."],
    [
      "202",
      "The event is stored and pending. Do not repeat it. If its click or its sale may still arrive, we try again ourselves for ten minutes.",
    ],
    ["400, 405, 409, 413, 414, 415", "The request is wrong. Correct it first: the same request gets the same answer."],
    ["401, 403", "The secret or the address of your server is not accepted. Have it corrected, then send it again."],
    [
      "429",
      `More than ${maxRefusals} requests of your address were refused within a minute. Wait as many seconds as Retry-After says, then repeat.`,
    ],
    [
      "500, 503, no answer within 30 seconds",
      "Repeat after 5 seconds, or as many as Retry-After says. Double the wait each time up to an hour, and continue for at least a day.",
    ],
  ] as const;
export const repeatOnce =
  "Repeats count once: an event with the same txid, or without one of the same click, is booked only the first time.";
