import type pg from "pg";

/**
 * What the database holds, as a number of rows and one sum over them for each table. Left out is what a request leaves
 * behind whatever becomes of it, and what is worked through behind the requests.
 */
export type Sums = Readonly<Record<string, string>>;

const OF_REQUESTS = ["common_log", "kept_forms", "login_log", "sessions", "sign_in_failures", "used_captchas"];
/** Every report of a site is kept with its fate, the refused ones too; clicks are folded and told from one another later. */
const OF_TRAFFIC = /^(postbacks|postback_refusals|clicks|click_uniques|user_agents|stats_.*)$/;

export async function sumsOf(client: pg.Client): Promise<Sums> {
  const { rows: tables } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`);
  const kept = tables.map(({ name }) => name).filter((name) => !OF_REQUESTS.includes(name) && !OF_TRAFFIC.test(name));
  const { rows } = await client.query<{ name: string; sum: string }>(
    kept
      .map(
        (name) => `
        SELECT '${name}' AS name, count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) AS sum
        FROM "${name}" t`,
      )
      .join(" UNION ALL "),
  );
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

/** The tables that are not as they were. */
export const changed = (before: Sums, after: Sums): string[] =>
  Object.keys(after).filter((name) => before[name] !== after[name]);
