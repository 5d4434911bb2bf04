import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import configuration, { FOLDERS, forbidden, GROUND, LEVELS, PROCESS, TRADE } from "../.dependency-cruiser.mjs";

/** The architecture: imports follow `.dependency-cruiser.mjs`; this file checks sizes, names and texts of files. */

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

function* sources(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* sources(path);
    else if (/\.(ts|tsx|mjs)$/.test(name)) yield path;
  }
}

const all = FOLDERS.flatMap((folder) => [...sources(join(root, folder))]).map((path) => ({
  file: relative(root, path),
  text: readFileSync(path, "utf8"),
}));

describe("imports", () => {
  let result: ICruiseResult;

  beforeAll(async () => {
    const { options = {}, ...ruleSet } = configuration;
    const { enhancedResolveOptions, ...rest } = options;
    const { output } = await cruise(
      FOLDERS,
      { ...rest, ruleSet, validate: true, baseDir: root },
      enhancedResolveOptions,
      {
        tsConfig: extractTSConfig(join(root, "tsconfig.json")),
      },
    );
    result = output as ICruiseResult;
  });

  test("all sources are checked", () => {
    const read = new Set(result.modules.map(({ source }) => source));
    expect(all.filter(({ file }) => !read.has(file)).map(({ file }) => file)).toEqual([]);
  });

  test.each([...new Map(forbidden.map(({ name, comment }) => [name, comment]))])("%s: %s", (name) => {
    const broken = result.summary.violations.filter(({ rule }) => rule.name === name);
    const lines = broken.map(({ from, to, cycle }) =>
      [from, ...(cycle?.map((step) => step.name) ?? [to])].join(" -> "),
    );
    expect(lines).toEqual([]);
  });
});

test("every module has a level", () => {
  const modules = new Set(all.flatMap(({ file }) => /^server\/([^/]+)(\/|\.ts$)/.exec(file)?.[1] ?? []));
  const placed = new Set(["kernel", TRADE, ...LEVELS.flat(), ...GROUND, ...PROCESS]);
  expect([...modules].filter((module) => !placed.has(module))).toEqual([]);
});

test("the page on architecture names every module, and draws the levels from high to low", () => {
  const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
  const named = page.slice(page.indexOf("## Modules"), page.indexOf("## Rules"));
  const isNamed = (module: string) => [`\`${module}/\``, `\`${module}.ts\``].some((name) => named.includes(name));
  expect(LEVELS.flat().filter((module) => !isNamed(module))).toEqual([]);
  const drawn = page.slice(page.indexOf("from high to low"), page.indexOf("server/kernel              "));
  const levels = [...drawn.matchAll(/^ {4}│ {3}([a-z]+(?: {2}[a-z]+)*)(?: {3,}.*)?│$/gm)].map(([, names = ""]) =>
    names.trim().split("  "),
  );
  expect(levels).toEqual(LEVELS.toReversed());
});

test("app/ contains no SQL, model or comparison of roles", () => {
  const wrong = all
    .filter(({ file }) => file.startsWith("app/"))
    .filter(({ text }) => /\bsql`|sequelize|\.role\s*[<>=!]|\broles?\.(admin|company|agent|superadmin)\b/i.test(text));
  expect(wrong.map(({ file }) => file)).toEqual([]);
});

test("all database connections are opened in one folder of the kernel", () => {
  const FOLDER = /^server\/kernel\/database\/(connections\/|database-address\.ts$)/;
  const made = /\bnew (?:\w+\.)?(?:Client|Pool|Sequelize)\(|\bconnectionTo\b|\bconnectionString\b/;
  expect(all.filter(({ file, text }) => !FOLDER.test(file) && made.test(text)).map(({ file }) => file)).toEqual([]);
});

const LIMITS: [RegExp, number][] = [
  [/^app\/routes\//, 120],
  [/^app\/components\//, 120],
  [/./, 250],
];

test("no file exceeds the limit of its kind unless its first line gives a reason", () => {
  const long = all.flatMap(({ file, text }) => {
    const lines = text.trimEnd().split("\n");
    const limit = LIMITS.find(([kind]) => kind.test(file))![1];
    return lines.length <= limit || /^\/[/*]+ Long because/.test(lines[0]!)
      ? []
      : [`${file}: ${lines.length} of ${limit}`];
  });
  expect(long).toEqual([]);
});

test("names are kebab-case terms of the trade, without catch-all names", () => {
  const drawers = /(^|[/-])(utils?|helpers?|misc|common|managers?|services?)([./-]|$)|Impl\b/;
  const named = all.filter(
    ({ file }) =>
      drawers.test(file.replace("common-log", "")) ||
      /[A-Z]/.test(file.replace(/^app\/routes\//, "").replaceAll(/\$\w+/g, "")),
  );
  expect(named.map(({ file }) => file)).toEqual([]);
});

test("there are no TODOs, and every disabled check has a reason beside it", () => {
  const wrong = all.flatMap(({ file, text }) =>
    text.split("\n").flatMap((line, i, lines) => {
      const put = /\b(TODO|FIXME|XXX|HACK)\b|@ts-(ignore|nocheck)/.test(line);
      const unexplained =
        line.includes("eslint-disable") && !/ -- \S/.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(lines[i - 1] ?? "");
      return put || unexplained ? [`${file}:${i + 1}`] : [];
    }),
  );
  expect(wrong).toEqual([]);
});
