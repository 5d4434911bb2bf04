import { z } from "zod";
import { LegacyAgent } from "~models";
import { refusalOf } from "../kernel/database/constraint";
import { writeTransaction } from "../kernel/database/transactions";
import { Nothing } from "../kernel/operation/input";
import { linksChanged } from "../kernel/database/link-state";
import { type Call, command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { moveIn } from "./move-in";
import { officeFor } from "./office-for";

/**
 * Migrates every staged agent that is ready, as an approved agent with their old links. Agents that cannot be migrated
 * are skipped with a reason and stay staged. Running it again migrates nobody twice.
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
    const staged = await LegacyAgent.findAll({
      where: { ready: true, migratedAt: null },
      order: ["legacyId"],
      lock: true,
    });
    const skipped: { username: string; reason: string }[] = [];
    for (const agent of staged) {
      const reason = await moved(call, agent);
      if (reason === undefined) continue;
      skipped.push({ username: agent.username, reason });
      await agent.update({ skipped: reason });
    }
    if (skipped.length < staged.length) await linksChanged();
    return { migrated: staged.length - skipped.length, skipped };
  },
});

/** Migrates one agent. Returns the reason if that is not possible, otherwise undefined. */
async function moved(call: Call, staged: LegacyAgent): Promise<string | undefined> {
  const office = await officeFor(staged);
  if (typeof office === "string") return office;
  try {
    // A savepoint: if the database rejects this agent, the others still continue.
    await writeTransaction(() => moveIn(call, staged, office.id));
  } catch (thrown) {
    const refusal = await refusalOf(thrown, () => Promise.resolve(undefined));
    if (!refusal) throw thrown;
    return refusal.message;
  }
  return undefined;
}
