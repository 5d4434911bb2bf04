import { z } from "zod";
import { rows, run } from "../kernel/database";
import { Nothing } from "../kernel/input";
import { linksChanged } from "../kernel/link-state";
import { now } from "../kernel/clock";
import { type Call, command } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { type Staged, moveIn } from "./move-in";
import { whyNot } from "./why-not";

/**
 * Moves every staged agent that is ready here, approved, with his old links. Who cannot be moved is skipped with the
 * reason and stays; doing it again moves nobody twice.
 */
export const migrate = command({
  name: "migration.migrate",
  does: "migrate agents",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: Nothing,
  output: z.object({
    migrated: z.int(),
    skipped: z.array(z.object({ username: z.string(), reason: z.string() })),
  }),
  async run(call) {
    const staged = await rows<Staged>(sql`
      SELECT legacy_id AS "legacyId", username, password_hash AS hash, password_sealed AS sealed,
        first_name AS "firstName", last_name AS "lastName", email, office_name AS "officeName",
        campaign_id AS "campaignId", registered_at AS "registeredAt", codes
      FROM legacy_agents WHERE ready AND migrated_at IS NULL ORDER BY legacy_id FOR UPDATE`);
    const skipped: { username: string; reason: string }[] = [];
    for (const agent of staged) {
      const reason = await moved(call, agent);
      if (reason === undefined) continue;
      skipped.push({ username: agent.username, reason });
      await run(sql`UPDATE legacy_agents SET skipped = ${reason} WHERE legacy_id = ${agent.legacyId}`);
    }
    if (skipped.length < staged.length) await linksChanged();
    return { migrated: staged.length - skipped.length, skipped };
  },
});

/** Moves one; answers why he cannot be moved, or undefined when he is. */
async function moved(call: Call, staged: Staged): Promise<string | undefined> {
  const office = await whyNot(staged);
  if (typeof office === "string") return office;
  const agentId = await moveIn(call, staged, office.id);
  await run(sql`
    UPDATE legacy_agents SET agent_id = ${agentId}, migrated_at = ${now()}, skipped = NULL, password_hash = NULL,
      password_sealed = NULL
    WHERE legacy_id = ${staged.legacyId}`);
  return undefined;
}
