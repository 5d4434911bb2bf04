import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import type { Figure } from "./figure";

/** The figures of an earlier product, in `bench/baseline.json`, by part and key. */
export type Baseline = {
  commit: { subject: string; date: string };
  machine: Machine;
  figures: Record<string, Figure>;
};
export type Machine = {
  processors: number;
  memoryGb: number;
  /** The major version of Node. */
  node: number;
};

const FILE = fileURLToPath(new URL("../baseline.json", import.meta.url));
const GB = 1024 ** 3;
const DIGITS = 4;

export const thisMachine = (): Machine => ({
  processors: availableParallelism(),
  memoryGb: Math.round(totalmem() / GB),
  node: Number.parseInt(process.versions.node, 10),
});

export const readBaseline = (): Baseline | undefined =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Baseline) : undefined;

export function saveBaseline(figures: Record<string, Figure>): void {
  const [subject = "", date = ""] = execFileSync("git", ["log", "-1", "--format=%s%n%cs"], { encoding: "utf8" })
    .trim()
    .split("\n");
  const baseline: Baseline = { commit: { subject, date }, machine: thisMachine(), figures: roundAll(figures) };
  writeFileSync(FILE, `${JSON.stringify(baseline, null, 2)}\n`);
}

/** More digits than that are noise, and would make every line of the file differ. */
const roundAll = (figures: Record<string, Figure>): Record<string, Figure> =>
  JSON.parse(
    JSON.stringify(figures, (_key, value: unknown) =>
      typeof value === "number" ? Number(value.toPrecision(DIGITS)) : value,
    ),
  ) as Record<string, Figure>;
