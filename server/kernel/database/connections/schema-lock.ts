import type pg from "pg";
import { LOCKS } from "../advisory-locks";
import { type Target, withOwnConnection } from "./open";

/**
 * Runs `body` on a dedicated connection that holds the lock on changes to tables and their distribution. Waits while
 * another process holds it.
 */
export const withSchemaLock = <T>(body: (client: pg.Client) => Promise<T>, target?: Target): Promise<T> =>
  withOwnConnection(
    "migration",
    async (client) => {
      await client.query("SELECT pg_advisory_lock($1)", [LOCKS.schema]);
      return body(client);
    },
    target,
  );
