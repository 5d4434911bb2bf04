import { webhooks } from "~/gate.server";
import { type Json, outputSchema } from "./schemas.server";

/** The events of webhooks as OpenAPI 3.1 describes them: requests that the product sends. */
export function eventWebhooks(): Json {
  return Object.fromEntries(
    webhooks.webhookEvents.map(({ event, meaning, body, example }) => [
      event,
      {
        post: {
          operationId: `webhook.${event}`,
          summary: event,
          description: `${meaning} Sent to the endpoints of format \`signed\` that chose it, at least once and in order.`,
          security: [],
          tags: ["webhooks"],
          parameters: [
            header("Webhook-Id", "ID of the event, as in the body.", "evt_5211"),
            header("Webhook-Timestamp", "When it was sent, in Unix seconds.", "1764000000"),
            SIGNATURE,
          ],
          requestBody: {
            required: true,
            content: {
              "application/json": { schema: outputSchema(body, `webhook.${event}`), example },
            },
          },
          responses: {
            "2XX": { description: "Accepted. The answer must be complete within five seconds." },
            default: { description: "Anything else is a failure, and the event is sent again." },
          },
        },
      },
    ]),
  );
}

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});
const SIGNATURE = header(
  "Webhook-Signature",
  "Signatures of Standard Webhooks, `v1,<base64>`, which their libraries verify, and `hex,t=<unix seconds>,v1=<HMAC-SHA256 of t, " +
    "a dot and the raw body, in hexadecimal>`; two of each for 24 hours after a rotation.",
  "base64,sha256 v1,WwxvHz0eCpyLemlYRzYlFAPy4dDJuKeWhXRjUkE/Lh0= " +
    "hex,t=1764000000,v1=5b0c6f1f3d1e0a9c8b7a69584736251403f2e1d0c9b8a79685746352413f2e1d",
);
