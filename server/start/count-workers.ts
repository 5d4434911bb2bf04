import os from "node:os";
import { config, SettingError } from "../kernel/config";
import { EACH_PROCESS, FOR_OTHERS, processesWithin, withOwnConnection } from "../kernel/connections";
import { isAway } from "../kernel/database";

// SQL by hand: reads settings of the database server.

/** How many processes are to serve, and a line about their connections; none where the database is away. */
export type Workers = { count: number; line: string | undefined };

/**
 * As many processes as WORKERS says, else one for each core, as far as the database takes their connections. Throws a
 * SettingError where it does not take those of WORKERS, or not even those of one.
 */
export async function countWorkers(): Promise<Workers> {
  const { WORKERS } = config();
  const wanted = WORKERS ?? os.availableParallelism();
  const most = await mostConnections();
  if (most === undefined) return { count: wanted, line: undefined };
  const fit = processesWithin(most);
  if (fit < 1 || (WORKERS !== undefined && WORKERS > fit)) {
    throw new SettingError(
      `WORKERS is too high: ${wanted} processes may open ${wanted * EACH_PROCESS} connections, and the database takes ${most} ` +
        `(max_connections without those it reserves), ${FOR_OTHERS} of them for others. It takes ${fit} at most, or a database that takes more.`,
    );
  }
  const count = Math.min(wanted, fit);
  const fewer = count < wanted ? `; ${wanted} cores would need ${wanted * EACH_PROCESS}` : "";
  return {
    count,
    line: `${count} ${count === 1 ? "process" : "processes"} may open ${count * EACH_PROCESS} of the database's ${most} connections${fewer}.`,
  };
}

/** What the server takes from those who are no superusers; undefined while it does not answer. */
async function mostConnections(): Promise<number | undefined> {
  try {
    const { rows } = await withOwnConnection("capacity", (client) =>
      client.query<{ most: number }>(`
        SELECT sum(CASE name WHEN 'max_connections' THEN 1 ELSE -1 END * setting::int)::int AS most FROM pg_settings
        WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`),
    );
    return rows[0]?.most;
  } catch (fault) {
    if (isAway(fault)) return undefined;
    throw fault;
  }
}
