import os from "node:os";
import { config, SettingError } from "../kernel/process/config";
import { EACH_PROCESS, FOR_OTHERS, processesWithin, withOwnConnection } from "../kernel/database/connections";
import { isAway } from "../kernel/database/transactions";

// SQL by hand: reads settings of the database server.

/** The number of serving processes, and a log line about their connections (none if the database is unreachable). */
export type Workers = { count: number; line: string | undefined };

/**
 * The number of processes: WORKERS, else one for each core as far as the database has connections for them. Throws a
 * SettingError if the connections do not suffice for WORKERS, or for even one process.
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

/** Connections that the server accepts from roles that are not superusers. Undefined while it does not answer. */
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
