/** Agents of the older server, staged until they are moved here, and their links, which redirect for ever. */
export const migration = `
CREATE TABLE legacy_agents (
  legacy_id text PRIMARY KEY,
  username text NOT NULL,
  password_hash text,
  password_sealed bytea,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  office_name text NOT NULL,
  campaign_id text NOT NULL,
  registered_at timestamptz,
  ready boolean NOT NULL,
  codes jsonb NOT NULL,
  skipped text,
  agent_id integer UNIQUE REFERENCES agents (id),
  migrated_at timestamptz
);
-- Those that are still to be moved.
CREATE INDEX legacy_agents_waiting ON legacy_agents (legacy_id) WHERE ready AND migrated_at IS NULL;

-- Rows are added and never changed: processes read only what they do not know yet.
CREATE TABLE legacy_links (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE,
  site_id integer NOT NULL,
  type_id integer NOT NULL,
  agent_id integer NOT NULL
);
`;
