import { openConnection } from "../../server/kernel/database/connections";

/**
 * Fills the logs that clicks do not fill, spread over `days`: calls and forms a tenth of the clicks, sign-ins a
 * fiftieth, conversations a hundredth. The texts that the benchmark searches for are rare in the calls.
 */
export async function fillLogs(clicks: number, days: number): Promise<void> {
  const client = await openConnection("bench");
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL maintenance_work_mem = '512MB'");
    const { rows } = await client.query<{ made: string }>(
      "SELECT pg_get_indexdef(indexrelid) AS made FROM pg_index WHERE indexrelid = to_regclass('common_log_post_params')",
    );
    // Building a trigram index over all rows at once takes a fraction of the time.
    await client.query("DROP INDEX IF EXISTS common_log_post_params");
    await client.query(CALLS, [Math.ceil(clicks / 10), days]);
    await client.query(SIGN_INS, [Math.ceil(clicks / 50), days]);
    await client.query(CHATS, [Math.ceil(clicks / 100), days]);
    for (const { made } of rows) await client.query(made);
    await client.query("COMMIT");
    await client.query("VACUUM ANALYZE");
  } finally {
    await client.end();
  }
}

const TIME = "now() - $2 * interval '1 day' * (1 - n::float / $1)";
const JOIN_AGENT = "JOIN agents g ON g.id = 1 + n * 7919 % (SELECT max(id) FROM agents)";

const CALLS = `
  INSERT INTO common_log (at, role, account_id, username, account_name, agent_id, agent_name, company_id, ip,
    action_type, action_name, response_code, post_params, get_params)
  SELECT ${TIME}, 20, g.account_id, 'user' || g.id, 'Name ' || g.id, g.id, 'Name ' || g.id, g.company_id,
    '192.0.2.1'::inet + n % 60000, (ARRAY['READ', 'UPDATE', 'CREATE', 'AUTH'])[1 + n % 4],
    'POST /api/' || (ARRAY['offices/search', 'agents/status', 'stats/sites', 'auth/login'])[1 + n % 4],
    CASE WHEN n % 50 = 0 THEN 422 ELSE 200 END,
    jsonb_build_object('page', n % 9, 'note', md5(n::text),
      'mark', CASE WHEN n % 10000 = 77 THEN 'one-of-a-kind' ELSE 'ordinary' END), '{}'
  FROM generate_series(1, $1::bigint) AS n ${JOIN_AGENT} ORDER BY n`;

const SIGN_INS = `
  INSERT INTO login_log (account_id, agent_id, company_id, ip, in_time, out_time)
  SELECT g.account_id, g.id, g.company_id, '192.0.2.1'::inet + n % 60000, ${TIME}, ${TIME} + interval '1 hour'
  FROM generate_series(1, $1::bigint) AS n ${JOIN_AGENT} ORDER BY n`;

const CHATS = `
  INSERT INTO chat_logs (agent_id, company_id, site_id, client_username, conversation, submit_time)
  SELECT g.id, g.company_id, 1 + n % 20, 'client' || n % 5000, repeat(md5(n::text) || ' ', 8), ${TIME}
  FROM generate_series(1, $1::bigint) AS n ${JOIN_AGENT} ORDER BY n`;
