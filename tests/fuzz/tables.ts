import type pg from "pg";

/**
 * The number of rows and a checksum for each table. Excludes tables that any request may write to and tables that
 * background work changes.
 */
export type Sums = Readonly<Record<string, string>>;

const OF_REQUESTS = [
  ...["audit_seals", "common_log", "kept_forms", "login_log", "mails", "sessions", "sign_in_failures"],
  ...["used_captchas", "used_challenges"],
];
/** Every report of a site is stored with its verdict, refused ones too. Clicks are rolled up and deduplicated later. */
const OF_TRAFFIC =
  /^(postbacks|postback_refusals|clicks|clicks_by_.*|hits_by_.*|click_batches|click_uniques|log_positions|user_agents|stats_.*)$/;
/** Secrets and tokens keep when they were used last, also for what they were refused. */
const OF_USE = "last_used_at";

export async function sumsOf(client: pg.Client): Promise<Sums> {
  const { rows: tables } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`);
  const kept = tables.map(({ name }) => name).filter((name) => !OF_REQUESTS.includes(name) && !OF_TRAFFIC.test(name));
  const { rows } = await client.query<{ name: string; sum: string }>(
    kept
      .map(
        (name) => `
        SELECT '${name}' AS name, count(*) || ' rows, ' || coalesce(sum(hashtextextended((to_jsonb(t) - '${OF_USE}')::text, 0)::numeric), 0) AS sum
        FROM "${name}" t`,
      )
      .join(" UNION ALL "),
  );
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

/** The tables that have changed. */
export const changed = (before: Sums, after: Sums): string[] =>
  Object.keys(after).filter((name) => before[name] !== after[name]);
