import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { FOLDERS } from "../../.dependency-cruiser.mjs";
import { deadNames, FOREIGN } from "./names";

/** Comments name functions, types and errors that exist. */

const root = fileURLToPath(new URL("../..", import.meta.url));

function* filesIn(path: string): Generator<string> {
  if (statSync(path).isFile()) yield path;
  else for (const name of readdirSync(path)) yield* filesIn(join(path, name));
}

const sources = [...FOLDERS, "tests"]
  .flatMap((folder) => [...filesIn(join(root, folder))])
  .filter((path) => /\.(?:tsx?|mjs|css)$/.test(path))
  .map((path) => relative(root, path))
  // Comments may name style sheets and tests as files, but none of the names in them.
  .map((file) => ({ file, text: /^tests\/|\.css$/.test(file) ? "" : readFileSync(join(root, file), "utf8") }));

const used = new Set<string>();
const dead = deadNames(sources, (file) => /^(?:app|server|models|seeders)\/.*\.(?:tsx?|mjs)$/.test(file), used);

test("a name in a comment that no source has any more is reported", () => {
  expect(sources.length).toBeGreaterThan(1_000);
  expect(dead).toEqual([]);
});

test("every foreign name is in a comment and has a reason", () => {
  expect([...FOREIGN].filter(([name, reason]) => !used.has(name) || reason === "")).toEqual([]);
});

describe("a comment", () => {
  const other = {
    file: "server/b.ts",
    text: 'export class Gone {}\nexport const at = sql`SELECT last_at`;\nfunction f() {\n  const isLocal = "Odd";\n}',
  };
  const deadIn = (text: string) => deadNames([{ file: "server/a.ts", text }, other], (file) => file.endsWith("a.ts"));

  test.each([
    ["a name in backticks", "/** See `saveAll`. */", "saveAll"],
    ["a member of a type", "/** See `Gone.status`. */", "Gone.status"],
    ["a local variable of another file", "/** See `isLocal`. */", "isLocal"],
    ["a word of a text in another file", "/** See `Odd`. */", "Odd"],
    ["an error", "/** Throws NotFound if there is no row. */", "NotFound"],
    ["an error at the end of a line", "/**\n * Throws\n * NotFound if there is no row.\n */", "NotFound"],
    ["an error with an article", "// Throws a NotFound.", "NotFound"],
    ["a file", "// See `c.ts`.", "c.ts"],
  ])("with %s that is gone is reported", (_kind, comment, name) => {
    expect(deadIn(`const a = 1;\n${comment}\n`)).toEqual([`server/a.ts:2: ${name}`]);
  });

  test.each([
    ["a declared name of another file", "/** Throws Gone. See `at` and `Gone`. */"],
    ["a column in SQL", "// `last_at` is updated."],
    ["its own parameter", "// `rows` is empty.\nconst size = (rows: string[]) => rows.length;"],
    ["a file", "// See `b.ts`."],
    ["code that is not a name", "// `a + b` or `SELECT 1`."],
    ["a text that only looks like a comment", "const a = '// `saveAll`';"],
  ])("with %s is not reported", (_kind, text) => {
    expect(deadIn(text)).toEqual([]);
  });
});
