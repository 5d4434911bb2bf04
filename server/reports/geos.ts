import { z } from "zod";
import { ownRows } from "../accounts";
import { countryOf } from "../trade/country";
import { together } from "../kernel/database/statements";
import { queryRows, queryOne } from "../kernel/database/transactions";
import { query } from "../kernel/operation/operation";
import { type Actor, atLeast, levels } from "../kernel/operation/roles";
import { join, sql, type Statement } from "../kernel/database/sql";

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

/** Sorted codes of countries (REP-SITES-04), from the roll-up by country and the deltas not rolled up yet. */
export async function geosWithData(actor: Actor): Promise<string[]> {
  const own = ownRows(actor, { agent: sql`agent_id`, company: sql`company_id` });
  const codes = await together(
    actor.role === levels.agent ? codesIn(sql`stats_half_geo`, own) : codesOfMany(own),
    codesIn(sql`stats_delta`, own),
  );
  return [...new Set(codes.flat().flatMap((code) => countryOf(code) ?? []))].sort();
}

async function codesIn(table: Statement, own: Statement): Promise<string[]> {
  const records = await queryRows<{ geo: string }>(sql`SELECT DISTINCT geo FROM ${table} WHERE ${own}`);
  return records.map(({ geo }) => geo);
}

/** Codes that reads of this process have found, as hints where to look. */
const known = new Set<string>();
/** The most look-ups of a statement, and the step in which their number grows, so that its texts are few. */
const MOST = 40;
const STEP = 8;

/**
 * Skips from code to code in the index, where DISTINCT would read millions of rows. One statement looks for the code that
 * follows each of the known ones, so that a single round trip usually has the whole chain.
 */
async function codesOfMany(own: Statement): Promise<string[]> {
  const next = new Map<string, string | undefined>();
  const codes: string[] = [];
  for (let last = ""; ;) {
    if (!next.has(last)) await lookUp([last, ...[...known].sort().filter((code) => code > last)], next, own);
    const code = next.get(last);
    if (code === undefined) return codes;
    known.add(code);
    codes.push((last = code));
  }
}

/** Adds the codes that follow the first of `after` to `next`; undefined where there is none. */
async function lookUp(after: readonly string[], next: Map<string, string | undefined>, own: Statement): Promise<void> {
  const count = after.length === 1 ? 1 : Math.min(MOST, Math.ceil(after.length / STEP) * STEP);
  const asked = Array.from({ length: count }, (_, index) => after[index] ?? "");
  const found = await queryOne<{ codes: (string | null)[] }>(
    sql`
    SELECT ARRAY[${join(
      asked.map((code) => sql`(SELECT geo FROM stats_half_geo WHERE geo > ${code} AND ${own} ORDER BY geo LIMIT 1)`),
    )}] AS codes`,
    { plan: "prepared" },
  );
  asked.forEach((code, index) => next.set(code, found?.codes[index] ?? undefined));
}
