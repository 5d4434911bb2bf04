/** Who did what: the audit of changes, the log of calls and posted forms, and the sign-ins. */
export const logs = `
CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  operation text NOT NULL,
  account_id integer,
  username text,
  on_behalf_of integer,
  session_id bigint,
  record text NOT NULL,
  record_id text NOT NULL,
  before jsonb,
  after jsonb
);
CREATE INDEX audit_record ON audit (record, record_id, id);
CREATE INDEX audit_at ON audit (at);

CREATE TABLE common_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  role smallint,
  account_id integer,
  username text,
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
CREATE INDEX common_log_at ON common_log (at, id);
CREATE INDEX common_log_account ON common_log (account_id, at);

CREATE TABLE login_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id bigint REFERENCES sessions (id),
  account_id integer NOT NULL REFERENCES accounts (id),
  agent_id integer,
  company_id integer,
  ip inet,
  user_agent text NOT NULL DEFAULT '',
  in_time timestamptz NOT NULL,
  out_time timestamptz
);
CREATE INDEX login_log_in ON login_log (in_time, id);
CREATE INDEX login_log_agent ON login_log (agent_id, in_time);
CREATE INDEX login_log_company ON login_log (company_id, in_time);
CREATE INDEX login_log_session ON login_log (session_id);
`;
