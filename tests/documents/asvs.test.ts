import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { passagesOfCode } from "../words/read";

/** `docs/asvs.md` answers every requirement of levels 1 and 2 of OWASP ASVS 5.0, and names only files and tests that exist. */

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const page = read("docs/asvs.md");

/** The levels of the requirements of each section in ASVS 5.0.0, in order: the first digit is that of number 1. */
const LEVELS: Readonly<Record<string, string>> = {
  ...{ "1.1": "22", "1.2": "1111122223", "1.3": "112222222223", "1.4": "222", "1.5": "123" },
  ...{ "2.1": "122", "2.2": "112", "2.3": "12223", "2.4": "23" },
  ...{ "3.1": "3", "3.2": "113", "3.3": "12223", "3.4": "11222233", "3.5": "11122333", "3.6": "3", "3.7": "22333" },
  ...{ "4.1": "12233", "4.2": "23333", "4.3": "22", "4.4": "1222" },
  ...{ "5.1": "2", "5.2": "112333", "5.3": "113", "5.4": "222" },
  ...{ "6.1": "122", "6.2": "111111112222", "6.3": "11223333", "6.4": "112233", "6.5": "22222333" },
  ...{ "6.6": "2223", "6.7": "33", "6.8": "2222" },
  ...{ "7.1": "222", "7.2": "1111", "7.3": "22", "7.4": "11222", "7.5": "223", "7.6": "22" },
  ...{ "8.1": "1233", "8.2": "1123", "8.3": "133", "8.4": "23" },
  ...{ "9.1": "111", "9.2": "1222" },
  ...{ "10.1": "22", "10.2": "223", "10.3": "22223", "10.4": "1111122222233333" },
  ...{ "10.5": "22222", "10.6": "22", "10.7": "222" },
  ...{ "11.1": "2233", "11.2": "22233", "11.3": "11233", "11.4": "1222", "11.5": "23", "11.6": "23", "11.7": "33" },
  ...{ "12.1": "12233", "12.2": "11", "12.3": "22223" },
  ...{ "13.1": "2333", "13.2": "222223", "13.3": "2233", "13.4": "1222233" },
  ...{ "14.1": "22", "14.2": "12223333", "14.3": "122" },
  ...{ "15.1": "12233", "15.2": "12233", "15.3": "1222222", "15.4": "3333" },
  ...{ "16.1": "2", "16.2": "22222", "16.3": "2222", "16.4": "222", "16.5": "2223" },
  ...{ "17.1": "23", "17.2": "22223333", "17.3": "22" },
};
const REQUIRED = Object.entries(LEVELS).flatMap(([section, levels]) =>
  [...levels].flatMap((level, at) => (level === "3" ? [] : [{ number: `${section}.${at + 1}`, level }])),
);

const KINDS = ["Tested", "Met", "Not applicable", "Not met"] as const;
type Row = { number: string; level: string; name: string; answer: string };

const rowsOf = (text: string): Row[] =>
  [...text.matchAll(/^\| *(\d+\.\d+\.\d+) *\|([^|\n]*)\|([^|\n]*)\|(.*?)\|?$/gm)].map(
    ([, number = "", level = "", name = "", answer = ""]) => ({
      ...{ number, level: level.trim(), name: name.trim(), answer: answer.trim() },
    }),
  );

const rows = rowsOf(page);
const kindOf = ({ answer }: Row) => KINDS.find((kind) => answer.startsWith(`${kind}: `));

/** The titles of a test file without the IDs of requirements at their end. */
const titles = new Map<string, Set<string>>();
function titlesOf(file: string): Set<string> {
  const known = titles.get(file);
  if (known) return known;
  const named = passagesOfCode(file, read(file)).filter(({ surface }) => surface === "title");
  const found = new Set(named.map(({ words }) => words.trim().replace(/(?: \[[A-Z][A-Z\d, -]*\])+$/, "")));
  titles.set(file, found);
  return found;
}

const FILE = /^[\w.$-]+(?:\/[\w.$-]+)*\.(?:conf|js|json|md|mjs|service|svg|tsx?|yaml)$/;
const FOLDER_OR_FILE = /^(?:app|server|models|seeders|tests|deploy|docs|bin|public)\//;
const exists = (file: string): boolean => existsSync(join(root, file));

function faultsOf(row: Row): string[] {
  const { number, name, answer } = row;
  const kind = kindOf(row);
  const named = [...answer.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
  const files = named.filter((code) => FILE.test(code) || FOLDER_OR_FILE.test(code));
  const quoted = [...answer.matchAll(/`(tests\/[^`]+\.test\.tsx?)`((?:, "[^"]+")*)/g)].map(
    ([, file = "", list = ""]) => ({
      ...{ file, quotes: [...list.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title) },
    }),
  );
  const isProved = quoted.length > 0 && quoted.every(({ quotes }) => quotes.length > 0);
  const faults = [
    name === "" && "it has no name",
    !kind && "its answer is of no kind",
    kind && answer.length < kind.length + 15 && "its answer has no reason",
    !answer.endsWith(".") && "its answer is not a sentence",
    kind === "Tested" && !isProved && "it names no test by file and title",
    kind === "Met" && files.length === 0 && !/\]\([\w./-]+\.md(?:#[\w-]+)?\)/.test(answer) && "it names no file",
    ...files.filter((file) => !exists(file)).map((file) => `${file} does not exist`),
    ...quoted
      .filter(({ file }) => exists(file))
      .flatMap(({ file, quotes }) =>
        quotes.filter((quote) => !titlesOf(file).has(quote)).map((quote) => `${file} has no "${quote}"`),
      ),
  ];
  return faults
    .filter((fault) => typeof fault === "string" && fault !== "")
    .map((fault) => `${number}: ${String(fault)}`);
}

test("every requirement of level 1 and 2 has one row, in order, with its level", () => {
  expect(REQUIRED).toHaveLength(253);
  expect(rows.map(({ number, level }) => `${number} L${level}`)).toEqual(
    REQUIRED.map(({ number, level }) => `${number} L${level}`),
  );
});

test("every row has a name and an answer with its reason, and names only files and tests that exist", () => {
  expect(rows.flatMap(faultsOf)).toEqual([]);
});

test("the counts at the top are those of the rows", () => {
  const count = (some: Row[]) => [
    some.filter(({ level }) => level === "1").length,
    some.filter(({ level }) => level === "2").length,
  ];
  const line = (name: string, some: Row[]) => `| ${[name, ...count(some), some.length].join(" | ")} |`;
  const counted = KINDS.map((kind) =>
    line(
      kind,
      rows.filter((row) => kindOf(row) === kind),
    ),
  );
  const [, stated = ""] = /^\| answer \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(page) ?? [];
  expect(stated.trim().split("\n")).toEqual([...counted, line("all", rows)]);
});

const SELF = "tests/documents/asvs.test.ts";

test.each([
  ["no answer", "", "its answer is of no kind"],
  ["a kind without a reason", "Not met: no.", "its answer has no reason"],
  ["a title that no test has", `Tested: \`${SELF}\`, "a title of no test".`, `${SELF} has no "a title of no test"`],
  ["a test without a title", `Tested: \`${SELF}\` proves it.`, "it names no test by file and title"],
  ["a test file that is gone", 'Tested: `tests/gone.test.ts`, "a title".', "tests/gone.test.ts does not exist"],
  ["a file that is gone", "Met: `server/gone.ts` does it.", "server/gone.ts does not exist"],
  ["no file", "Met: the server does it, somehow.", "it names no file"],
])("a row with %s is reported", (_what, answer, fault) => {
  const [row] = rowsOf(`| 1.1.1 | 2 | A name | ${answer} |`);
  expect(faultsOf(row!)).toContain(`1.1.1: ${fault}`);
});
