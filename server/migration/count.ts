import { z } from "zod";
import { one, rows } from "../kernel/database";
import { Count, Nothing } from "../kernel/input";
import { query } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";

const waiting = sql`FROM legacy_agents WHERE ready AND migrated_at IS NULL`;

/** How many agents of the older server are ready to migrate. */
export const count = query({
  name: "migration.count",
  does: "count agents that wait for migration",
  allow: atLeast("superadmin"),
  input: Nothing,
  output: Count,
  run: async () => ({ count: await countWaiting() }),
});

const countWaiting = async (): Promise<number> =>
  (await one<{ count: number }>(sql`SELECT count(*) AS count ${waiting}`))?.count ?? 0;

const MOST = 100;

/** The same for the screen, with those that the last migration had to skip, and why. */
export const migrationScreen = query({
  name: "migration.screen",
  does: "migrate agents",
  allow: atLeast("superadmin"),
  input: Nothing,
  output: z.object({
    count: z.int(),
    skipped: z.array(z.object({ legacyId: z.string(), username: z.string(), reason: z.string() })),
  }),
  run: async () => ({
    count: await countWaiting(),
    skipped: await rows<{ legacyId: string; username: string; reason: string }>(sql`
      SELECT legacy_id AS "legacyId", username, skipped AS reason ${waiting} AND skipped IS NOT NULL
      ORDER BY lower(username), legacy_id LIMIT ${MOST}`),
  }),
});
