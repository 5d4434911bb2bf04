import { LegacyAgent, Type } from "~models";
import { messagesOf } from "../kernel/operation/operation";
import { invalid } from "../kernel/operation/refusal";
import { HEADER, LegacyRow } from "./legacy-row";
import { readCsv } from "../kernel/text/read-csv";

export type Judged = { line: number; legacyId: string; row?: LegacyRow; faults: string[] };

/** Each row of the file with its line number and all of its faults. Throws 422 if the header is not HEADER. */
export async function judgeRows(text: string): Promise<Judged[]> {
  const [head, ...lines] = readCsv(text);
  if (head?.cells.map((cell) => cell.trim()).join() !== HEADER.join()) {
    throw invalid({ file: [`The first line must be ${HEADER.join()}`] });
  }
  const judged = lines.map(({ line, cells }): Judged => {
    const legacyId = cells[0]?.trim() ?? "";
    if (cells.length !== HEADER.length) {
      return { line, legacyId, faults: [`It has ${cells.length} cells instead of ${HEADER.length}.`] };
    }
    const parsed = LegacyRow.safeParse(Object.fromEntries(HEADER.map((name, i) => [name, cells[i]])));
    if (parsed.success) return { line, legacyId, row: parsed.data, faults: [] };
    const faults = Object.entries(messagesOf(parsed.error)).map(([field, texts]) => `${field}: ${texts.join(" ")}`);
    return { line, legacyId, faults };
  });
  markRepeats(judged);
  await markUnknown(judged);
  return judged;
}

/** Marks values that occur twice in the file. The later row is refused. */
function markRepeats(judged: readonly Judged[]): void {
  const seen = {
    legacyId: new Map<string, number>(),
    username: new Map<string, number>(),
    code: new Map<string, number>(),
  };
  for (const { line, row, faults } of judged) {
    if (!row) continue;
    const note = (kind: keyof typeof seen, value: string) => {
      const before = seen[kind].get(value);
      if (before === undefined) seen[kind].set(value, line);
      else faults.push(`${kind}: ${value} is already in line ${before}.`);
    };
    note("legacyId", row.legacyId);
    note("username", row.username.toLowerCase());
    for (const { code } of row.codes) note("code", code);
  }
}

/**
 * Refuses agents who have already been migrated, codes of links that do not exist, and codes that belong to another
 * agent.
 */
async function markUnknown(judged: readonly Judged[]): Promise<void> {
  const staged = await LegacyAgent.findAll({ attributes: ["legacyId", "migratedAt", "codes"], raw: true });
  const moved = new Set(staged.filter(({ migratedAt }) => migratedAt !== null).map(({ legacyId }) => legacyId));
  const owners = new Map(staged.flatMap(({ legacyId, codes }) => codes.map(({ code }) => [code, legacyId])));
  const links = await Type.findAll({ attributes: ["siteId", "id"], raw: true });
  const types = new Set(links.map(({ siteId, id }) => `${siteId}:${id}`));
  for (const { row, faults } of judged) {
    if (!row) continue;
    if (moved.has(row.legacyId)) faults.push("legacyId: This agent has been migrated already.");
    for (const { code, siteId, typeId } of row.codes) {
      if (!types.has(`${siteId}:${typeId}`)) faults.push(`codes: There is no link ${siteId}:${typeId} (${code}).`);
      const owner = owners.get(code);
      if (owner !== undefined && owner !== row.legacyId) faults.push(`codes: ${code} is the code of agent ${owner}.`);
    }
  }
}
