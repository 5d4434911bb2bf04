import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";

const made: string[] = [];

/** A project with one local package, another one for its tests, and a copy of the scripts that install and build. */
async function aProject(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "project-"));
  made.push(folder);
  await cp("bin", path.join(folder, "bin"), { recursive: true });
  await wants(folder, "1.0.0");
  return folder;
}

/** Sets this version of the packages in package.json and the lock file. */
async function wants(folder: string, version: string): Promise<void> {
  const own = {
    name: "project",
    version: "1.0.0",
    type: "module",
    dependencies: { one: "file:one" },
    devDependencies: { two: "file:two" },
  };
  const packages = {
    "": own,
    "node_modules/one": { resolved: "one", link: true },
    "node_modules/two": { resolved: "two", link: true, dev: true },
    one: { version },
    two: { version, dev: true },
  };
  for (const name of ["one", "two"]) {
    await mkdir(path.join(folder, name), { recursive: true });
    await writeFile(path.join(folder, name, "package.json"), JSON.stringify({ name, version }));
  }
  await writeFile(path.join(folder, "package.json"), JSON.stringify(own));
  const lock = { name: own.name, version: own.version, lockfileVersion: 3, requires: true, packages };
  await writeFile(path.join(folder, "package-lock.json"), JSON.stringify(lock));
}

/** Runs a line of JavaScript in the project; resolves with its output. */
function inProject(folder: string, code: string): Promise<string> {
  return new Promise((done, failed) => {
    const env = { PATH: process.env.PATH ?? "", HOME: folder, NODE_ENV: "test" as const };
    const child = spawn(process.execPath, ["--input-type=module", "-e", code], { cwd: folder, env });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (said += text.toString()));
    child.on("close", (ended) => (ended === 0 ? done(said) : failed(new Error(said))));
  });
}

const INSTALL = `await (await import("./bin/set-up.mjs")).ensureInstalled();`;
const INSTALL_ALL = `await (await import("./bin/set-up.mjs")).ensureInstalled("all");`;

afterEach(async () => {
  await Promise.all(made.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

test("packages are installed once, and again after the lock file changes", async () => {
  const folder = await aProject();
  expect(await inProject(folder, INSTALL)).toContain("Installing packages");
  expect(await inProject(folder, INSTALL)).toBe("");
  await wants(folder, "1.1.0");
  expect(await inProject(folder, INSTALL)).toContain("Installing packages");
  expect(await inProject(folder, INSTALL)).toBe("");
});

test("a start installs what it needs; the tests add theirs to it, and are kept up to date from then on", async () => {
  const folder = await aProject();
  const lock = await readFile(path.join(folder, "package-lock.json"), "utf8");
  const installed = async () =>
    (await readdir(path.join(folder, "node_modules"))).filter((name) => !name.startsWith("."));
  await inProject(folder, INSTALL);
  expect(await installed()).toEqual(["one"]);
  // Files that a running server uses are not replaced.
  await writeFile(path.join(folder, "node_modules", ".used"), "");
  expect(await inProject(folder, INSTALL_ALL)).toContain("Installing the packages of the tests");
  expect(await installed()).toEqual(["one", "two"]);
  expect(await readFile(path.join(folder, "package-lock.json"), "utf8")).toBe(lock);
  await stat(path.join(folder, "node_modules", ".used"));
  for (const again of [INSTALL, INSTALL_ALL]) expect(await inProject(folder, again)).toBe("");
  await wants(folder, "1.1.0");
  await inProject(folder, INSTALL);
  expect(await installed()).toEqual(["one", "two"]);
  expect(await inProject(folder, INSTALL_ALL)).toBe("");
});

test("packages installed by hand are recognized: without those of the tests they suffice for a start", async () => {
  const folder = await aProject();
  const npm = `import { execFileSync } from "node:child_process"; execFileSync("npm", ["ci", "--omit=dev"]);`;
  await inProject(folder, npm);
  expect(await inProject(folder, INSTALL)).toBe("");
  expect(await inProject(folder, INSTALL_ALL)).toContain("Installing");
});

test("a start after an update keeps the packages of the tests that were installed by hand", async () => {
  const folder = await aProject();
  await inProject(folder, `import { execFileSync } from "node:child_process"; execFileSync("npm", ["ci"]);`);
  await wants(folder, "1.1.0");
  await inProject(folder, INSTALL);
  await stat(path.join(folder, "node_modules", "two"));
});

test("of two concurrent starts one does the set-up and the other waits", async () => {
  const folder = await aProject();
  const work = `
    import { appendFileSync } from "node:fs";
    import { withLock } from "./bin/lock.mjs";
    await withLock(async () => {
      appendFileSync("seen", "in ");
      await new Promise((done) => setTimeout(done, 400));
      appendFileSync("seen", "out ");
    });`;
  await Promise.all([inProject(folder, work), inProject(folder, work), inProject(folder, work)]);
  expect(await readFile(path.join(folder, "seen"), "utf8")).toBe("in out in out in out ");
});

test("the lock of a killed start blocks no other", async () => {
  const folder = await aProject();
  await mkdir(path.join(folder, ".cache"));
  await writeFile(path.join(folder, ".cache", "run.lock"), "999999999 gone");
  // A blocked start would wait forever.
  await inProject(folder, `await (await import("./bin/lock.mjs")).withLock(async () => undefined);`);
});

test("files of a build get compressed copies of the same content, once", async () => {
  const folder = await aProject();
  const file = path.join(folder, "script.js");
  await writeFile(file, "export const text = 1;\n".repeat(200));
  await writeFile(path.join(folder, "picture.png"), Buffer.alloc(5_000));
  const compress = `await (await import("./bin/precompress.mjs")).precompress(".");`;
  await inProject(folder, compress);
  const plain = await readFile(file);
  expect(brotliDecompressSync(await readFile(`${file}.br`)).equals(plain)).toBe(true);
  expect(gunzipSync(await readFile(`${file}.gz`)).equals(plain)).toBe(true);
  await expect(stat(path.join(folder, "picture.png.br"))).rejects.toThrow(/ENOENT/);
  const { mtimeMs } = await stat(`${file}.br`);
  await inProject(folder, compress);
  expect((await stat(`${file}.br`)).mtimeMs).toBe(mtimeMs);
});

test("an unknown command is reported with the existing ones", async () => {
  const folder = await aProject();
  const run = `process.argv[2] = "strat"; await import("./bin/run.mjs").catch(() => undefined);`;
  await expect(inProject(folder, run)).rejects.toThrow(/There is no command "strat".+start, dev, build, test/);
});
