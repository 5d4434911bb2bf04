/**
 * For reports. The figures of an agent's day in one country become one stretch of the key: with the link before the
 * country, the planner expected a search for each link and read all agents of the day instead. And of tens of thousands
 * of deltas that are not rolled up yet, nearly all of clicks, those of sales are found without reading the others.
 */
export const reportIndexes = `
ALTER TABLE stats_day_geo DROP CONSTRAINT stats_day_geo_pkey;
ALTER TABLE stats_day_geo ADD CONSTRAINT stats_day_geo_pkey PRIMARY KEY (agent_id, day, geo, type_id, company_id, flags);
CREATE INDEX stats_delta_sales ON stats_delta (day) WHERE events > 0;
`;
