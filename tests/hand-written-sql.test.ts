import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/**
 * Which files write rows with hand-written SQL. Checked on the text of strings and templates. Entities are written through
 * their models.
 */

/** Folders and files whose purpose is writing with SQL. */
const WRITERS: readonly RegExp[] = [
  // Clicks, postbacks, booking and roll-ups: thousands of rows a second.
  /^server\/tracking\//,
  // Whole tables with COPY.
  /^server\/backup\//,
  /^server\/invariants\//,
  // Retention: deletes everything older than a date.
  /^server\/maintenance\/purge[^/]*$/,
  // Log rows: several per statement, for every operation.
  /^server\/logs\/journal\.ts$/,
  /^server\/kernel\/operation\/audit\.ts$/,
  /^models\/migrations\//,
  // Events for other systems, written by the statements that cause them.
  /^server\/trade\/outbox\/announced\.ts$/,
];

/** Statements on more rows than a page has, or on tables without a model. */
const SET_BASED: Record<string, string> = {
  "models/migrate.ts": "the record of a migration, in its transaction: the table has no model",
  "models/partitions.ts": "moves the rows of a default partition into months",
  "server/keys/rotate.ts": "every sealed value of the database, in batches",
  "server/payroll/close.ts": "freezes the events of a half-month into thousands of ledger lines",
  "server/blacklist/change-entries.ts": "up to 10,000 addresses of a file",
  "server/offices/sites.ts": "an office's new sites for every agent of it",
  "server/payroll/pay.ts": "one payment line for each account that is owed something",
  "server/payroll/runs/undo-and-fail.ts": "returns each payment line of a run by an opposite one",
  "server/sites/enable.ts": "a site for every office and every agent",
  "server/signals/hours.ts": "an hour of every site, and hours older than a date: the table has no model",
  "server/signals/domain-checks.ts": "claims of all domains that are due: the table has no model",
  "server/webhooks/delivery/complete-sales.ts": "the names in a batch of sales, once each and together",
  "server/webhooks/delivery/deliver.ts": "leases by the clock of the database, and all deliveries older than a date",
  "server/uploads/remove-unused.ts": "images that no text names, compared with all texts",
};

type File = { file: string; literals: string[] };

const WRITES =
  /\bINSERT\s+INTO\b|(?<!\b(?:FOR|KEY|DO)\s+)\bUPDATE\s+(?:ONLY\s+)?\S+\s+(?:(?:AS\s+)?\w+\s+)?SET\s|\bDELETE\s+FROM\b|\bMERGE\s+INTO\b|\bTRUNCATE\s+(?:TABLE\s+)?\w|\bCOPY\s(?![^;]*\bTO\s+STDOUT)[^;]*\bFROM\s/g;

const files: File[] = ["server", "app", "models", "replay", "bin"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
    .map((name) => {
      const file = path.join(folder, name);
      return { file, literals: literalsOf(file, readFileSync(file, "utf8")) };
    }),
);

/** Every string and template of a file, with `?` for each interpolated value. */
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

test("rows are written through models: INSERT, UPDATE, DELETE, MERGE, TRUNCATE and COPY appear only where they are allowed", () => {
  const wrong = files
    .filter((one) => !isAllowed(one))
    .flatMap((one) => writesOf(one).map((write) => `${one.file}: ${write}`));
  expect(wrong).toEqual([]);
});

test("tracking changes people and the catalogue through their models: its own statements write only what it records", () => {
  const entity = /\b(accounts|admins|agents|agent_offices|offices|domains|sites|types|prices|sessions|remote_tokens)\b/;
  const wrong = files
    .filter(({ file }) => file.startsWith("server/tracking/"))
    .flatMap((one) => writesOf(one).flatMap((write) => (entity.test(write) ? [`${one.file}: ${write}`] : [])));
  expect(wrong).toEqual([]);
});

test("every file listed for set-based statements has one", () => {
  const named = files.filter(({ file }) => file in SET_BASED);
  expect(
    named
      .filter((one) => writesOf(one).length > 0)
      .map(({ file }) => file)
      .sort(),
  ).toEqual(Object.keys(SET_BASED).sort());
});

/** A column aliased to its attribute, which `selected` generates: `office_name AS "officeName"`. */
const RESTATED = /\b(?:\w+\.)?(?<field>[a-z]+(?:_[a-z]+)+)\s+AS\s+"(?<name>\w+)"/g;
/** The same in `json_build_object`, which `pairs` generates: `'officeName', o.office_name`. */
const RESTATED_IN_JSON = /'(?<name>\w+)',\s*(?:\w+\.)?(?<field>[a-z]+(?:_[a-z]+)+)\b(?!::)/g;
const attributeOf = (field: string) => field.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const restatedIn = ({ literals }: Pick<File, "literals">) =>
  literals.flatMap((literal) =>
    [...literal.matchAll(RESTATED), ...literal.matchAll(RESTATED_IN_JSON)].flatMap(({ 0: text, groups }) =>
      attributeOf(groups!.field!) === groups!.name ? [text] : [],
    ),
  );

test("lists take columns from the model: no statement repeats which column belongs to an attribute", () => {
  // Tracking and reports price, sum and rank with statements of their own, which have their own tests.
  const lists = files.filter(({ file }) => !/^server\/(tracking|reports)\//.test(file));
  const wrong = lists.flatMap((one) => restatedIn(one).map((text) => `${one.file}: ${text}`));
  expect(wrong).toEqual([]);
});

test.each([
  ['SELECT office_name AS "officeName", l.site_id AS "siteId" FROM offices', 2],
  ['SELECT offices.id AS "companyId", l.occurred_at AS date, l.event AS "eventType" FROM sale_events l', 0],
  ["json_build_object('officeName', o.office_name, 'id', o.id)", 1],
  ["json_build_object('bonusPayout', bonus_payout::text, 'at', o.status_at)", 0],
  ['SELECT registered_at AS "regTime", coalesce(agents_count, 0)::int AS "agentsCount" FROM offices', 0],
] as const)("in the text %j %i columns only restate their attribute", (literal, count) => {
  expect(restatedIn({ literals: [literal] })).toHaveLength(count);
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
] as const)("in the text %j %i writes are counted", (literal, count) => {
  expect(literal.match(WRITES) ?? []).toHaveLength(count);
});
