import { z } from "zod";
import { hashPassword } from "../accounts";
import { run } from "../kernel/database";
import { Flag } from "../kernel/input";
import { command } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { seal } from "../kernel/secrets";
import { sql } from "../kernel/sql";
import { judgeRows } from "./judge-rows";
import { isHash, type LegacyRow } from "./legacy-row";

/** Whose row a sealed password of a staged agent belongs to. */
export const ownerOf = (legacyId: string): string => `legacy_agents:${legacyId}`;

/**
 * Stages agents of the older server for migration: the good rows of the file, while the others are told by their line.
 * The same file again changes nothing more; a rehearsal writes nothing at all.
 */
export const stage = command({
  name: "migration.stage",
  does: "stage agents for migration",
  allow: atLeast("superadmin"),
  input: z.object({ text: z.string(), rehearse: Flag.default(false) }),
  secret: ["text"],
  output: z.object({
    staged: z.int(),
    rows: z.array(z.object({ line: z.int(), legacyId: z.string(), faults: z.array(z.string()) })),
  }),
  async run({ changed }, { text, rehearse }) {
    const judged = await judgeRows(text);
    const good = judged.flatMap(({ row, faults }) => (row && faults.length === 0 ? [row] : []));
    if (!rehearse) {
      for (const row of good) await store(row);
      changed({ record: "legacyAgents", id: "file", before: null, after: { staged: good.length } });
    }
    return {
      staged: good.length,
      rows: judged.map(({ line, legacyId, faults }) => ({ line, legacyId, faults })),
    };
  },
});

async function store(row: LegacyRow): Promise<void> {
  const { legacyId, password } = row;
  const plain = password !== "" && !isHash(password) ? password : undefined;
  const hash = plain === undefined ? password || null : await hashPassword(plain);
  await run(sql`
    INSERT INTO legacy_agents (legacy_id, username, password_hash, password_sealed, first_name, last_name, email,
      office_name, campaign_id, registered_at, ready, codes)
    VALUES (${legacyId}, ${row.username}, ${hash}, ${plain === undefined ? null : seal(plain, ownerOf(legacyId))},
      ${row.firstName}, ${row.lastName}, ${row.email}, ${row.officeName}, ${row.campaignId}, ${row.registered},
      ${row.ready}, ${JSON.stringify(row.codes)}::jsonb)
    ON CONFLICT (legacy_id) DO UPDATE SET username = excluded.username, password_hash = excluded.password_hash,
      password_sealed = excluded.password_sealed, first_name = excluded.first_name, last_name = excluded.last_name,
      email = excluded.email, office_name = excluded.office_name, campaign_id = excluded.campaign_id,
      registered_at = excluded.registered_at, ready = excluded.ready, codes = excluded.codes, skipped = NULL
    WHERE legacy_agents.migrated_at IS NULL`);
}
