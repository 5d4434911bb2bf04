import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { installFirst, isRoot } from "./apt.mjs";

/** The one without windows first: it needs a third less of the processors. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The path of Chromium: from CHROMIUM_PATH, else the first on PATH, else Playwright's own; undefined if absent. */
export async function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isProgram);
  if (onPath) return onPath;
  const { chromium } = await import("playwright");
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

/** Finds a browser, or installs one with apt, else with Playwright. Throws if neither works. */
async function ensureBrowser() {
  for (const install of [() => undefined, byApt, byPlaywright]) {
    install();
    const browser = await findBrowser();
    if (browser) return browser;
  }
  throw new Error("The browser tests need Chromium. Install it, or name it with CHROMIUM_PATH.");
}

// Older releases have only the second one.
const byApt = () => installFirst("Chromium", ...NAMES.slice(0, 2));

function byPlaywright() {
  console.error("Installing Chromium…");
  const cli = fileURLToPath(new URL("../node_modules/playwright/cli.js", import.meta.url));
  spawnSync(process.execPath, [cli, "install", "chromium", ...(isRoot ? ["--with-deps"] : [])], {
    timeout: 5 * 60_000,
    stdio: "ignore",
  });
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(`Chromium: ${await ensureBrowser()}`);
  } catch (fault) {
    console.error(fault.message);
    process.exitCode = 1;
  }
}
