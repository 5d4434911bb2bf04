import { execute } from "../../../server/kernel/database/transactions";
import type { CallOrigin } from "../../../server/kernel/operation/operation";
import { sql } from "../../../server/kernel/database/sql";
import { BOUNDS, type Bounds, type Question } from "../../../server/logs/reader/question";

/** A request that leaves no row of its own. */
export const from: CallOrigin = { channel: "page", ip: "192.0.2.9", userAgent: "test" };

export type Given = {
  at?: string | Date;
  role?: number | null;
  accountId?: number | null;
  username?: string;
  accountName?: string;
  agentId?: number | null;
  agentName?: string | null;
  companyId?: number | null;
  officeName?: string | null;
  ip?: string | null;
  actionType?: string;
  actionName?: string;
  responseCode?: number;
  postParams?: unknown;
  getParams?: unknown;
  auditIds?: number[];
};

/** A row of the common log as the journal writes it. */
export async function aCommonRow(given: Given = {}): Promise<void> {
  const { at = "2026-06-10T12:00:00Z", postParams = {}, getParams = {}, auditIds = [] } = given;
  await execute(sql`
    INSERT INTO common_log (at, role, account_id, username, account_name, agent_id, agent_name, company_id, office_name, ip,
      action_type, action_name, response_code, post_params, get_params, audit_ids)
    VALUES (${at}, ${given.role ?? 0}, ${given.accountId ?? null}, ${given.username ?? "root"},
      ${given.accountName ?? "Root"}, ${given.agentId ?? null}, ${given.agentName ?? null}, ${given.companyId ?? null},
      ${given.officeName ?? null}, ${given.ip ?? "192.0.2.1"}, ${given.actionType ?? "READ"},
      ${given.actionName ?? "POST /api/offices/search"}, ${given.responseCode ?? 200}, ${JSON.stringify(postParams)}::jsonb,
      ${JSON.stringify(getParams)}::jsonb, ${auditIds})`);
}

/** `count` rows, a minute apart, the first at midnight UTC; the n-th has `{"n": n}` among its posted parameters. */
export const manyRows = (count: number, day = "2026-06-10"): Promise<number> =>
  execute(sql`
    INSERT INTO common_log (at, role, username, account_name, ip, action_type, action_name, response_code, post_params,
      get_params)
    SELECT ${`${day}T00:00:00Z`}::timestamptz + n * interval '1 minute', 0, 'user' || n % 7, 'Name', '192.0.2.1', 'READ',
      'POST /api/offices/search', CASE WHEN n % 10 = 0 THEN 422 ELSE 200 END,
      jsonb_build_object('n', n, 'word', CASE WHEN n % 100 = 3 THEN 'needle' ELSE 'straw' END), '{}'
    FROM generate_series(0, ${count - 1}) AS n`);

/** A question to the common log, newest first. */
export const asked = (more: Partial<Question> = {}): Question => ({
  page: 1,
  pageSize: 50,
  sortField: "date",
  sortAsc: false,
  matching: sql`TRUE`,
  ...more,
});

/** Does not try an index, and searches one range of `rows` rows before the time limit. */
export const oneStretch = (rows: number): Bounds => ({ ...BOUNDS, statement: 0, looking: 0, stretch: rows });
