/** What agents sold at AVP sites, a fifth of all that was sold: their tiers are read off this index alone. */
export const avpSales = `
CREATE INDEX stats_half_avp ON stats_half (day, agent_id) INCLUDE (sales, events, flags) WHERE events > 0 AND flags & 5 = 1;`;
