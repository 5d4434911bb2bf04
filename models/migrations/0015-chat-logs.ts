/** What agents submit of their talks with clients, and who they were then. */
export const chatLogs = `
CREATE TABLE chat_logs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  agent_id integer NOT NULL REFERENCES agents (id),
  company_id integer NOT NULL REFERENCES offices (id),
  site_id integer NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  client_username text NOT NULL,
  conversation text NOT NULL,
  submit_time timestamptz NOT NULL
);
CREATE INDEX chat_logs_time ON chat_logs (submit_time, id);
CREATE INDEX chat_logs_agent ON chat_logs (agent_id, submit_time, id);
CREATE INDEX chat_logs_company ON chat_logs (company_id, submit_time, id);
CREATE INDEX chat_logs_site ON chat_logs (site_id);
`;
