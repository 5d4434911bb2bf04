import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { loadModule } from "libpg-query";
import pg from "pg";
import { format } from "sql-formatter";
import { beforeAll, expect, test } from "vitest";
import { config } from "../../server/kernel/process/config";
import * as reports from "../../server/reports";
import { touchesLarge } from "../distribution/laws";
import { sentDuring } from "../distribution/sent";
import { aSite, anAgent } from "../world/builders";
import { aDatabase } from "../world/database";
import { first } from "../world/first";
import { AGENT, files, LINK, type Section } from "./sql-sections";

/** To rewrite docs/sql, run `npx vitest run tests/reports/sql-text.test.ts -u`. */

const FOLDER = fileURLToPath(new URL("../../docs/sql", import.meta.url));
const HEAD = `-- The SQL of this report as the server sends it, with the values of an example.
-- Written by \`npx vitest run tests/reports/sql-text.test.ts -u\`; a test compares it with what is sent.
`;
const LINE = 110;
const VALUES_A_LINE = 10;

const fileNames = Object.keys(files).map((name) => `${name}.sql`);
// Listed at import, because the test that compares a snapshot also writes it if it is missing.
const present = existsSync(FOLDER) ? readdirSync(FOLDER) : [];

/** Statements by their text, with their values. */
type Sent = ReadonlyMap<string, readonly unknown[]>;
/** The statements that each operation of a section sent to the large tables. */
const sent = new Map<Section, Sent[]>();

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
});

const printed = (section: Section): Sent => sent.get(section)?.[0] ?? new Map();

test("every report has its file of SQL, and every file its report", () => {
  expect([...present].sort()).toEqual([...fileNames].sort());
});

test("every operation of the reports is among those whose SQL is printed", () => {
  const asks = Object.values(files).flatMap((sections) => sections.flatMap((section) => section.asks));
  const asked = new Set(asks.map(({ operation }) => operation));
  const missing = Object.entries(reports).filter(([, operation]) => !asked.has(operation));
  // The choice of columns reads no figures.
  expect(missing.map(([name]) => name)).toEqual(["chooseColumns", "columnChoice", "columnsScreen"]);
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
  const text = [HEAD, ...sections.map(sectionText)].join("\n");
  await expect(text).toMatchFileSnapshot(path.join(FOLDER, `${name}.sql`));
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

function sectionText(section: Section): string {
  const statements = [...printed(section)];
  const name = section.heading.toLowerCase().replaceAll(/[^a-z]+/g, "_");
  const named = (i: number) => (statements.length > 1 ? `${name}_${i + 1}` : name);
  return [`-- ${section.heading}\n`, ...statements.map(([text, values], i) => call(named(i), text, values))].join("\n");
}

/** A prepared statement with the text as sent, and its call. */
function call(name: string, text: string, values: readonly unknown[]): string {
  const body = format(text, { language: "postgresql", expressionWidth: LINE });
  return `PREPARE ${name} AS\n${body};\n\nEXECUTE ${name}${listed(values)};\nDEALLOCATE ${name};\n`;
}

function listed(values: readonly unknown[]): string {
  if (values.length === 0) return "";
  if (values.length <= VALUES_A_LINE) return ` (${values.map(literal).join(", ")})`;
  const lines: string[] = [];
  for (let first = 0; first < values.length; first += VALUES_A_LINE) {
    const some = values.slice(first, first + VALUES_A_LINE);
    lines.push(`  /* $${first + 1} */ ${some.map(literal).join(", ")}`);
  }
  return ` (\n${lines.join(",\n")}\n)`;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(",")}}`);
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}
