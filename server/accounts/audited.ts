import { sql, type Statement } from "../kernel/database/sql";

const tables = { agent: sql`agents`, office: sql`offices`, admin: sql`admins` };

/** Selects the keys of the audit rows of an account and of its agent, office or admin, which share its version. */
export const auditedAccount = (accountId: Statement | number): Statement => sql`
  SELECT 'account'::text, id::text FROM accounts WHERE id = ${accountId}
  UNION ALL SELECT 'agent', id::text FROM agents WHERE account_id = ${accountId}
  UNION ALL SELECT 'office', id::text FROM offices WHERE account_id = ${accountId}
  UNION ALL SELECT 'admin', id::text FROM admins WHERE account_id = ${accountId}`;

/** The same for the account of an agent, office or admin. */
export const auditedAs = (record: keyof typeof tables, id: number): Statement =>
  auditedAccount(sql`(SELECT account_id FROM ${tables[record]} WHERE id = ${id})`);
