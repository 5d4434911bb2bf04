import { createHmac } from "node:crypto";
import type { WebhookEndpoint } from "~models";
import { DAY_MS } from "../../kernel/time/durations";
import { unseal } from "../../kernel/process/secrets";

/** How long the previous secret signs beside the new one after a rotation. */
const OVERLAP_MS = DAY_MS;

/** Prefix of the secrets that sign events. Lets secret scanners find leaked ones. */
export const PREFIX = "whsec_";

/** The owner for whom the secrets of an endpoint are sealed. */
export const secretContext = (endpointId: number): string => `webhook_endpoints:${endpointId}`;

type Secrets = Pick<WebhookEndpoint, "id" | "secret" | "previousSecret" | "rotatedAt">;

/**
 * The headers that prove the origin of an event. `Webhook-Signature` holds the signatures of Standard Webhooks, "v1," and
 * base64, between spaces, and the older "t=<seconds>,v1=<hex>" between commas. Each reader skips the other's parts: the
 * words before them keep one comma in each part between spaces, and a name in each part between commas.
 */
export function signedHeaders(endpoint: Secrets, id: string, body: string, at: Date): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000);
  const secrets = secretsAt(endpoint, at);
  const standard = secrets.map((secret) => `v1,${hmac(standardKey(secret), `${id}.${seconds}.${body}`, "base64")}`);
  const own = secrets.map((secret) => `v1=${hmac(secret, `${seconds}.${body}`, "hex")}`);
  return {
    "Webhook-Id": id,
    "Webhook-Timestamp": String(seconds),
    "Webhook-Signature": ["base64,sha256", ...standard, `hex,t=${seconds},${own.join(",")}`].join(" "),
  };
}

/** The secret and, for a day after a rotation, the one before it. */
function secretsAt({ id, secret, previousSecret, rotatedAt }: Secrets, at: Date): string[] {
  const isOverlap = previousSecret && rotatedAt && at.getTime() - rotatedAt.getTime() < OVERLAP_MS;
  return [secret, ...(isOverlap ? [previousSecret] : [])].map((sealed) =>
    unseal(sealed, secretContext(id)).toString("utf8"),
  );
}

/** The key as the libraries of Standard Webhooks read it. The hex digits of a secret are valid base64. */
const standardKey = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), "base64");

const hmac = (key: string | Buffer, text: string, encoding: "base64" | "hex"): string =>
  createHmac("sha256", key).update(text).digest(encoding);
