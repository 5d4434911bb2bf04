import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { runQuietly } from "./child.mjs";
import { at, textOf } from "./project.mjs";

/**
 * The packages of a start are the `dependencies`: those that build and run the product. The `devDependencies` check and
 * test it, and are as much again; the first command that needs them adds them.
 */
const STAMPS = {
  start: at("node_modules", ".installed-lock"),
  all: at("node_modules", ".installed-lock-all"),
};

/** Whether node_modules has the packages of `group` as in package-lock.json. */
export function isInstalled(group) {
  const lock = textOf(at("package-lock.json"));
  const wanted = hash(lock ?? textOf(at("package.json")) ?? "");
  if (textOf(STAMPS[group]) === wanted || textOf(STAMPS.all) === wanted) return true;
  if (lock === undefined || !matches(lock, group)) return false;
  writeFileSync(STAMPS[group], wanted);
  return true;
}

/** Installs the packages of `group`; all of them where the tests have been used before. */
export async function install(group) {
  const lock = textOf(at("package-lock.json"));
  const adds = lock !== undefined && group === "all" && isInstalled("start");
  const installed = group === "all" || hasTestPackages() ? "all" : "start";
  console.error(
    adds ? "Installing the packages of the tests…" : "Installing packages (up to a minute the first time)…",
  );
  // `npm ci` begins by deleting node_modules, which a running server may be using.
  const command = lock === undefined ? ["install"] : adds ? ["install", "--no-save"] : ["ci"];
  // No package here needs its install script, so none is run.
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  try {
    await npm([...command, installed === "all" ? "--include=dev" : "--omit=dev", ...options]);
  } catch (error) {
    throw new Error(`The packages could not be installed.\n${error.message}`, { cause: error });
  }
  writeFileSync(STAMPS[installed], hash(lock ?? textOf(at("package.json")) ?? ""));
}

/** npm's own record of the installed packages, also of those installed by hand. */
const record = () => JSON.parse(textOf(at("node_modules", ".package-lock.json")) ?? "{}").packages ?? {};
const hasTestPackages = () => Object.values(record()).some(({ dev }) => dev);

function matches(lock, group) {
  const installed = record();
  return Object.entries(JSON.parse(lock).packages).every(
    ([place, wanted]) =>
      place === "" ||
      (group === "start" && wanted.dev === true) ||
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
