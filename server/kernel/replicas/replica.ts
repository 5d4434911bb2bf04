import type { Sequelize } from "sequelize";
import { openReaders, persistentConnection, tear } from "../connections";
import { isAway } from "../database";
import { type Client, sql } from "../sql";
import { holding, lend } from "../transaction-context";

// SQL by hand: how far a standby has replayed; no row of a model is read.

/** The newest beat of a server in milliseconds, and which database of which cluster it is; a replica's are its primary's. */
export const BEAT = sql`SELECT (extract(epoch FROM beat_at) * 1000)::float8 AS beat FROM heartbeat`;
export const IDENTITY = sql`
  SELECT system_identifier || '/' || (SELECT oid FROM pg_database WHERE datname = current_database()) AS identity
  FROM pg_control_system()`;

/** It has another database, or an older state than the one that was asked for: no fault of a statement. */
export class NotFit extends Error {}

export type Replica = ReturnType<typeof replicaAt>;

/** One replica: a connection that asks for its beat, and a pool for what is read from it. */
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
    /** Told to people; no secret is in it. */
    name: `${host}${pathname}`,
    /** Its newest beat. Throws when it does not answer in time or is no replica of the database `of`. */
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
    /** What `body` reads in one transaction, and the beat that this transaction sees; refused by `isFit` before it begins. */
    read<T>(body: () => Promise<T>, isFit: (beat: number) => boolean): Promise<{ answer: T; beat: number }> {
      return lend((pool ??= openReaders(url)), "read", async (connection) => {
        lent.add(connection);
        try {
          // Two statements in one message: to know of which moment the answer will be costs no time of its own.
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
    /** Ends what it is being asked, so that nobody waits for it; other connections may be as dead, and go as well. */
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

// Connection and operator's doing, recovery conflicts (40), resources (53, 54), its own disk (58), a state that it has
// not replayed yet or a standby's limits (0A, 25, 42, 55), who may in (28, 3D), its own bugs (XX).
const OF_THE_SERVER = /^(08|0A|25|28|3D|40|42|53|54|55|57P|58|XX)/;

/** True for faults that the primary might not have. A statement that took too long would take as long there. */
export function isOfTheServer(fault: unknown): boolean {
  const seen = fault as { code?: string; original?: { code?: string } } | undefined;
  return fault instanceof NotFit || isAway(fault) || OF_THE_SERVER.test(seen?.code ?? seen?.original?.code ?? "");
}
