/**
 * What was sold is read from its index alone: one row in twenty or more has something sold, and each stands on a page of
 * its own among those that only have clicks. All of its columns but those of clicks are in the index, so that a click
 * still updates the row in place.
 */
const indexed = (table: string) => `
DROP INDEX ${table}_sold;
CREATE INDEX ${table}_sold ON ${table} (day) INCLUDE (
  agent_id, company_id, site_id, type_id, flags,${table.endsWith("_geo") ? " geo," : ""}
  events, sales, bonus_sales, lpp, bonus_lpp, earning, bonus_earning, payout, bonus_payout
) WHERE events > 0;`;

export const soldAlone = ["stats_day", "stats_day_geo", "stats_half", "stats_half_geo"].map(indexed).join("\n");
