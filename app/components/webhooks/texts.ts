/** Texts of the screens for webhooks. */
export const webhooks = {
  heading: "Webhooks",
  intro:
    "The product sends events to these addresses as they happen, in order for each address, and again until each is delivered.",
  empty: "No webhooks yet",
  add: "Add webhook",
  name: "Name",
  nameHint: "A name to recognize it by.",
  url: "Address",
  urlHint: "An https address that can be reached from the Internet.",
  macrosHint: (macros: readonly string[]) =>
    `A postback address may contain macros, which are replaced with values of the sale: ${macros.join(", ")}.`,
  format: "Format",
  formats: {
    signed: "Signed JSON",
    postback: "Postback",
  },
  formatHint:
    "Signed JSON is a POST for programs. A postback is a GET with macros for trackers, of accepted and reversed sales.",
  office: "Office",
  network: "The whole network",
  chosenEvents: "Events",
  eventsHint: "At least one. A postback receives accepted and reversed sales only.",
  trackers: "Addresses of trackers",
  trackersHint:
    "Replace the capitals, and put the click ID of the tracker into sub1 of your links. A reversal has status reversed and a negative payout.",
  ofAgentIntro: "Your tracker receives each of your sales at these addresses, again until it is delivered.",
  ofAgent: (username: string) => `Sales of ${username}`,
  sendTest: "Send test",
  testHeading: "Test",
  testNote: "A test of an event has its fields with example values and is marked test.",
  testEvent: "Event of the test",
  plainTest: "A test without data",
  events: {
    "sale.accepted": "Sale accepted",
    "sale.reversed": "Sale reversed",
    "sale.pending": "Sale pending",
    "agent.created": "Agent created",
    "agent.approved": "Agent approved",
    "agent.suspended": "Agent suspended",
    "period.closed": "Half-month closed",
    "period.paid": "Half-month paid",
    "price.changed": "Price changed",
    "signal.opened": "Signal opened",
    "signal.closed": "Signal closed",
    test: "Test",
  } as Readonly<Record<string, string>>,
  howToVerify: "How to verify events",
  verify:
    "Verify events with a library of Standard Webhooks. Or compute the HMAC-SHA256 of the time t in the header " +
    "Webhook-Signature, a dot and the unchanged body, with the secret as the key. Accept the event if the result equals one of " +
    "the hexadecimal v1 values and t is at most five minutes old.",
  documentation: "Events, fields and an example",
  state: "State",
  working: "Working",
  failing: (since: string) => `Failing since ${since}`,
  disabled: "Disabled after three days of failures",
  ended: "Disabled because access of its maker ended",
  endedNote: "Access of the person who created this webhook has ended. Only a superadmin can enable it again.",
  maker: "Created by",
  ofOffice: (office: string) => `Webhooks of ${office}`,
  ofOfficeIntro: "The addresses that receive events of this office.",
  off: "Off",
  nextTry: (at: string) => `Next attempt: ${at}`,
  lastDelivery: "Last delivery",
  never: "Never",
  enabled: "Enabled",
  enabledHint: "While it is off, no events are stored for it. Those that wait are sent when it is enabled again.",
  updateHeading: "Edit webhook",
  save: "Save",
  secret: "Secret",
  shownOnce: "Copy the secret now. It is shown only once.",
  rotated: (at: string) => `Secret rotated: ${at}. The previous one also signs for 24 hours after that.`,
  tested: "The test is on its way. Reload the page to see its result.",
  deliveries: "Deliveries",
  noDeliveries: "No deliveries",
  time: "Time",
  event: "Event",
  status: "Status",
  tries: "Tries",
  request: "Request and answer",
  details: "Show",
  body: "Body",
  attempt: (number: number, at: string, ms: number) => `Attempt ${number}, ${at}, ${ms} ms`,
  answer: (status: number) => `Answer ${status}`,
  again: "Send again",
  sentAgain: "The event is sent again.",
  states: { waiting: "Waiting", delivered: "Delivered", failed: "Failed" },
} as const;

type State = {
  state: "working" | "failing" | "disabled" | "off";
  disabledReason: "failures" | "maker" | null;
  failingSince: string | null;
};

/** The state of an endpoint in words. `at` formats a time. */
export function stateText({ state, disabledReason, failingSince }: State, at: (time: string) => string): string {
  if (state === "failing") return webhooks.failing(at(failingSince ?? ""));
  return state === "disabled" && disabledReason === "maker" ? webhooks.ended : webhooks[state];
}

export const eventLabel = (event: string): string => webhooks.events[event] ?? event;
