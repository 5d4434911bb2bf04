import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { FOLDERS } from "../../.dependency-cruiser.mjs";

/** The decision records in `docs/decisions`, their index, and the comments that refer to them. */

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const folder = join(root, "docs/decisions");
const index = readFileSync(join(folder, "README.md"), "utf8");
const records = readdirSync(folder)
  .filter((name) => name !== "README.md")
  .sort()
  .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));

const SECTIONS = ["## Context", "## Decision", "## Consequences"];

/** The faults in the form of a record. A merged record takes its number with it, so numbers may have gaps. */
function faultsOf(name: string, text: string): string[] {
  const number = name.slice(0, 4);
  const head = `# ${Number(number)}. `;
  const lines = text.trimEnd().split("\n").length;
  const sections = [...text.matchAll(/^## .*$/gm)].map(([section]) => section);
  return [
    !/^\d{4}-[a-z0-9-]+\.md$/.test(name) && "its name is not a number of four digits and a short title",
    records.some((other) => other.name !== name && other.name.startsWith(number)) && "another record has its number",
    !text.startsWith(head) && `its first line does not begin with "${head}"`,
    !/^- Status: accepted$/m.test(text) && "it has no status",
    !/^- Date: \d{4}-\d{2}-\d{2}(, \d{4}-\d{2}-\d{2})*$/m.test(text) && "it has no date",
    sections.join() !== SECTIONS.join() && `its sections are ${sections.join(", ")}`,
    (lines < 15 || lines > 60) && `it has ${lines} lines in place of 15 to 60`,
  ].filter((fault) => typeof fault === "string" && fault !== "") as string[];
}

describe("decision records", () => {
  test("a record without a number of its own, title, status, date or one of its three sections is reported", () => {
    const faults = records.flatMap(({ name, text }) => faultsOf(name, text).map((fault) => `${name}: ${fault}`));
    expect(faults).toEqual([]);
  });

  test("a record that the index lacks or lists under another title is reported", () => {
    const listed = [...index.matchAll(/^- \[(\d{4}) (.+?)\]\((\S+?)\): \S.*\.$/gm)]
      .map(([, number, title, name = ""]) => ({ name, head: `# ${Number(number)}. ${title}` }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(listed).toEqual(records.map(({ name, text }) => ({ name, head: text.split("\n")[0] })));
  });

  test("a link of a record to a moved or removed file is reported", () => {
    const dead = records.flatMap(({ name, text }) =>
      [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
        .map(([, target = ""]) => target)
        .filter((target) => !/^https?:/.test(target) && !existsSync(join(folder, target)))
        .map((target) => `${name}: ${target}`),
    );
    expect(dead).toEqual([]);
  });

  test("a link that is labelled with the number of another record is reported", () => {
    const wrong = records.flatMap(({ name, text }) =>
      [...text.matchAll(/\[(?:[Rr]ecord )?(\d+)\]\((\d{4})-[^)]*\)/g)]
        .filter(([, label, number]) => Number(label) !== Number(number))
        .map(([link]) => `${name}: ${link}`),
    );
    expect(wrong).toEqual([]);
  });

  test("a file that a record names without a link exists", () => {
    const names = /(?<![\w/])(?:app|server|models|tests|deploy|bench|bin)\/[\w./-]+\.(?:tsx?|mjs|css)\b/g;
    const dead = records.flatMap(({ name, text }) =>
      [...text.matchAll(names)].filter(([path]) => !existsSync(join(root, path))).map(([path]) => `${name}: ${path}`),
    );
    expect(dead).toEqual([]);
  });
});

describe("comments that refer to documents", () => {
  function* sources(path: string): Generator<string> {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) yield* sources(join(path, entry.name));
      else if (/\.(tsx?|mjs)$/.test(entry.name)) yield join(path, entry.name);
    }
  }
  const own = fileURLToPath(import.meta.url);
  const lines = [...FOLDERS, "tests"]
    .flatMap((name) => [...sources(join(root, name))])
    .filter((path) => path !== own)
    .flatMap((path) =>
      readFileSync(path, "utf8")
        .split("\n")
        .map((text, i) => ({ text, at: `${relative(root, path)}:${i + 1}` })),
    );

  test("a reference to a decision without a record is reported", () => {
    const dead = lines.flatMap(({ text, at }) =>
      [...text.matchAll(/docs\/decisions\/([\w-]+(?:\.md)?)/g)]
        .filter(([, name]) => !records.some((record) => record.name === name))
        .map(([path]) => `${at}: ${path}`),
    );
    expect(dead).toEqual([]);
  });

  test("no comment refers to a decision or contract outside the repository", () => {
    const outside = /\(decisions?[,:]|\bdecisions, \w|\bcontract(?: §|:)|\(contract\b(?!s?\))|§\d/i;
    expect(lines.filter(({ text }) => outside.test(text) && isComment(text)).map(({ at }) => at)).toEqual([]);
  });

  test("no comment refers to the README", () => {
    expect(lines.filter(({ text }) => /\bREADME\b/.test(text) && isComment(text)).map(({ at }) => at)).toEqual([]);
  });
});

const isComment = (line: string): boolean => /^\s*(?:\/?\*|\/\/)|\s\/[/*]/.test(line);
