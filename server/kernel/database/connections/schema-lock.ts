import type pg from "pg";
import { LOCKS } from "../advisory-locks";
import { config } from "../../process/config";
import { type Target, withOwnConnection } from "./open";

const ownersAddress = (): Target => ({ url: config().MIGRATION_DATABASE_URL });

/**
 * Runs `body` on a dedicated connection that holds the lock on changes to tables and their distribution, as the role of
 * MIGRATION_DATABASE_URL if that is set. Waits while another process holds it.
 */
export const withSchemaLock = <T>(body: (client: pg.Client) => Promise<T>, target = ownersAddress()): Promise<T> =>
  withOwnConnection(
    "migration",
    async (client) => {
      await client.query("SELECT pg_advisory_lock($1)", [LOCKS.schema]);
      return body(client);
    },
    target,
  );
