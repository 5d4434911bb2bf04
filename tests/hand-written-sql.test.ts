import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/**
 * Which files write rows by hand-written SQL, and that each file with any says why, read off the text of strings and
 * templates. Entities are written through their models.
 */

/** Writing by SQL is what these are for. */
const WRITERS: readonly RegExp[] = [
  // Clicks, postbacks, booking and roll-ups: thousands of rows a second.
  /^server\/tracking\//,
  // Tables as they are, by COPY.
  /^server\/backup\//,
  /^server\/invariants\//,
  // Retention: everything that is older than a date.
  /^server\/upkeep\/purge[^/]*$/,
  // The rows of logs, many in one statement, beside every act.
  /^server\/logs\/journal\.ts$/,
  /^server\/kernel\/audit\.ts$/,
  /^models\/migrations\//,
];

/** Statements over more rows than a page has, or beside no model. */
const SET_BASED: Record<string, string> = {
  "models/migrate.ts": "the record of a migration, in its transaction: the table has no model",
  "models/partitions.ts": "moves the rows of a default partition into months",
  "server/payroll/close.ts": "freezes the events of a half-month into thousands of ledger lines",
  "server/payroll/pay.ts": "one payment line for each account that is owed something",
};

/** What is still to be moved to models: writes by hand, and files with SQL that do not say why. These only become fewer. */
const LEFT: Record<string, { writes?: number; unexplained?: number }> = {
  "server/accounts": { writes: 10, unexplained: 6 },
  "server/admins": { writes: 3, unexplained: 3 },
  "server/agents": { writes: 21, unexplained: 15 },
  "server/alerts": { writes: 2, unexplained: 3 },
  "server/approvals": { writes: 1, unexplained: 3 },
  "server/blacklist": { writes: 3, unexplained: 5 },
  "server/domains": { unexplained: 2 },
  "server/fees": { unexplained: 3 },
  "server/identity": { writes: 34, unexplained: 32 },
  "server/kernel": { writes: 7, unexplained: 10 },
  "server/links": { unexplained: 4 },
  "server/logs": { writes: 1, unexplained: 1 },
  "server/manuals": { writes: 3, unexplained: 8 },
  "server/migration": { writes: 7, unexplained: 6 },
  "server/news": { writes: 2, unexplained: 2 },
  "server/offices": { writes: 7, unexplained: 10 },
  "server/options": { writes: 1, unexplained: 3 },
  "server/reports": { unexplained: 15 },
  "server/sites": { writes: 9, unexplained: 12 },
  "server/types": { writes: 7, unexplained: 12 },
  "server/upkeep": { writes: 1, unexplained: 1 },
  "server/uploads": { writes: 4, unexplained: 4 },
};

type File = { file: string; text: string; literals: string[] };

const WRITES =
  /\bINSERT\s+INTO\b|(?<!\b(?:FOR|KEY|DO)\s+)\bUPDATE\s+(?:ONLY\s+)?\S+\s+(?:(?:AS\s+)?\w+\s+)?SET\s|\bDELETE\s+FROM\b|\bMERGE\s+INTO\b|\bTRUNCATE\s+(?:TABLE\s+)?\w|\bCOPY\s(?![^;]*\bTO\s+STDOUT)[^;]*\bFROM\s/g;
const STATEMENT = new RegExp(`${WRITES.source}|\\bSELECT\\s|\\bLOCK\\s+TABLE\\b`);
const REASON = /^\s*(?:\/\*\*?|\*|\/\/).*\bSQL by hand: \S/m;

const files: File[] = ["server", "app", "models", "replay", "bin"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
    .map((name) => {
      const file = path.join(folder, name);
      const text = readFileSync(file, "utf8");
      return { file, text, literals: literalsOf(file, text) };
    }),
);

/** Every string and template of a file, each with `?` for what is put into it. */
function literalsOf(file: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    else if (ts.isTemplateExpression(node)) {
      found.push(node.head.text + node.templateSpans.map(({ literal }) => `?${literal.text}`).join(""));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

const writesOf = ({ literals }: File) => literals.flatMap((literal) => literal.match(WRITES) ?? []);
const isAllowed = ({ file }: File) => file in SET_BASED || WRITERS.some((writer) => writer.test(file));
const roomOf = ({ file }: File) => file.split("/").slice(0, -1).slice(0, 2).join("/");

function byRoom(some: readonly File[]): Map<string, File[]> {
  const rooms = new Map<string, File[]>();
  for (const one of some) rooms.set(roomOf(one), [...(rooms.get(roomOf(one)) ?? []), one]);
  return rooms;
}

test("rows are written through models: INSERT, UPDATE, DELETE, MERGE, TRUNCATE and COPY stand where they are allowed alone", () => {
  const wrong = [...byRoom(files.filter((one) => !isAllowed(one)))].flatMap(([room, some]) => {
    const writes = some.flatMap((one) => writesOf(one).map((write) => `${one.file}: ${write}`));
    return writes.length > (LEFT[room]?.writes ?? 0) ? writes : [];
  });
  expect(wrong).toEqual([]);
});

test("each file that is named for its set-based statements has one", () => {
  const named = files.filter(({ file }) => file in SET_BASED);
  expect(
    named
      .filter((one) => writesOf(one).length > 0)
      .map(({ file }) => file)
      .sort(),
  ).toEqual(Object.keys(SET_BASED).sort());
});

test("each file of the server with SQL says why it is written by hand", () => {
  const silent = files.filter(
    ({ file, text, literals }) =>
      file.startsWith("server/") && literals.some((literal) => STATEMENT.test(literal)) && !REASON.test(text),
  );
  const wrong = [...byRoom(silent)].flatMap(([room, some]) =>
    some.length > (LEFT[room]?.unexplained ?? 0) ? some.map(({ file }) => file) : [],
  );
  expect(wrong).toEqual([]);
});

test.each([
  ["INSERT INTO offices (id) VALUES ($1)", 1],
  ["UPDATE offices SET office_name = $1", 1],
  ["UPDATE ? AS t SET ? FROM due", 1],
  ["UPDATE ONLY offices o\n SET office_name = $1", 1],
  ["WITH ended AS (UPDATE sessions SET ended_at = $1 RETURNING id) UPDATE login_log l SET out_time = $1 FROM ended", 2],
  ["WITH gone AS (DELETE FROM offices RETURNING id) INSERT INTO audit SELECT id FROM gone", 2],
  ["INSERT INTO options VALUES ($1) ON CONFLICT (name) DO UPDATE SET value = excluded.value", 1],
  ["MERGE INTO offices USING given ON true WHEN MATCHED THEN DELETE", 1],
  ["TRUNCATE offices", 1],
  ["COPY offices (id) FROM STDIN", 1],
  ["COPY (SELECT id FROM offices) TO STDOUT", 0],
  ["SELECT id FROM offices FOR UPDATE OF offices", 0],
  ["SELECT id FROM offices FOR NO KEY UPDATE", 0],
  ["Please update what you have set.", 0],
] as const)("of the text %j %i writes are counted", (literal, count) => {
  expect(literal.match(WRITES) ?? []).toHaveLength(count);
});
