import { createHmac } from "node:crypto";
import type { WebhookEndpoint } from "~models";
import { DAY_MS } from "../../kernel/time/durations";
import { unseal } from "../../kernel/process/secrets";

/** How long the previous secret signs beside the new one after a rotation. */
const OVERLAP_MS = DAY_MS;

/** The owner for whom the secrets of an endpoint are sealed. */
export const secretContext = (endpointId: number): string => `webhook_endpoints:${endpointId}`;

type Secrets = Pick<WebhookEndpoint, "id" | "secret" | "previousSecret" | "rotatedAt">;

/** "t=<seconds since 1970>,v1=<hex HMAC-SHA256 of t.body>", with a second v1 for a day after a rotation. */
export function signatureOf({ id, secret, previousSecret, rotatedAt }: Secrets, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const isOverlap = previousSecret && rotatedAt && at.getTime() - rotatedAt.getTime() < OVERLAP_MS;
  const signed = [secret, ...(isOverlap ? [previousSecret] : [])].map((sealed) =>
    createHmac("sha256", unseal(sealed, secretContext(id)))
      .update(`${seconds}.${body}`)
      .digest("hex"),
  );
  return [`t=${seconds}`, ...signed.map((hash) => `v1=${hash}`)].join(",");
}
