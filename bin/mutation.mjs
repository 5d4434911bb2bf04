import { setPriority } from "node:os";
import { run } from "./child.mjs";
import { at } from "./project.mjs";
import { ensureInstalled } from "./set-up.mjs";

const LOW_PRIORITY = 15;
const CONFIG = "tests/mutation/stryker.config.mjs";

/**
 * Breaks the sources of some areas in one place at a time, in a copy, and lists the breaks that no test notices. The
 * arguments are names of areas or folders that contain them; by default all areas.
 */
export async function testMutation(args) {
  // Loaded here, because the other commands work without the tests.
  const { areas } = await import("../tests/mutation/areas.mjs");
  const chosen = Object.keys(areas).filter((area) => args.length === 0 || args.some((arg) => isIn(area, arg)));
  if (chosen.length === 0) {
    console.error(`There is no such area. There are: ${Object.keys(areas).join(", ")}.`);
    return 2;
  }
  await ensureInstalled("all");
  setPriority(LOW_PRIORITY);
  const codes = [];
  for (const area of chosen) codes.push(await measure(area, areas[area]));
  return Math.max(...codes);
}

const isIn = (area, place) => area === place || area.startsWith(`${place.replace(/\/$/, "")}/`);

function measure(area, { tests, isPure }) {
  console.log(`${area}: ${tests.join(" ")}`);
  return run([at("node_modules", "@stryker-mutator", "core", "bin", "stryker.js"), "run", CONFIG], {
    ...{ NODE_ENV: "test", TZ: "UTC", MUTATION: "on", MUTATION_AREA: area, MUTATION_TESTS: tests.join(" ") },
    ...(isPure ? { SUITE: "quick" } : {}),
  });
}
