const TABLES = ["stats_day_geo", "stats_day", "stats_half_geo", "stats_half"];

/**
 * Finds the few rows in which something was sold among the many that only have clicks. A click never touches it: its
 * columns stay as they are, so the row is still updated in place.
 */
export const sold = TABLES.map((name) => `CREATE INDEX ${name}_sold ON ${name} (day) WHERE events > 0;`).join("\n");
