import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { loadModule } from "libpg-query";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { config } from "../../server/kernel/process/config";
import * as reports from "../../server/reports";
import { touchesLarge } from "../distribution/laws";
import { sentDuring } from "../distribution/sent";
import { aSite, anAgent } from "../world/builders";
import { aDatabase } from "../world/database";
import { first } from "../world/first";
import { written } from "./sql-layout";
import { AGENT, files, LINK, type Section } from "./sql-sections";

/** To rewrite docs/sql, run `npx vitest run tests/reports/sql-text.test.ts -u`. */

const FOLDER = fileURLToPath(new URL("../../docs/sql", import.meta.url));
const HEAD = `-- The SQL of this report as the server sends it, with an example in place of the parameters. Where it is nearly that of
-- another one, only the lines that differ in more than the example's days and the key of the grouping are printed: left
-- out (-), added (+), in place of others (~), each place below the line before it. Of many lines that are printed above
-- only the first and the last are repeated.
-- Written by \`npx vitest run tests/reports/sql-text.test.ts -u\`; a test compares it with what is sent.
`;

const MOST_LINES = 2_500;

const fileNames = Object.keys(files).map((name) => `${name}.sql`);
// Listed at import, because the test that compares a snapshot also writes it if it is missing.
const present = existsSync(FOLDER) ? readdirSync(FOLDER) : [];

/** Statements by their text, with their values. */
type Sent = ReadonlyMap<string, readonly unknown[]>;
/** The statements that each operation of a section sent to the large tables. */
const sent = new Map<Section, Sent[]>();
let writtenByHeading: ReadonlyMap<string, string>;

beforeAll(async () => {
  await loadModule();
  await (await aDatabase()).enter();
  expect(first((await aSite()).types).id).toBe(LINK);
  expect((await anAgent()).id).toBe(AGENT);
  for (const section of Object.values(files).flat()) {
    const asks: Sent[] = [];
    for (const { run } of section.asks) {
      const all = await sentDuring(run);
      asks.push(new Map([...all].filter(([text]) => touchesLarge(text))));
    }
    sent.set(section, asks);
  }
  writtenByHeading = written([...sent.keys()].map((section) => ({ ...section, statements: [...printed(section)] })));
});

const printed = (section: Section): Sent => sent.get(section)?.[0] ?? new Map();

test("every report has its file of SQL, and every file its report", () => {
  expect([...present].sort()).toEqual([...fileNames].sort());
});

test("every operation of the reports is among those whose SQL is printed", () => {
  const asks = Object.values(files).flatMap((sections) => sections.flatMap((section) => section.asks));
  const asked = new Set<unknown>(asks.map(({ operation }) => operation));
  const missing = Object.entries(reports).filter(([, operation]) => "kind" in operation && !asked.has(operation));
  // The choice of columns reads no figures.
  expect(missing.map(([name]) => name)).toEqual(["chooseColumns", "columnChoice", "columnsScreen", "chooseGrouping"]);
});

test("screens and exports send only SQL that is printed", () => {
  const texts = new Set([...sent.keys()].flatMap((section) => [...printed(section).keys()]));
  for (const [{ heading }, asks] of sent) {
    for (const statements of asks) {
      expect(statements.size, heading).toBeGreaterThan(0);
      expect(
        [...statements.keys()].filter((text) => !texts.has(text)),
        heading,
      ).toEqual([]);
    }
  }
});

test.each(Object.entries(files))("docs/sql/%s.sql is the SQL that is sent", async (name, sections) => {
  await expect(fileText(sections)).toMatchFileSnapshot(path.join(FOLDER, `${name}.sql`));
});

test("all of it is short enough to be read", () => {
  const lines = Object.values(files).map((sections) => fileText(sections).split("\n").length - 1);
  expect(lines.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(MOST_LINES);
});

test("every file of SQL runs unchanged, including its values", async () => {
  const client = new pg.Client({ connectionString: config().DATABASE_URL });
  await client.connect();
  try {
    for (const name of fileNames) await client.query(readFileSync(path.join(FOLDER, name), "utf8"));
  } finally {
    await client.end();
  }
});

function fileText(sections: readonly Section[]): string {
  return [HEAD, ...sections.map(({ heading }) => writtenByHeading.get(heading) ?? "")].join("\n");
}
