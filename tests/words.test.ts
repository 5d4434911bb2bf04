import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { EXCEPTIONS, findingsIn, IDIOMS, type Exception } from "./words/idioms";
import { passagesOfCode, passagesOfDocument, type Surface } from "./words/read";

/** Comments, product texts, documents and test titles are plain English; tests/words/idioms.ts lists what to avoid. */

const root = fileURLToPath(new URL("..", import.meta.url));

const CODE = ["app", "server", "models", "bin", "seeders", "replay", "bench", "tests"];
const DOCUMENTS = ["docs", "README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"];

function* filesIn(path: string): Generator<string> {
  if (statSync(path).isFile()) yield relative(root, path);
  else for (const name of readdirSync(path)) yield* filesIn(join(path, name));
}

const files = (places: string[], kind: RegExp): string[] =>
  places.flatMap((place) => [...filesIn(join(root, place))]).filter((file) => kind.test(file));

const contentOf = (file: string): string => readFileSync(join(root, file), "utf8");

/** The list of idioms quotes them. */
const isList = (file: string): boolean => file === "tests/words/idioms.ts" || file === "tests/words.test.ts";

const passages = [
  ...files(CODE, /\.m?tsx?$|\.mjs$/)
    .filter((file) => !isList(file))
    .flatMap((file) => passagesOfCode(file, contentOf(file))),
  ...files(DOCUMENTS, /\.md$/).flatMap((file) => passagesOfDocument(file, contentOf(file))),
];

const used = new Set<Exception>();
const findings = passages.map((passage) => ({ surface: passage.surface, found: findingsIn(passage, used) }));

test.each<Surface>(["comment", "text", "document", "title"])("every %s is free of unidiomatic English", (surface) => {
  const ofSurface = findings.filter((one) => one.surface === surface);
  expect(ofSurface.length).toBeGreaterThan(100);
  expect(ofSurface.flatMap(({ found }) => found)).toEqual([]);
});

test("every exception is used and gives a reason", () => {
  expect(EXCEPTIONS.filter((exception) => !used.has(exception) || exception.why === "")).toEqual([]);
});

test("no idiom is listed twice", () => {
  const patterns = IDIOMS.map(({ is }) => is.source);
  expect(new Set(patterns).size).toBe(patterns.length);
});

describe("a finding names the file, the line, the words and what to write", () => {
  const inCode = (file: string, text: string) => passagesOfCode(file, text).flatMap((passage) => findingsIn(passage));

  test.each([
    ["a comment", "app/a.ts", "const a = 1;\n// Whoever reads it."],
    ["a comment over two lines", "app/a.ts", "\n/** A name at most 20\n *  signs long. */"],
    ["a comment within JSX", "app/a.tsx", "const a = (\n<p>{/* It is told by the row. */}</p>);"],
    ["a comment of SQL", "app/a.ts", "const a = sql`SELECT 1\n-- It is told by the row.\n`;"],
    ["a string", "server/a.ts", 'const a = "x";\nconst b = { x: "Look again, he says." };'],
    ["a template literal", "server/a.ts", "const b =\n`${a} is told by ${b} rows`;"],
    ["text within JSX", "app/a.tsx", "const a = (\n<p>Good for a day</p>);"],
    ["a test title", "tests/a.test.ts", '\ntest.each([1])("%i is good for a day", () => {});'],
    ["a title of a group", "tests/a.test.ts", '\ndescribe.skipIf(a)("whoever asks", () => {});'],
  ])("in %s", (_where, file, text) => {
    expect(inCode(file, text)[0]).toMatch(/^\S+:[23] \((comment|text|title)\): ".+" in "… .+ …"\. Write .+\.$/);
  });

  test("in a document", () => {
    const [passage] = passagesOfDocument("docs/a.md", "# A\n\nIt is good\nfor a day.");
    expect(findingsIn(passage!)).toEqual([
      'docs/a.md:3 (document): "good for" in "… # A It is good for a day. …". Write valid for.',
    ]);
  });

  test.each([
    ["code quoted in a comment", "app/a.ts", "// See `told by` there."],
    ["SQL", "app/a.ts", 'const a = "SELECT 1 FROM told WHERE told IS NULL";'],
    ["a tagged template", "app/a.ts", "const a = sql`x told ${b} told y`;"],
    ["a module", "app/a.ts", 'import "told by";'],
    ["a key", "app/a.ts", 'const a = { "told by": 1 };'],
    ["classes of CSS", "app/a.tsx", 'const a = <p className="told by" />;'],
    ["a regular expression", "app/a.ts", "const a = /told by/;"],
    ["a string of a test", "tests/a.test.ts", 'const a = "told by";'],
  ])("but not in %s", (_where, file, text) => {
    expect(inCode(file, text)).toEqual([]);
  });
});
