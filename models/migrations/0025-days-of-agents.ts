/**
 * Roll-ups that reports of long ranges read in place of the wider ones: half-months know on which of their days
 * something was (bit 0: their first day), agents have half-months without links, and clicks days without agents. What
 * was folded before is summed up once.
 */
const halfOf = (day: string) =>
  `(date_trunc('month', ${day}) + CASE WHEN date_part('day', ${day}) > 15 THEN interval '15 days' ELSE interval '0' END)::date`;

const marked = (geo: "geo, " | "") => {
  const [half, day] = geo ? ["stats_half_geo", "stats_day_geo"] : ["stats_half", "stats_day"];
  return `
ALTER TABLE ${half} ADD COLUMN days integer NOT NULL DEFAULT 0;
UPDATE ${half} AS kept SET days = found.days FROM (
  SELECT agent_id, half, type_id, ${geo}company_id, flags, bit_or(1 << (day - half)) AS days
  FROM (SELECT ${day}.*, ${halfOf("day")} AS half FROM ${day} WHERE raws > 0 OR events > 0) AS rows
  GROUP BY agent_id, half, type_id, ${geo}company_id, flags
) AS found
WHERE (kept.agent_id, kept.day, kept.type_id, kept.company_id, kept.flags)
  = (found.agent_id, found.half, found.type_id, found.company_id, found.flags)${geo && " AND kept.geo = found.geo"};
ALTER TABLE ${half} ALTER COLUMN days DROP DEFAULT;`;
};

const ofAgents = (geo: "geo, " | "") => {
  const [table, half] = geo ? ["stats_agent_half_geo", "stats_half_geo"] : ["stats_agent_half", "stats_half"];
  return `
CREATE TABLE ${table} (
  agent_id integer NOT NULL,
  day date NOT NULL,
  company_id integer NOT NULL,
  flags smallint NOT NULL,${geo && "\n  geo text NOT NULL,"}
  raws integer NOT NULL,
  uniques integer NOT NULL,
  days integer NOT NULL,
  PRIMARY KEY (agent_id, day, ${geo}company_id, flags)
);
INSERT INTO ${table} (agent_id, day, ${geo}company_id, flags, raws, uniques, days)
SELECT agent_id, day, ${geo}company_id, flags, sum(raws), sum(uniques), bit_or(days)
FROM ${half} WHERE days <> 0 GROUP BY agent_id, day, ${geo}company_id, flags ORDER BY day;
CREATE INDEX ${table}_by_day ON ${table} (${geo}day);`;
};

const ofLinks = (geo: "geo, " | "") => {
  const [table, day] = geo ? ["clicks_by_day_geo", "stats_day_geo"] : ["clicks_by_day", "stats_day"];
  return `
CREATE TABLE ${table} (
  day date NOT NULL,
  type_id integer NOT NULL,
  site_id integer NOT NULL,
  flags smallint NOT NULL,${geo && "\n  geo text NOT NULL,"}
  raws integer NOT NULL,
  uniques integer NOT NULL,
  PRIMARY KEY (${geo}day, type_id, flags)
);
INSERT INTO ${table} (day, type_id, ${geo}site_id, flags, raws, uniques)
SELECT day, type_id, ${geo}site_id, flags, sum(raws), sum(uniques)
FROM ${day} WHERE raws > 0 GROUP BY day, type_id, ${geo}site_id, flags ORDER BY day;`;
};

export const daysOfAgents = `
LOCK TABLE stats_day, stats_day_geo, stats_half, stats_half_geo IN SHARE ROW EXCLUSIVE MODE;
${(["", "geo, "] as const).map((geo) => `${marked(geo)}\n${ofAgents(geo)}\n${ofLinks(geo)}`).join("\n")}
`;
