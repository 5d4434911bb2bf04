import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { runQuietly } from "./child.mjs";
import { at, textOf } from "./project.mjs";

const STAMP = at("node_modules", ".installed-lock");

/** Whether node_modules matches package-lock.json. */
export function isInstalled() {
  const lock = textOf(at("package-lock.json"));
  if (lock === undefined) return textOf(STAMP) === hash(textOf(at("package.json")) ?? "");
  if (textOf(STAMP) === hash(lock)) return true;
  if (!matches(lock)) return false;
  writeFileSync(STAMP, hash(lock));
  return true;
}

export async function install() {
  const lock = textOf(at("package-lock.json"));
  console.error("Installing packages (a minute or two the first time)…");
  // No package here needs its install script, so none is run.
  const options = ["--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
  try {
    await npm([lock === undefined ? "install" : "ci", ...options]);
  } catch (error) {
    throw new Error(`The packages could not be installed.\n${error.message}`, { cause: error });
  }
  writeFileSync(STAMP, hash(lock ?? textOf(at("package.json")) ?? ""));
}

/** npm keeps its own record of installed packages, so packages installed by hand are not installed again. */
function matches(lock) {
  const record = textOf(at("node_modules", ".package-lock.json"));
  if (record === undefined) return false;
  const installed = JSON.parse(record).packages;
  return Object.entries(JSON.parse(lock).packages).every(
    ([place, wanted]) =>
      place === "" ||
      (installed[place]
        ? installed[place].version === wanted.version
        : wanted.optional === true && !isForThisSystem(wanted)),
  );
}

/** False when the package is for a different system. */
const isForThisSystem = ({ os, cpu, libc }) =>
  libc === undefined && allows(os, process.platform) && allows(cpu, process.arch) && (os ?? cpu) !== undefined;
const allows = (list, value) => !list || list.includes(value) || list.some((item) => item.startsWith("!"));

function npm(args) {
  const program = process.env.npm_execpath;
  return program?.endsWith(".js") && program.includes("npm")
    ? runQuietly(process.execPath, [program, ...args], { NODE_ENV: "" })
    : runQuietly("npm", args, { NODE_ENV: "" });
}

const hash = (text) => createHash("sha256").update(text).digest("hex");
