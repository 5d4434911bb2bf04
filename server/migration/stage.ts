import { z } from "zod";
import { LegacyAgent, type LegacyCode, Type } from "~models";
import { hashPassword, keepsReadablePasswords } from "../accounts";
import { Email, Flag, Required, Text, Verbatim } from "../kernel/operation/input";
import { command, messagesOf } from "../kernel/operation/operation";
import { invalid } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { isDay, startOfDay } from "../kernel/time";
import { seal } from "../kernel/process/secrets";
import { readCsv } from "../kernel/operation/csv";

type CheckedRow = { line: number; legacyId: string; row?: LegacyRow; faults: string[] };

/** Each row of the file with its line number and all of its faults. Throws 422 if the header is not HEADER. */
async function checkRows(text: string): Promise<CheckedRow[]> {
  const [head, ...lines] = readCsv(text);
  if (head?.cells.map((cell) => cell.trim()).join() !== HEADER.join()) {
    throw invalid({ file: [`The first line must be ${HEADER.join()}`] });
  }
  const checkedRows = lines.map(({ line, cells }): CheckedRow => {
    const legacyId = cells[0]?.trim() ?? "";
    if (cells.length !== HEADER.length) {
      return { line, legacyId, faults: [`It has ${cells.length} cells instead of ${HEADER.length}.`] };
    }
    const parsed = LegacyRow.safeParse(Object.fromEntries(HEADER.map((name, i) => [name, cells[i]])));
    if (parsed.success) return { line, legacyId, row: parsed.data, faults: [] };
    const faults = Object.entries(messagesOf(parsed.error)).map(([field, texts]) => `${field}: ${texts.join(" ")}`);
    return { line, legacyId, faults };
  });
  markDuplicates(checkedRows);
  await markInvalidReferences(checkedRows);
  return checkedRows;
}

/** Marks values that occur twice in the file. The later row is refused. */
function markDuplicates(checkedRows: readonly CheckedRow[]): void {
  const seen = {
    legacyId: new Map<string, number>(),
    username: new Map<string, number>(),
    code: new Map<string, number>(),
  };
  for (const { line, row, faults } of checkedRows) {
    if (!row) continue;
    const checkUnique = (kind: keyof typeof seen, value: string) => {
      const earlierLine = seen[kind].get(value);
      if (earlierLine === undefined) seen[kind].set(value, line);
      else faults.push(`${kind}: ${value} is already in line ${earlierLine}.`);
    };
    checkUnique("legacyId", row.legacyId);
    checkUnique("username", row.username.toLowerCase());
    for (const { code } of row.codes) checkUnique("code", code);
  }
}

/**
 * Refuses agents who have already been migrated, codes of links that do not exist, and codes that belong to another
 * agent.
 */
async function markInvalidReferences(checkedRows: readonly CheckedRow[]): Promise<void> {
  const staged = await LegacyAgent.findAll({ attributes: ["legacyId", "migratedAt", "codes"], raw: true });
  const migratedIds = new Set(staged.filter(({ migratedAt }) => migratedAt !== null).map(({ legacyId }) => legacyId));
  const owners = new Map(staged.flatMap(({ legacyId, codes }) => codes.map(({ code }) => [code, legacyId])));
  const links = await Type.findAll({ attributes: ["siteId", "id"], raw: true });
  const types = new Set(links.map(({ siteId, id }) => `${siteId}:${id}`));
  for (const { row, faults } of checkedRows) {
    if (!row) continue;
    if (migratedIds.has(row.legacyId)) faults.push("legacyId: This agent has been migrated already.");
    for (const { code, siteId, typeId } of row.codes) {
      if (!types.has(`${siteId}:${typeId}`)) faults.push(`codes: There is no link ${siteId}:${typeId} (${code}).`);
      const owner = owners.get(code);
      if (owner !== undefined && owner !== row.legacyId) faults.push(`codes: ${code} is the code of agent ${owner}.`);
    }
  }
}

/** The columns of the file, in this order. */
export const HEADER = [
  ...["legacyId", "username", "password", "firstName", "lastName", "email", "officeName", "campaignId"],
  ...["registered", "ready", "codes"],
] as const;

const HASH = /^\$argon2(id|i|d)\$v=\d+\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/;
const isHash = (password: string): boolean => HASH.test(password);
// Prefixes and lengths of other programs' hashes. Taken for a password, a hash would let in anyone who has read the
// file.
const OTHER_HASH = /^(\$[\w-]+\$|\{[A-Z0-9]+\}|[a-f0-9]{32}$|[a-f0-9]{40}$|[a-f0-9]{64}$)/i;

const Password = Verbatim(255)
  .refine((text) => isHash(text) || !OTHER_HASH.test(text), "Only argon2 hashes can be checked here.")
  .refine((text) => text === "" || isHash(text) || (text.length >= 8 && text.length <= 72), {
    message: "Please use 8 to 72 characters.",
  });

const Registered = Text(64).transform((text, context): Date | null => {
  if (text === "") return null;
  const moment = parseMoment(text);
  if (moment) return moment;
  context.addIssue({ code: "custom", message: "Please give a day, or a time with its offset." });
  return z.NEVER;
});

function parseMoment(text: string): Date | undefined {
  const day: string = text.slice(0, 10);
  if (!isDay(day)) return undefined;
  if (text === day) return startOfDay(day);
  const moment = new Date(text);
  const isWhole = /^.{10}T.*(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(moment.getTime());
  return isWhole ? moment : undefined;
}

const CODE = /^([A-Za-z0-9_-]{1,64})=([1-9]\d{0,8}):([1-9]\d{0,8})$/;
const Codes = Verbatim(100_000).transform((text, context): LegacyCode[] => {
  const parts = text.split(";").map((part) => part.trim());
  return parts.filter(Boolean).map((part) => {
    const [, code = "", siteId, typeId] = CODE.exec(part) ?? [];
    if (code === "")
      context.addIssue({ code: "custom", message: `This is not code=siteId:typeId: ${part.slice(0, 80)}` });
    return { code, siteId: Number(siteId), typeId: Number(typeId) };
  });
});

/** A row of the file as it is staged. */
const LegacyRow = z
  .object({
    legacyId: Required(64),
    username: Required(255),
    password: Password,
    firstName: Required(),
    lastName: Required(),
    email: z.union([z.literal(""), Email], "Please use the form name@example.com."),
    officeName: Required(),
    campaignId: Text(),
    registered: Registered,
    ready: z.enum(["0", "1"], "Please give 0 or 1.").transform((text) => text === "1"),
    codes: Codes,
  })
  .refine(({ password, email }) => password !== "" || email !== "", {
    path: ["email"],
    message: "Without a password an e-mail address is needed, for a link to set one.",
  });
type LegacyRow = z.output<typeof LegacyRow>;

/** The owner to which a staged agent's encrypted password is bound. */
export const sealContext = (legacyId: string): string => `legacy_agents:${legacyId}`;

/**
 * Stages agents of the older server for migration. Valid rows are staged; the others are returned with their line and
 * faults. Importing the same file again changes nothing. A dry run writes nothing.
 */
export const stage = command({
  name: "migration.stage",
  does: "stage agents for migration",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: z.object({ text: z.string(), rehearse: Flag.default(false) }),
  secret: ["text"],
  output: z.object({
    staged: z.int(),
    rows: z.array(z.object({ line: z.int(), legacyId: z.string(), faults: z.array(z.string()) })),
  }),
  async run({ changed }, { text, rehearse: dryRun }) {
    // The lock prevents migrations while the rows are checked and stored.
    if (!dryRun) await lockPending();
    const checkedRows = await checkRows(text);
    const validRows = checkedRows.flatMap(({ row, faults }) => (row && faults.length === 0 ? [row] : []));
    if (!dryRun) {
      for (const row of validRows) await store(row);
      changed({ record: "legacyAgents", id: "file", before: null, after: { staged: validRows.length } });
    }
    return {
      staged: validRows.length,
      rows: checkedRows.map(({ line, legacyId, faults }) => ({ line, legacyId, faults })),
    };
  },
});

const lockPending = () =>
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
  const passwordSealed = plain === undefined || !keepsReadablePasswords() ? null : seal(plain, sealContext(legacyId));
  const { username, firstName, lastName, email, officeName, campaignId, registered, ready, codes } = row;
  await LegacyAgent.upsert(
    {
      ...{ legacyId, username, passwordHash, passwordSealed, firstName, lastName, email, officeName, campaignId },
      ...{ registeredAt: registered, ready, codes, skipped: null },
    },
    { returning: false },
  );
}
