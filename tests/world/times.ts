import path from "node:path";
import type { Reporter, TestModule } from "vitest/node";

/** Wall-clock seconds of one test file, from the start of its imports to the end of its last hook. */
export type FileTime = { file: string; tests: number; seconds: number };

const SHOWN = 10;

/** Prints how long the files of a run took. */
export default class Times implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module) => {
      const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } =
        module.diagnostic();
      const all = prepareDuration + environmentSetupDuration + setupDuration + collectDuration + duration;
      const file = path.relative("tests", module.moduleId);
      return { file, tests: [...module.children.allTests()].length, seconds: all / 1000 };
    });
    console.log(["", ...linesOf(files), ""].join("\n"));
  }
}

/** The ten slowest files, then files, tests and seconds of each kind, which is a folder of `tests/`. */
export function linesOf(files: readonly FileTime[]): string[] {
  const slowest = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, SHOWN);
  const kinds = new Map<string, { files: number; tests: number; seconds: number }>();
  for (const { file, tests, seconds } of files) {
    const kind = file.includes("/") ? file.slice(0, file.indexOf("/")) : "(top)";
    const before = kinds.get(kind) ?? { files: 0, tests: 0, seconds: 0 };
    kinds.set(kind, {
      files: before.files + 1,
      tests: before.tests + tests,
      seconds: before.seconds + seconds,
    });
  }
  const sums = [...kinds].sort(([, a], [, b]) => b.seconds - a.seconds);
  return [
    "Slowest files (seconds):",
    ...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(9)}  ${file}`),
    "Kinds of tests (files, tests, seconds):",
    ...sums.map(([kind, { files: count, tests, seconds }]) => {
      const figures = [String(count), String(tests), seconds.toFixed(1)];
      return `${figures.map((figure) => figure.padStart(9)).join("")}  ${kind}`;
    }),
  ];
}
