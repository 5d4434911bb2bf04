/**
 * How many customers there are, whatever the case of their addresses. Without it the planner expects hundreds of sales
 * of a customer and reads all sales from the newest to find them; statistics of a partial index do not count.
 */
export const customerStatistics = `
CREATE STATISTICS sale_events_customers ON (lower(email)) FROM sale_events;
ANALYZE sale_events;
`;
