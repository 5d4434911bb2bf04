import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Visits that counted: their New York day and whose they were. */
export type EarlierVisits = ReadonlySet<string>;

/**
 * A visitor is unique once a day, so what earlier replays of a day sent to the same database is part of what must come
 * out. It is kept in a file for each database, line by line as the answers come, so that a replay that breaks off is
 * remembered too; days before `today` are dropped.
 */
export function visitsKept(
  folder: string,
  database: string,
  today: string,
): { earlier: EarlierVisits; keep(visit: string): void } {
  const file = path.join(folder, `${database}.txt`);
  mkdirSync(folder, { recursive: true });
  const earlier = new Set(linesOf(file).filter((visit) => visit >= today));
  writeFileSync(file, [...earlier].map((visit) => `${visit}\n`).join(""));
  return { earlier, keep: (visit) => appendFileSync(file, `${visit}\n`) };
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n").filter(Boolean);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw fault;
  }
}
