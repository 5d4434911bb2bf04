import { literal, Op } from "sequelize";
import { z } from "zod";
import { LegacyAgent } from "~models";
import { Count, Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";

const READY_TO_MIGRATE = { ready: true, migratedAt: null };

/** The number of agents of the older server that are ready to migrate. */
export const count = query({
  name: "migration.count",
  does: "count agents that wait for migration",
  allow: atLeast("superadmin"),
  input: Nothing,
  output: Count,
  run: async () => ({ count: await LegacyAgent.count({ where: READY_TO_MIGRATE }) }),
});

const MAX_SKIPPED = 100;

/** The same for the screen, with the agents that the last migration skipped, and why. */
export const migrationScreen = query({
  name: "migration.screen",
  does: "migrate agents",
  allow: atLeast("superadmin"),
  input: Nothing,
  output: z.object({
    count: z.int(),
    skipped: z.array(z.object({ legacyId: z.string(), username: z.string(), reason: z.string() })),
  }),
  async run() {
    const skipped = await LegacyAgent.findAll({
      attributes: ["legacyId", "username", "skipped"],
      where: { ...READY_TO_MIGRATE, skipped: { [Op.ne]: null } },
      order: [[literal("username COLLATE by_name"), "ASC"], "legacyId"],
      limit: MAX_SKIPPED,
    });
    return {
      count: await LegacyAgent.count({ where: READY_TO_MIGRATE }),
      skipped: skipped.map(({ legacyId, username, skipped }) => ({ legacyId, username, reason: skipped ?? "" })),
    };
  },
});
