import { LRUCache } from "lru-cache";
import type { Client } from "../../kernel/database/sql";

type Sender = { secretHash: Buffer; ip: string | null; receivedAt: Date };
/** The site of a secret, and whether the site allows requests from the address. */
type Admission = { siteId: number; admitted: boolean };

const REMEMBERED_SECRETS = 10_000;
/** The site of each secret that was in force once. It never changes; whether the secret still is in force is looked up. */
const siteOfSecret = new LRUCache<string, number>({ max: REMEMBERED_SECRETS });

/** The site that a secret belongs to, if this process has admitted a request with it before. */
export const knownSiteOf = (secretHash: Buffer): number | undefined => siteOfSecret.get(secretHash.toString("hex"));

// A logged request is checked against the secrets in force at its receipt.
const ADMIT = {
  name: "admit-postbacks",
  text: `
    SELECT r.n::integer AS n, secret.id AS "secretId", s.id AS "siteId",
      coalesce(cardinality(s.allowed_addresses) = 0 OR r.ip <<= ANY (s.allowed_addresses::inet[]), false) AS admitted,
      coalesce(secret.last_used_at, '-infinity') < r.received_at - interval '1 minute' AS due
    FROM unnest($1::bytea[], $2::inet[], $3::timestamptz[]) WITH ORDINALITY AS r (hash, ip, received_at, n)
    JOIN site_secrets secret
      ON secret.hash = r.hash AND (secret.revoked_at IS NULL OR secret.revoked_at > r.received_at)
    JOIN sites s ON s.id = secret.site_id`,
};

// Updated at most once a minute: otherwise every request would write the row of a busy secret.
const MARK_USED = {
  name: "mark-secret-used",
  text: `
    UPDATE site_secrets SET last_used_at = $2::timestamptz
    WHERE id = $1 AND coalesce(last_used_at, '-infinity') < $2::timestamptz - interval '1 minute'`,
};

type Row = Admission & { n: number; secretId: number; due: boolean };

/** Looks up the secrets of requests, in their order; undefined for one that is not in force. */
export async function admit(client: Client, senders: readonly Sender[]): Promise<(Admission | undefined)[]> {
  const column = <T>(get: (sender: Sender) => T) => senders.map(get);
  const { rows } = await client.query<Row>({
    ...ADMIT,
    values: [
      column(({ secretHash }) => secretHash),
      column(({ ip }) => ip),
      column(({ receivedAt }) => receivedAt.toISOString()),
    ],
  });
  const admissions: (Admission | undefined)[] = senders.map(() => undefined);
  /** The time of the last request of each secret. */
  const used = new Map<number, string>();
  for (const { n, secretId, due, ...admission } of rows) {
    const sender = senders[n - 1];
    if (!sender) continue;
    admissions[n - 1] = admission;
    siteOfSecret.set(sender.secretHash.toString("hex"), admission.siteId);
    const at = sender.receivedAt.toISOString();
    if (due && at > (used.get(secretId) ?? "")) used.set(secretId, at);
  }
  for (const values of used) await client.query({ ...MARK_USED, values });
  return admissions;
}
