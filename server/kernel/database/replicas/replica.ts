import type { Sequelize } from "sequelize";
import { openReaders, persistentConnection } from "../connections";
import { destroyConnection } from "../driver";
import { isUnreachable } from "../transactions";
import { type Client, sql } from "../sql";
import { runOnConnection, withPooledConnection } from "../transaction-context";

/** The newest heartbeat of a server, in milliseconds. */
export const BEAT = sql`SELECT (extract(epoch FROM beat_at) * 1000)::float8 AS beat FROM heartbeat`;
/** The cluster and the database of a server. A replica has the identity of its primary. */
export const IDENTITY = sql`
  SELECT system_identifier || '/' || (SELECT oid FROM pg_database WHERE datname = current_database()) AS identity
  FROM pg_control_system()`;

/** The replica belongs to another database or its data is too old. Not a fault of the statement. */
export class ReplicaNotFit extends Error {}

export type Replica = ReturnType<typeof openReplica>;

/** One replica: a connection that reads its heartbeat, and a pool for reads. */
export function openReplica(url: string) {
  const { host, pathname } = new URL(url);
  const inUse = new Set<Client>();
  let pool: Sequelize | undefined;
  let identity: string | undefined;

  const checking = persistentConnection("beat", {
    url,
    async onOpen(client) {
      identity = (await client.query<{ identity: string }>(IDENTITY.bind())).rows[0]?.identity;
    },
  });

  return {
    /** Host and database, for people; contains no credentials. */
    name: `${host}${pathname}`,
    /** The newest heartbeat in milliseconds. Throws on a timeout, or if this is not a replica of the database `of`. */
    async beat(expectedIdentity: string): Promise<number> {
      try {
        const client = await checking.getClient();
        if (identity !== expectedIdentity) throw new ReplicaNotFit("It is not a replica of this database.");
        const beat = (await client.query<{ beat: number }>(BEAT.bind())).rows[0]?.beat;
        if (beat === undefined) throw new ReplicaNotFit("It has no beat yet.");
        return beat;
      } catch (error) {
        checking.drop();
        throw error;
      }
    },
    /** Runs `body` in one transaction and returns its heartbeat too. Throws ReplicaNotFit if `isFit` refuses it. */
    read<T>(body: () => Promise<T>, isFit: (beat: number) => boolean): Promise<{ result: T; beat: number }> {
      return withPooledConnection((pool ??= openReaders(url)), "read", async (connection) => {
        inUse.add(connection);
        try {
          // Two statements in one message, so that reading the heartbeat costs no extra round trip.
          const results = (await connection.query(`BEGIN; ${BEAT.bind().text}`)) as unknown as {
            rows: { beat: number }[];
          }[];
          const beat = results[1]?.rows[0]?.beat;
          if (beat === undefined || !isFit(beat)) throw new ReplicaNotFit("It has not got that far.");
          const result = await runOnConnection(connection, body);
          await connection.query("COMMIT");
          return { result, beat };
        } finally {
          inUse.delete(connection);
        }
      });
    },
    /** Ends running reads, so that no request waits for them, and closes the pool: its connections may be dead too. */
    disconnect(): void {
      inUse.forEach(destroyConnection);
      void pool?.close().catch(() => undefined);
      pool = undefined;
    },
    async close(): Promise<void> {
      await Promise.all([checking.close(), pool?.close()]);
    },
  };
}

// Classes of SQLSTATE: connection (08), operator intervention (57P), recovery conflicts (40), resources (53, 54), disk
// (58), changes not replayed yet or limits of a standby (0A, 25, 42, 55), authorization (28, 3D), internal errors (XX).
const SERVER_ERROR_CODES = /^(08|0A|25|28|3D|40|42|53|54|55|57P|58|XX)/;

/** True for faults that the primary might not have. False for a statement timeout, which would recur on the primary. */
export function isServerError(error: unknown): boolean {
  const databaseError = error as { code?: string; original?: { code?: string } } | undefined;
  return (
    error instanceof ReplicaNotFit ||
    isUnreachable(error) ||
    SERVER_ERROR_CODES.test(databaseError?.code ?? databaseError?.original?.code ?? "")
  );
}
