/** The audit of changes, the log of calls and posted forms, sign-ins, and the chats that agents submit. */
export const logs = `
-- by, in the three logs: the maker of the token that was used, where there was one.
CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  operation text NOT NULL,
  account_id integer,
  username text,
  by text,
  on_behalf_of integer,
  session_id bigint,
  record text NOT NULL,
  record_id text NOT NULL,
  before jsonb,
  after jsonb
);
-- The changes of a record; purging by age.
CREATE INDEX audit_record ON audit (record, record_id, id);
CREATE INDEX audit_at ON audit (at);

-- The audit is append-only, as the ledger is. The one exception is the purge of old rows by age, which says so for its own
-- transaction alone: SELECT set_config('audit.purging', 'on', true). It may then delete and blank rows, but not truncate.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'TRUNCATE' AND current_setting('audit.purging', true) = 'on' THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  RAISE EXCEPTION 'The audit is append-only.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_never_emptied BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TABLE common_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  role smallint,
  account_id integer,
  username text,
  by text,
  account_name text,
  agent_id integer,
  agent_name text,
  company_id integer,
  office_name text,
  ip inet,
  action_type text NOT NULL,
  action_name text NOT NULL,
  response_code smallint NOT NULL,
  post_params jsonb,
  get_params jsonb,
  audit_ids bigint[] NOT NULL DEFAULT '{}',
  request_id text
);
-- A page of the log in the order of time, with any filter.
CREATE INDEX common_log_at ON common_log (at, id);
CREATE INDEX common_log_account ON common_log (account_id, at);
CREATE INDEX common_log_agent ON common_log (agent_id, at, id);
CREATE INDEX common_log_company ON common_log (company_id, at, id);
CREATE INDEX common_log_role ON common_log (role, at, id);
CREATE INDEX common_log_type ON common_log (action_type, at, id);
CREATE INDEX common_log_code ON common_log (response_code, at, id);
-- The rows of an address.
CREATE INDEX common_log_ip ON common_log (ip);

CREATE TABLE login_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id bigint REFERENCES sessions (id),
  account_id integer NOT NULL REFERENCES accounts (id),
  agent_id integer,
  company_id integer,
  by text,
  ip inet,
  user_agent text NOT NULL DEFAULT '',
  in_time timestamptz NOT NULL,
  out_time timestamptz
);
-- A page of the log in the order of time: all sign-ins, those of an agent, those of an office.
CREATE INDEX login_log_in ON login_log (in_time, id);
CREATE INDEX login_log_agent ON login_log (agent_id, in_time);
CREATE INDEX login_log_company ON login_log (company_id, in_time);
-- The row that gets its end with the session.
CREATE INDEX login_log_session ON login_log (session_id);
-- The rows of an address.
CREATE INDEX login_log_ip ON login_log (ip);

-- Searching parts of a name, an address or a parameter, where there are trigrams (see 0002-catalogue).
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX common_log_post_params ON common_log USING gin ((post_params::text) gin_trgm_ops);
    CREATE INDEX common_log_username ON common_log USING gin (username gin_trgm_ops);
    CREATE INDEX common_log_ip_text ON common_log USING gin (host(ip) gin_trgm_ops);
    CREATE INDEX login_log_ip_text ON login_log USING gin (host(ip) gin_trgm_ops);
    CREATE INDEX common_log_action_name ON common_log USING gin (action_name gin_trgm_ops);
  END IF;
END $$;

-- Chats of agents with clients; the office is the agent's at that time.
CREATE TABLE chat_logs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  agent_id integer NOT NULL REFERENCES agents (id),
  company_id integer NOT NULL REFERENCES offices (id),
  site_id integer NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  client_username text NOT NULL,
  conversation text NOT NULL,
  submit_time timestamptz NOT NULL
);
-- A page in the order of time: all chats, those of an agent, those of an office.
CREATE INDEX chat_logs_time ON chat_logs (submit_time, id);
CREATE INDEX chat_logs_agent ON chat_logs (agent_id, submit_time, id);
CREATE INDEX chat_logs_company ON chat_logs (company_id, submit_time, id);
-- Those of a site are deleted with it.
CREATE INDEX chat_logs_site ON chat_logs (site_id);
`;
