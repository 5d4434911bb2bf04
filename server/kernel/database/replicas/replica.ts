import type { Sequelize } from "sequelize";
import { openReaders, persistentConnection, tear } from "../connections";
import { isAway } from "../transactions";
import { type Client, sql } from "../sql";
import { holding, lend } from "../transaction-context";

// SQL by hand: it reads how far a standby has replayed, on connections outside of the models.

/** The newest heartbeat of a server, in milliseconds. */
export const BEAT = sql`SELECT (extract(epoch FROM beat_at) * 1000)::float8 AS beat FROM heartbeat`;
/** The cluster and the database of a server. A replica has the identity of its primary. */
export const IDENTITY = sql`
  SELECT system_identifier || '/' || (SELECT oid FROM pg_database WHERE datname = current_database()) AS identity
  FROM pg_control_system()`;

/** The replica belongs to another database or its data is too old. Not a fault of the statement. */
export class NotFit extends Error {}

export type Replica = ReturnType<typeof replicaAt>;

/** One replica: a connection that reads its heartbeat, and a pool for reads. */
export function replicaAt(url: string) {
  const { host, pathname } = new URL(url);
  const lent = new Set<Client>();
  let pool: Sequelize | undefined;
  let identity: string | undefined;

  const checking = persistentConnection("beat", {
    url,
    async opened(client) {
      identity = (await client.query<{ identity: string }>(IDENTITY.bind())).rows[0]?.identity;
    },
  });

  return {
    /** Host and database, for people; contains no credentials. */
    name: `${host}${pathname}`,
    /** The newest heartbeat in milliseconds. Throws on a timeout, or if this is not a replica of the database `of`. */
    async beat(of: string): Promise<number> {
      try {
        const client = await checking.connected();
        if (identity !== of) throw new NotFit("It is no replica of this database.");
        const beat = (await client.query<{ beat: number }>(BEAT.bind())).rows[0]?.beat;
        if (beat === undefined) throw new NotFit("It has no beat yet.");
        return beat;
      } catch (fault) {
        checking.drop();
        throw fault;
      }
    },
    /** Runs `body` in one transaction and returns its heartbeat too. Throws NotFit if `isFit` refuses the heartbeat. */
    read<T>(body: () => Promise<T>, isFit: (beat: number) => boolean): Promise<{ answer: T; beat: number }> {
      return lend((pool ??= openReaders(url)), "read", async (connection) => {
        lent.add(connection);
        try {
          // Two statements in one message, so that reading the heartbeat costs no extra round trip.
          const found = (await connection.query(`BEGIN; ${BEAT.bind().text}`)) as unknown as {
            rows: { beat: number }[];
          }[];
          const beat = found[1]?.rows[0]?.beat;
          if (beat === undefined || !isFit(beat)) throw new NotFit("It has not got that far.");
          const answer = await holding(connection, body);
          await connection.query("COMMIT");
          return { answer, beat };
        } finally {
          lent.delete(connection);
        }
      });
    },
    /** Ends running reads, so that no request waits for them, and closes the pool: its connections may be dead too. */
    cutOff(): void {
      lent.forEach(tear);
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
const OF_THE_SERVER = /^(08|0A|25|28|3D|40|42|53|54|55|57P|58|XX)/;

/** True for faults that the primary might not have. False for a statement timeout, which would recur on the primary. */
export function isOfTheServer(fault: unknown): boolean {
  const seen = fault as { code?: string; original?: { code?: string } } | undefined;
  return fault instanceof NotFit || isAway(fault) || OF_THE_SERVER.test(seen?.code ?? seen?.original?.code ?? "");
}
