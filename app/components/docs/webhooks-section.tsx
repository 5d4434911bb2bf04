/** How programs receive and verify events, for the first page of the API documentation. */
const texts = {
  heading: "Webhooks",
  intro:
    "Under Profile, Webhooks, superadmins and offices choose events that the product sends to an https address. Each event is a POST of " +
    "JSON: id (the same at every attempt), type, createdAt and data. Events arrive at least once, and in order for each address. Any " +
    "status from 200 to 299 within 5 seconds accepts an event. Redirects are not followed. A refused event is sent again after 5 and 30 " +
    "seconds, 2, 10 and 30 minutes, then hourly for three days; then the address is disabled.",
  verify:
    "The header Webhook-Signature has the time t in seconds since 1970 and, as v1, the HMAC-SHA256 of t, a dot and the unchanged body. For " +
    "24 hours after a rotation of the secret there are two v1 values. In Node:",
  example: `import { createHmac, timingSafeEqual } from "node:crypto";

function isGenuine(header, body, secret) {
  const parts = header.split(",").map((part) => part.split("="));
  const t = parts.find(([name]) => name === "t")?.[1];
  const expected = createHmac("sha256", secret).update(t + "." + body).digest();
  return Math.abs(Date.now() / 1000 - t) < 300 && parts.some(([name, value]) => name === "v1" &&
    value.length === 64 && timingSafeEqual(Buffer.from(value, "hex"), expected));
}`,
  events: "Events",
} as const;

export function WebhooksSection({ events }: { events: readonly string[] }) {
  return (
    <section className="card" id="webhooks">
      <h2>{texts.heading}</h2>
      <p>{texts.intro}</p>
      <p>{texts.verify}</p>
      <pre>{texts.example}</pre>
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
