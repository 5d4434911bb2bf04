import { run } from "./database";
import { sql } from "./sql";

/**
 * Tells every worker that links do something else from now on: sites, types, agents, offices, the black list or
 * what is enabled for whom. The last statements of a command that changes one of them; heard when it commits.
 */
export async function linksChanged(): Promise<void> {
  await run(sql`UPDATE link_state SET version = version + 1`);
  await run(sql`SELECT pg_notify('links', '')`);
}
