/**
 * Room in the pages of the small roll-ups, whose rows clicks update again and again: an update that fits into its page
 * writes no index entry. The large ones by day stay dense, because most of their rows never change again.
 */
const TABLES = [
  ...["stats_half", "stats_half_geo", "stats_agent_half", "stats_agent_half_geo"],
  ...["clicks_by_day", "clicks_by_day_geo", "hits_by_day", "hits_by_half"],
];

export const roomInRollUps = TABLES.map((table) => `ALTER TABLE ${table} SET (fillfactor = 70);`).join("\n");
