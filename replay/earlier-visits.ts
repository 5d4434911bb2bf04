import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Visits that counted: their New York day with a hash of visitor, agent and type. */
export type EarlierVisits = ReadonlySet<string>;

/**
 * A visitor is unique once a day, so the result depends on earlier replays of that day to the same database. Their
 * visits are stored in one file per database, line by line as the answers arrive, so that an interrupted replay is
 * recorded too. Days before `today` are dropped.
 */
export function openVisitLog(
  folder: string,
  database: string,
  today: string,
): { earlier: EarlierVisits; keep(visit: string): void } {
  const file = path.join(folder, `${database}.txt`);
  mkdirSync(folder, { recursive: true });
  const earlier = new Set(readLines(file).filter((visit) => visit >= today));
  writeFileSync(file, [...earlier].map((visit) => `${visit}\n`).join(""));
  return { earlier, keep: (visit) => appendFileSync(file, `${visit}\n`) };
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n").filter(Boolean);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
