import { z } from "zod";
import { LegacyAgent } from "~models";
import { hashPassword } from "../accounts";
import { Flag } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { seal } from "../kernel/process/secrets";
import { judgeRows } from "./judge-rows";
import { isHash, type LegacyRow } from "./legacy-row";

/** The owner to which a staged agent's encrypted password is bound. */
export const ownerOf = (legacyId: string): string => `legacy_agents:${legacyId}`;

/**
 * Stages agents of the older server for migration. Valid rows are staged; the others are returned with their line and
 * faults. Importing the same file again changes nothing. A dry run writes nothing.
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
    // The lock prevents migrations while the rows are checked and stored.
    if (!rehearse) await lockWaiting();
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

const lockWaiting = () =>
  LegacyAgent.findAll({
    attributes: ["legacyId"],
    where: { migratedAt: null },
    order: ["legacyId"],
    lock: true,
    raw: true,
  });

async function store(row: LegacyRow): Promise<void> {
  const { legacyId, password } = row;
  const plain = password !== "" && !isHash(password) ? password : undefined;
  const passwordHash = plain === undefined ? password || null : await hashPassword(plain);
  const passwordSealed = plain === undefined ? null : seal(plain, ownerOf(legacyId));
  const { username, firstName, lastName, email, officeName, campaignId, registered, ready, codes } = row;
  await LegacyAgent.upsert(
    {
      ...{ legacyId, username, passwordHash, passwordSealed, firstName, lastName, email, officeName, campaignId },
      ...{ registeredAt: registered, ready, codes, skipped: null },
    },
    { returning: false },
  );
}
