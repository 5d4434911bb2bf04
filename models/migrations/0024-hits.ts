/**
 * Clicks of every class by office and site, each day and each half-month: what tells a page of the click log where it
 * begins. What was folded before is summed up once. A request of a site is looked for by its transaction, too, a sign-in
 * and a call by its address, a call by whatever its log is narrowed to; names in it by their trigrams, where there are any.
 */
const table = (name: string, of: string) => `
CREATE TABLE ${name} (
  day date NOT NULL,
  company_id integer NOT NULL,
  site_id integer NOT NULL,
  hits integer NOT NULL,
  PRIMARY KEY (day, company_id, site_id)
);
INSERT INTO ${name} (day, company_id, site_id, hits)
SELECT day, company_id, site_id, sum(hits) FROM ${of} WHERE hits <> 0 GROUP BY day, company_id, site_id ORDER BY day;`;

export const hits = `
LOCK TABLE stats_day, stats_half IN SHARE ROW EXCLUSIVE MODE;
${table("hits_by_day", "stats_day")}
${table("hits_by_half", "stats_half")}
CREATE INDEX postbacks_txid ON postbacks (txid) WHERE txid IS NOT NULL;
CREATE INDEX login_log_ip ON login_log (ip);
CREATE INDEX common_log_ip ON common_log (ip);
CREATE INDEX common_log_agent ON common_log (agent_id, at, id);
CREATE INDEX common_log_company ON common_log (company_id, at, id);
CREATE INDEX common_log_role ON common_log (role, at, id);
CREATE INDEX common_log_type ON common_log (action_type, at, id);
CREATE INDEX common_log_code ON common_log (response_code, at, id);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX common_log_username ON common_log USING gin (username gin_trgm_ops);
    CREATE INDEX common_log_ip_text ON common_log USING gin (host(ip) gin_trgm_ops);
    CREATE INDEX login_log_ip_text ON login_log USING gin (host(ip) gin_trgm_ops);
    CREATE INDEX common_log_action_name ON common_log USING gin (action_name gin_trgm_ops);
  END IF;
END $$;
`;
