import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import LongestFirst from "./tests/world/longest-first";
import { pureGlobs, QUICK } from "./tests/world/pure";

export default defineConfig({
  resolve: {
    alias: {
      "~": fileURLToPath(new URL("./app", import.meta.url)),
      "~models": fileURLToPath(new URL("./models/index.ts", import.meta.url)),
    },
  },
  test: {
    include: QUICK ? pureGlobs : ["tests/**/*.test.{ts,tsx}"],
    globalSetup: ["tests/world/global-setup.ts"],
    setupFiles: ["tests/world/setup.ts"],
    environment: "node",
    pool: "forks",
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // On a busy machine everything takes far longer, so only what never comes fails. The long proofs repeat what others
    // do once.
    testTimeout: process.env.LONG === "on" ? 1_800_000 : 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    env: { TZ: "UTC" },
  },
});
