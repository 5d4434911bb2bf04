import { Domain } from "~models";
import { isPublicHost } from "../kernel/addresses/public-address";
import { selectColumns, sql } from "../kernel/database/sql";
import { execute, inNewTransaction, queryRows } from "../kernel/database/transactions";
import { config } from "../kernel/process/config";
import { HOUR_MS } from "../kernel/time/durations";
import { send } from "../webhooks";

const MINUTE_MS = HOUR_MS / 60;
/** Less than the pause between evaluations, so that none is skipped because the one before ended late. */
const [USUAL_MS, FAILED_MS] = [58 * MINUTE_MS, 4 * MINUTE_MS];
/** Reserved for examples (RFC 2606): nobody answers there. */
const EXAMPLE = /(^|\.)example(\.(org|com|net))?$/;

const domains = selectColumns(Domain, ["id", "domain"]);
type Due = { id: number; domain: string };

/**
 * Requests each preferred domain once an hour, and after a failure in the next evaluation. Several servers may do this at once:
 * each domain is claimed before it is requested. Those that exist within a network alone are not requested.
 */
export async function checkDomains(at: Date): Promise<void> {
  const due = await inNewTransaction(() => claim(at));
  await Promise.all(
    due.filter(isChecked).map(async ({ id, domain }) => {
      const error = await errorOf(domain);
      await inNewTransaction(() => record(id, at, error));
    }),
  );
}

const claim = (at: Date): Promise<Due[]> =>
  queryRows<Due>(sql`
    WITH claimed AS (
      INSERT INTO domain_checks (domain_id, checked_at) SELECT id, ${at}::timestamptz FROM domains WHERE NOT hidden
      ON CONFLICT (domain_id) DO UPDATE SET checked_at = excluded.checked_at
      WHERE domain_checks.checked_at <= CASE WHEN domain_checks.failures > 0
        THEN ${new Date(at.getTime() - FAILED_MS)}::timestamptz ELSE ${new Date(at.getTime() - USUAL_MS)}::timestamptz END
      RETURNING domain_id)
    SELECT ${domains} FROM domains JOIN claimed ON domain_id = domains.id`);

function isChecked({ domain }: Due): boolean {
  if (!URL.canParse(domain)) return false;
  const { hostname } = new URL(domain);
  return config().WEBHOOK_PRIVATE || (isPublicHost(hostname) && !EXAMPLE.test(hostname));
}

/** The reason why a domain does not answer; null if it does. Any answer but a server's error counts. */
async function errorOf(domain: string): Promise<string | null> {
  const headers = { "User-Agent": "back-office-check/1" };
  const { status, error } = await send({ method: "GET", url: `${domain}/robots.txt`, headers, plain: true });
  if (status === null) return error ?? "No answer.";
  return status >= 500 ? `HTTP status ${status}.` : null;
}

const record = (id: number, at: Date, error: string | null): Promise<number> =>
  execute(sql`
    UPDATE domain_checks SET error = ${error}::text, failures = CASE WHEN ${error}::text IS NULL THEN 0 ELSE failures + 1 END,
      failing_since = CASE WHEN ${error}::text IS NOT NULL THEN coalesce(failing_since, ${at}::timestamptz) END
    WHERE domain_id = ${id}`);
