/**
 * The scope "health", the role that a token was made with, and the maker's username ("by") in the logs. Nobody makes a client
 * token for somebody else any more: those that exist are revoked, with the sessions that they opened.
 */
export const tokens = `
ALTER TABLE sessions DROP CONSTRAINT sessions_scope_check;
ALTER TABLE sessions ADD CONSTRAINT sessions_scope_check CHECK (scope IN ('all', 'read', 'health'));
ALTER TABLE remote_tokens DROP CONSTRAINT remote_tokens_scope_check;
ALTER TABLE remote_tokens ADD CONSTRAINT remote_tokens_scope_check CHECK (scope IN ('all', 'read', 'health'));

ALTER TABLE remote_tokens ADD COLUMN role smallint;
UPDATE remote_tokens SET role = accounts.role FROM accounts WHERE accounts.id = account_id;
ALTER TABLE remote_tokens ALTER COLUMN role SET NOT NULL;
CREATE INDEX remote_tokens_created_by ON remote_tokens (created_by);
CREATE INDEX sessions_remote_token ON sessions (remote_token_id) WHERE ended_at IS NULL;

UPDATE remote_tokens SET revoked_at = now()
WHERE kind = 'client' AND created_by <> account_id AND revoked_at IS NULL;
WITH ended AS (
  UPDATE sessions SET ended_at = least(sessions.expires_at, now()) FROM remote_tokens t
  WHERE t.id = remote_token_id AND t.kind = 'client' AND t.created_by <> t.account_id AND ended_at IS NULL
  RETURNING sessions.id, ended_at)
UPDATE login_log SET out_time = ended.ended_at FROM ended WHERE session_id = ended.id AND out_time IS NULL;

ALTER TABLE audit ADD COLUMN by text;
ALTER TABLE common_log ADD COLUMN by text;
ALTER TABLE login_log ADD COLUMN by text;`;
