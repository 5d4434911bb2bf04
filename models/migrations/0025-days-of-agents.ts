/**
 * For reports in Detail. The days on which each agent has figures are read from this index alone, in the order in which
 * they are grouped. A roll-up changes `days` once a day of an agent, so its other updates write no index entry.
 */
export const daysOfAgents = `
CREATE INDEX stats_agent_half_days ON stats_agent_half (day, agent_id) INCLUDE (days);
DROP INDEX stats_agent_half_by_day;
`;
