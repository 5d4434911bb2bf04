import { CodePlate } from "./code-plate";

/** How programs receive and verify events, for the first page of the API documentation. */
const texts = {
  heading: "Webhooks",
  intro:
    "Under Profile, Webhooks, superadmins and offices choose events that the product sends to an https address. Each event is a POST of " +
    "JSON: id (the same at every attempt), type, createdAt and data. Events arrive at least once, and in order for each address. Any " +
    "status from 200 to 299 within 5 seconds accepts an event. Redirects are not followed. A refused event is sent again after 5 and 30 " +
    "seconds, 2, 10 and 30 minutes, then hourly for three days; then the address is disabled.",
  verify:
    "The headers are those of Standard Webhooks, whose libraries verify an event with the secret as it was shown. The body must be the raw " +
    "text of the request. For 24 hours after a rotation the former secret verifies, too. In Node:",
  example: `import { Webhook } from "standardwebhooks";

const event = new Webhook(secret).verify(body, headers);`,
  events: "Events",
} as const;

export function WebhooksSection({ events }: { events: readonly string[] }) {
  return (
    <section className="card" id="webhooks">
      <h2>{texts.heading}</h2>
      <p>{texts.intro}</p>
      <p>{texts.verify}</p>
      <CodePlate>{texts.example}</CodePlate>
      <p>
        {texts.events}:{" "}
        {events.map((event, index) => (
          <span key={event}>
            {index > 0 && ", "}
            <code>{event}</code>
          </span>
        ))}
      </p>
    </section>
  );
}
