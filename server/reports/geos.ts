import { z } from "zod";
import { ownRows } from "../accounts";
import { one, rows } from "../kernel/database";
import { query } from "../kernel/operation";
import { type Actor, atLeast, levels, reaches } from "../kernel/roles";
import { sql } from "../kernel/sql";

/** The countries of the clicks and events that the account may see. */
export const geos = query({
  name: "reports.geos",
  does: "list countries",
  allow: atLeast("agent"),
  input: z.object({}),
  output: z.array(z.string()),
  run: ({ actor }) => seenGeos(actor),
});

/** Two-letter codes in their order (REP-SITES-04), out of the roll-up by country and what is not yet folded into it. */
export async function seenGeos(actor: Actor): Promise<string[]> {
  const codes = reaches(actor, "admin") ? await everyCode() : await ownCodes(actor);
  return [...new Set(codes)].filter((code) => code !== "").sort();
}

/** Jumps from code to code in the index: a few dozen look-ups where a DISTINCT reads millions of rows. */
async function everyCode(): Promise<string[]> {
  const codes = (await rows<{ geo: string }>(sql`SELECT DISTINCT geo FROM stats_delta`)).map(({ geo }) => geo);
  for (let last = ""; ;) {
    const next = await one<{ geo: string | null }>(sql`SELECT min(geo) AS geo FROM stats_half_geo WHERE geo > ${last}`);
    if (!next?.geo) return codes;
    codes.push((last = next.geo));
  }
}

async function ownCodes(actor: Actor): Promise<string[]> {
  // A manager's office has its agents: their keys begin the index, an office alone does not.
  const agents =
    actor.role === levels.company
      ? sql`agent_id IN (SELECT agent_id FROM agent_offices WHERE company_id = ${actor.companyId})`
      : sql`agent_id = ${actor.agentId}`;
  const own = sql`${agents} AND ${ownRows(actor, { agent: sql`agent_id`, company: sql`company_id` })}`;
  const found = await rows<{ geo: string }>(sql`
    SELECT geo FROM stats_half_geo WHERE ${own} UNION SELECT geo FROM stats_delta WHERE ${own}`);
  return found.map(({ geo }) => geo);
}
