import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import type { TestModule, Vitest } from "vitest/node";
import { QUICK } from "../world/suites";
import { keptProcess } from "./kept-process";

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

let vitest: Vitest | undefined;
/** Otherwise a mutant that prevents a file from loading would count as survived, because no test of it fails. */
const unloadedFiles = {
  onInit: (of: Vitest) => void (vitest = of),
  onTestModuleEnd(module: TestModule) {
    for (const error of module.errors()) vitest?.state.catchError(new Error(error.message), "Unloaded test file");
  },
};

/** The tests of one area in one process, as the mutation runner needs them. It asks for threads, which cannot set TZ. */
export default defineConfig({
  plugins: [
    {
      name: "kept-process",
      configureVitest: ({ project }) =>
        void Object.assign(project.config, { pool: keptProcess.name, poolRunner: keptProcess }),
    },
  ],
  resolve: { alias: { "~": path("app"), "~models": path("models/index.ts") } },
  test: {
    include: process.env.MUTATION_TESTS?.split(" "),
    globalSetup: ["tests/world/global-setup.ts"],
    // Pure tests also meet mutants of code that runs when a module is loaded. The others keep their modules.
    setupFiles: [...(QUICK ? ["tests/mutation/fresh-modules.ts"] : []), "tests/world/setup.ts"],
    sequence: { setupFiles: "list" },
    reporters: [unloadedFiles],
    isolate: false,
    fileParallelism: false,
    // A mutant may wait for what never comes, and the machine may be busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    env: { TZ: "UTC" },
  },
});
