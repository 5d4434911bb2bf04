import { type FieldDocs, time } from "./field";

const FORMAT =
  "`signed`: a POST of signed JSON. `postback`: a GET of the address with its macros, for trackers. Agents have postbacks alone.";
const URL =
  "The https address of the receiver, which must be public. The path and query of a postback may contain the macros `{click_id}`, " +
  "`{txid}`, `{event}`, `{status}` (`approved` or `reversed`), `{payout}`, `{amount}`, `{currency}`, `{agent}`, `{site}`, " +
  "`{link}`, `{country}`, `{sub1}`, `{sub2}`, `{sub3}`, `{sub4}`, `{sub5}`, `{time}`, `{reason}`, `{sale_id}`, `{reverses}`, " +
  "`{agent_id}`, `{office_id}`, `{site_id}`, `{link_id}` and, for the whole network, `{earning}`.";
const EVENTS =
  "The events that are sent. At least one; for a postback `sale.accepted`, `sale.reversed` or both, by default the first.";
const OFFICE =
  "ID of the office whose events are sent; null for the whole network. For offices it is always their own, for agents that in which they were.";
const AGENT = "ID of the agent whose sales are sent; null for offices and the whole network.";

/** Webhook endpoints, their deliveries and attempts. */
export const webhooks: FieldDocs = {
  "WebhookAttempt.answer": "The beginning of the answer's body; null if there was no answer.",
  "WebhookAttempt.error": "Why there was no answer, or why it counts as failed; null if neither.",
  "WebhookAttempt.headers": "The headers of the request.",
  "WebhookAttempt.ms": "Duration in milliseconds.",
  "WebhookAttempt.status": "HTTP status of the answer; null if there was none. 200 to 299 is a success.",
  "WebhookAttempt.url": "The address that was called, with the values of its macros.",
  "WebhookDelivery.attempts": "Every attempt to send it, oldest first.",
  "WebhookDelivery.body": "The body of the request; empty for postbacks, which have none.",
  "WebhookDelivery.deliveredAt": time("Successful attempt; null before it"),
  "WebhookDelivery.event": "The event, or `test`.",
  "WebhookDelivery.eventId": "ID of the event for its receiver. It is the same at every attempt.",
  "WebhookDelivery.state":
    "`waiting`: not sent yet, or to be sent again. `delivered`: the receiver accepted it. `failed`: a test that was not accepted.",
  "NewWebhookEndpoint.secret": "The secret that signs events, this once; null for a postback, which is not signed.",
  "webhooks.create.companyId": OFFICE,
  "webhooks.create.events": EVENTS,
  "webhooks.create.format": FORMAT,
  "webhooks.create.url": URL,
  "webhooks.deliveries.event": "Only this event.",
  "webhooks.deliveries.state": "Only deliveries in this state.",
  "webhooks.rotateSecret.rotatedAt": time("Rotation. The previous secret also signs for 24 hours after it"),
  "webhooks.sendAgain.endpointId": "ID of the endpoint.",
  "webhooks.update.enabled": "False stops the endpoint: it receives no events. True starts it again.",
  "webhooks.update.events": EVENTS,
  "webhooks.update.url": URL,
  ...of("WebhookEndpoint"),
  ...of("NewWebhookEndpoint"),
};

/** The keys of an endpoint, which the answer with its secret has, too. */
function of(component: string): FieldDocs {
  const keys: FieldDocs = {
    agentId: AGENT,
    companyId: OFFICE,
    disabledAt: time("When the server disabled it; null if it did not"),
    disabledReason:
      "`failures`: no event could be delivered for three days. `maker`: the access of the person who created it ended, " +
      "perhaps while it was off already; only a superadmin can enable it again. Null if neither is so.",
    enabled: "Whether it receives events.",
    events: EVENTS,
    failingSince: time("First failure since the last success; null if there was none"),
    format: FORMAT,
    lastDeliveryAt: time("Last successful delivery; null before the first"),
    nextTryAt: time("Next attempt after a failure; null if nothing has failed"),
    rotatedAt: time("Last rotation of the secret; null before the first"),
    state: "`working`, `failing` while attempts are repeated, `disabled` by the server, or `off` by choice.",
    url: URL,
  };
  return Object.fromEntries(Object.entries(keys).map(([key, doc]) => [`${component}.${key}`, doc]));
}
