import type pg from "pg";
import { LOCKS } from "../advisory-locks";
import { type Target, withOwnConnection } from "./open";

// SQL by hand: an advisory lock.

/** Runs `body` on a connection of its own while nobody else changes what tables there are, and where they lie; it waits for who does. */
export const withSchemaLock = <T>(body: (client: pg.Client) => Promise<T>, target?: Target): Promise<T> =>
  withOwnConnection(
    "migration",
    async (client) => {
      await client.query("SELECT pg_advisory_lock($1)", [LOCKS.schema]);
      return body(client);
    },
    target,
  );
