/**
 * Measures by New York day and by half-month, whose day is its first. Deltas are appended with the rows they come from and rolled
 * up into the other tables, each of which serves reports that need not read a wider one.
 */
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

const GROUP = `
  agent_id integer NOT NULL,
  day date NOT NULL,
  type_id integer NOT NULL,
  company_id integer NOT NULL,
  site_id integer NOT NULL,
  flags smallint NOT NULL`;

/** One row in twenty-five has something sold: reports of sales read these from the index alone, as it holds all but the clicks. */
const sold = (table: string, geo: "" | "geo, " = "") => `
CREATE INDEX ${table}_sold ON ${table} (day) INCLUDE (
  agent_id, company_id, site_id, type_id, flags, ${geo}
  events, sales, bonus_sales, lpp, bonus_lpp, earning, bonus_earning, payout, bonus_payout
) WHERE events > 0;`;

export const rollups = `
-- Written with every batch and emptied by every roll-up: vacuumed by count, not by share.
CREATE TABLE stats_delta (
  seq bigint GENERATED ALWAYS AS IDENTITY,${GROUP},
  geo text NOT NULL,${MEASURES},
  PRIMARY KEY (agent_id, seq)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_cost_delay = 0);

-- In the four tables below _by_day serves a range of days of all agents. A click touches no column of _sold, so its row is still
-- updated in place.
CREATE TABLE stats_day_geo (${GROUP},
  geo text NOT NULL,${MEASURES},
  PRIMARY KEY (agent_id, day, type_id, geo, company_id, flags)
);
CREATE INDEX stats_day_geo_by_day ON stats_day_geo (day);
${sold("stats_day_geo", "geo, ")}

CREATE TABLE stats_day (${GROUP},${MEASURES},
  PRIMARY KEY (agent_id, day, type_id, company_id, flags)
);
CREATE INDEX stats_day_by_day ON stats_day (day);
${sold("stats_day")}

-- days: a bit for each day of the half-month, 1 for its first, on which there were raws or events.
CREATE TABLE stats_half_geo (${GROUP},
  geo text NOT NULL,${MEASURES},
  days integer NOT NULL,
  PRIMARY KEY (agent_id, day, type_id, geo, company_id, flags)
);
CREATE INDEX stats_half_geo_by_day ON stats_half_geo (day);
-- Which countries there are, and reports of one.
CREATE INDEX stats_half_geo_by_geo ON stats_half_geo (geo);
${sold("stats_half_geo", "geo, ")}

CREATE TABLE stats_half (${GROUP},${MEASURES},
  days integer NOT NULL,
  PRIMARY KEY (agent_id, day, type_id, company_id, flags)
);
CREATE INDEX stats_half_by_day ON stats_half (day);
${sold("stats_half")}
-- Sales of agents at AVP sites, a fifth of all sales: their tiers come from this index alone.
CREATE INDEX stats_half_avp ON stats_half (day, agent_id) INCLUDE (sales, events, flags) WHERE events > 0 AND flags & 5 = 1;

-- Clicks of an agent by half-month, all links together.
CREATE TABLE stats_agent_half (
  agent_id integer NOT NULL,
  day date NOT NULL,
  company_id integer NOT NULL,
  flags smallint NOT NULL,
  raws integer NOT NULL,
  uniques integer NOT NULL,
  days integer NOT NULL,
  PRIMARY KEY (agent_id, day, company_id, flags)
);
-- A range of half-months of all agents.
CREATE INDEX stats_agent_half_by_day ON stats_agent_half (day);

CREATE TABLE stats_agent_half_geo (
  agent_id integer NOT NULL,
  day date NOT NULL,
  company_id integer NOT NULL,
  flags smallint NOT NULL,
  geo text NOT NULL,
  raws integer NOT NULL,
  uniques integer NOT NULL,
  days integer NOT NULL,
  PRIMARY KEY (agent_id, day, geo, company_id, flags)
);
-- The same for one country.
CREATE INDEX stats_agent_half_geo_by_day ON stats_agent_half_geo (geo, day);

-- Clicks by day and link of all agents together.
CREATE TABLE clicks_by_day (
  day date NOT NULL,
  type_id integer NOT NULL,
  site_id integer NOT NULL,
  flags smallint NOT NULL,
  raws integer NOT NULL,
  uniques integer NOT NULL,
  PRIMARY KEY (day, type_id, flags)
);

CREATE TABLE clicks_by_day_geo (
  day date NOT NULL,
  type_id integer NOT NULL,
  site_id integer NOT NULL,
  flags smallint NOT NULL,
  geo text NOT NULL,
  raws integer NOT NULL,
  uniques integer NOT NULL,
  PRIMARY KEY (geo, day, type_id, flags)
);

-- Clicks of every class by office and site: how far back a page of the click log begins.
CREATE TABLE hits_by_day (
  day date NOT NULL,
  company_id integer NOT NULL,
  site_id integer NOT NULL,
  hits integer NOT NULL,
  PRIMARY KEY (day, company_id, site_id)
);

CREATE TABLE hits_by_half (
  day date NOT NULL,
  company_id integer NOT NULL,
  site_id integer NOT NULL,
  hits integer NOT NULL,
  PRIMARY KEY (day, company_id, site_id)
);
`;
