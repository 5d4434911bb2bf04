/** The days on which an agent sold, without the many days of mere clicks: the last one is in the list of agents. */
export const lastSales = `
CREATE INDEX stats_day_agent_sold ON stats_day (agent_id, day) INCLUDE (company_id, sales) WHERE events > 0;
`;
