/** Measures by day and half-month: deltas are appended with their rows and folded into the four tables. */
const MEASURES = `
  hits integer NOT NULL,
  raws integer NOT NULL,
  uniques integer NOT NULL,
  events integer NOT NULL,
  sales integer NOT NULL,
  bonus_sales integer NOT NULL,
  lpp integer NOT NULL,
  bonus_lpp integer NOT NULL,
  earning numeric(14,2) NOT NULL,
  bonus_earning numeric(14,2) NOT NULL,
  payout numeric(14,2) NOT NULL,
  bonus_payout numeric(14,2) NOT NULL`;
const KEYS = `
  agent_id integer NOT NULL,
  day date NOT NULL,
  type_id integer NOT NULL,
  company_id integer NOT NULL,
  site_id integer NOT NULL,
  flags smallint NOT NULL`;

const table = (name: string, geo: boolean) => `
CREATE TABLE ${name} (${KEYS},${geo ? "\n  geo text NOT NULL," : ""}${MEASURES},
  PRIMARY KEY (agent_id, day, type_id, ${geo ? "geo, " : ""}company_id, flags)
);
CREATE INDEX ${name}_by_day ON ${name} (day);
-- The few rows in which something was sold, among the many that only have clicks. A click never touches it: its columns
-- stay as they are, so the row is still updated in place.
CREATE INDEX ${name}_sold ON ${name} (day) WHERE events > 0;`;

export const rollups = `
CREATE TABLE stats_delta (
  seq bigint GENERATED ALWAYS AS IDENTITY,${KEYS},
  geo text NOT NULL,${MEASURES},
  PRIMARY KEY (agent_id, seq)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_cost_delay = 0);
${table("stats_day_geo", true)}
${table("stats_day", false)}
${table("stats_half_geo", true)}
CREATE INDEX stats_half_geo_by_geo ON stats_half_geo (geo);
${table("stats_half", false)}
`;
