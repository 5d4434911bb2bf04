import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

/** The requirements in `docs/requirements` and the tests that prove them have the same IDs. */

const root = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = join(root, "docs/requirements");
const INDEX = readFileSync(join(FOLDER, "README.md"), "utf8");

const ID = /^[A-Z]{2,}(?:-[A-Z]+)*-\d{2,}$/;
const areaOf = (id: string): string => id.replace(/-\d+$/, "");
const numberOf = (id = ""): number => Number(/\d+$/.exec(id)?.[0]);
const fileOf = (id: string): string => `${areaOf(id).toLowerCase()}.md`;
const repeated = (ids: readonly string[]): string[] => ids.filter((id, i) => ids.indexOf(id) !== i);

const files = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".md") && name !== "README.md")
  .map((name) => ({ name, lines: readFileSync(join(FOLDER, name), "utf8").trimEnd().split("\n") }));

const entries = files.flatMap(({ name, lines }) =>
  lines.flatMap((line, i) => {
    if (!line.startsWith("- ")) return [];
    const [, id = "", text = ""] = /^- \*\*([^*]*)\*\*: (.*)$/.exec(line) ?? [];
    return [{ file: name, at: `${name}:${i + 1}`, id, text }];
  }),
);
const defined = new Set(entries.map(({ id }) => id));

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

/** The IDs in brackets in a file's titles, and the IDs that are values in its tables of cases. */
function usedIn(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.Latest, true);
  const ids: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && ID.test(node.text)) ids.push(node.text);
    if (ts.isCallExpression(node) && /^(test|it|describe)\b/.test(node.expression.getText(source))) {
      ids.push(...bracketed(node.arguments[0]?.getText(source) ?? ""));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return ids;
}

/** A list with wrong separators is one ID, which is undefined. */
const bracketed = (title: string): string[] =>
  [...title.matchAll(/\[([A-Z]{2,}(?:-[A-Z]+)*-\d[^\]]*)\]/g)].flatMap(([, list = ""]) => list.split(", "));

const used = [...sources("tests")].flatMap((path) => usedIn(path).map((id) => ({ id, path })));

test("every requirement that a test names is defined", () => {
  const missing = used.filter(({ id }) => !defined.has(id)).map(({ id, path }) => `${id}: ${path}`);
  expect(missing, `Define these IDs in docs/requirements: ${missing.join("; ")}`).toEqual([]);
});

test("every requirement is proved by a test that names it", () => {
  const named = new Set(used.map(({ id }) => id));
  const unused = [...defined].filter((id) => !named.has(id));
  expect(unused, `Name these IDs in the titles of their tests: ${unused.join(", ")}`).toEqual([]);
});

test("every requirement is defined once, in its area's file, in order of the numbers", () => {
  const ids = entries.map(({ id }) => id);
  const twice = repeated(ids);
  expect(twice, `Define these IDs once: ${twice.join(", ")}`).toEqual([]);
  const astray = entries.filter(({ id, file }) => fileOf(id) !== file).map(({ at, id }) => `${at}: ${id}`);
  expect(astray, `Move these IDs to the file of their area: ${astray.join("; ")}`).toEqual([]);
  const late = entries.filter(
    ({ id, file }, i) => entries[i - 1]?.file === file && numberOf(entries[i - 1]?.id) > numberOf(id),
  );
  const order = late.map(({ at, id }) => `${at}: ${id}`);
  expect(order, `Put these IDs in the order of their numbers: ${order.join("; ")}`).toEqual([]);
});

// Product texts and code may contain the end of a sentence.
const quoted = /(?<=^|[\s(])'.*?'(?=[\s.,;:)]|$)|`[^`]*`/g;

test("every entry is one sentence on one line", () => {
  const wrong = entries.filter(({ id, text }) => {
    const sentence = text.replaceAll(quoted, "x");
    return !ID.test(id) || !/^\S.*[.]$/.test(sentence) || /[.!?]\s/.test(sentence);
  });
  const lines = wrong.map(({ at, id, text }) => `${at}: ${id} ${text}`);
  expect(lines, `Write one sentence that ends with a full stop: ${lines.join("; ")}`).toEqual([]);
});

test("a file has a heading, one sentence of introduction and its list", () => {
  const wrong = files.filter(({ lines: [heading = "", , introduction = "", ...list] }) => {
    const rest = list.filter((line) => line !== "");
    return !/^# \S/.test(heading) || !/^[^-#].*\.$/.test(introduction) || !rest.every((line) => line.startsWith("- "));
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test("the index links to every file and to nothing else", () => {
  const linked = [...INDEX.matchAll(/\]\(([a-z-]+\.md)\)/g)].map(([, name]) => name);
  expect(linked.toSorted()).toEqual(files.map(({ name }) => name).toSorted());
});

test("every requirement that the code or another requirement cites is defined", () => {
  const areas = [...new Set([...defined].map(areaOf))].join("|");
  const code = ["app", "server", "models", "seeders"].flatMap((folder) =>
    [...sources(folder)].map((path) => ({ at: path, text: readFileSync(join(root, path), "utf8") })),
  );
  const wrong = [...code, ...entries].flatMap(({ at, text }) =>
    [...text.matchAll(new RegExp(`\\b(?:${areas})-\\d{2,}\\b`, "g"))].flatMap(([id]) =>
      defined.has(id) ? [] : [`${id}: ${at}`],
    ),
  );
  expect(wrong, `Define these IDs or correct the citation: ${wrong.join("; ")}`).toEqual([]);
});
