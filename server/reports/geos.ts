import { z } from "zod";
import { ownRows } from "../accounts";
import { queryOne, queryRows } from "../kernel/database/transactions";
import { query } from "../kernel/operation/operation";
import { type Actor, atLeast, levels } from "../kernel/operation/roles";
import { sql, type Statement } from "../kernel/database/sql";

// SQL by hand: the countries of the roll-ups, with one index look-up for each.

/** The countries of the clicks and events that the account may see. */
export const geos = query({
  name: "reports.geos",
  does: "list countries",
  allow: atLeast("agent"),
  mayLag: true,
  input: z.object({}),
  output: z.array(z.string()),
  run: ({ actor }) => geosWithData(actor),
});

/** Sorted two-letter codes (REP-SITES-04), from the roll-up by country and the deltas not rolled up yet. */
export async function geosWithData(actor: Actor): Promise<string[]> {
  const own = ownRows(actor, { agent: sql`agent_id`, company: sql`company_id` });
  const rolledUp = actor.role === levels.agent ? codesIn(sql`stats_half_geo`, own) : codesOfMany(own);
  const codes = [...(await rolledUp), ...(await codesIn(sql`stats_delta`, own))];
  return [...new Set(codes)].filter((code) => code !== "").sort();
}

async function codesIn(table: Statement, own: Statement): Promise<string[]> {
  const records = await queryRows<{ geo: string }>(sql`SELECT DISTINCT geo FROM ${table} WHERE ${own}`);
  return records.map(({ geo }) => geo);
}

/** Skips from code to code in the index: a few dozen look-ups, where DISTINCT would read millions of rows. */
async function codesOfMany(own: Statement): Promise<string[]> {
  const codes: string[] = [];
  for (let last = ""; ;) {
    const next = await queryOne<{ geo: string }>(sql`
      SELECT geo FROM stats_half_geo WHERE geo > ${last} AND ${own} ORDER BY geo LIMIT 1`);
    if (!next) return codes;
    codes.push((last = next.geo));
  }
}
