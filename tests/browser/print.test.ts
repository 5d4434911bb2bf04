import type { Page } from "playwright";
import { expect, test } from "vitest";
import { aBrowser } from "../world/browser";
import { aScreenWorld } from "../world/screens";
import { outside, sheetsOf, squashed } from "./pdf";
import { type Printed, printed } from "./printed";
import { visitorOf } from "./screens";

/** A4 in points, in both orientations. */
const A4 = [595, 842];

const { server } = aScreenWorld({ demo: true });

type Told = { head: string; rows: string[]; totals: string[]; together: boolean };

/** The texts that the page should print, taken from its elements. */
const told = (page: Page) =>
  page.evaluate(() => {
    const printedCells = (row: Element) => [...row.children].filter((cell) => cell.checkVisibility());
    const cells = (row: Element) =>
      printedCells(row)
        .map((cell) => (cell as HTMLElement).innerText)
        .join("");
    const rows = (table: Element, part: string) => [...table.querySelectorAll(part)].map(cells);
    return {
      title: document.querySelector("h1")?.innerText ?? "",
      zone: document.querySelector<HTMLElement>("h1 + .note")?.innerText ?? "",
      criteria:
        (document.querySelector<HTMLElement>(".party") ?? document.querySelector<HTMLElement>(".line"))?.innerText ??
        "",
      headings: [...document.querySelectorAll<HTMLElement>("h2")].map(({ innerText }) => innerText),
      tables: [...document.querySelectorAll("table")].map((table) => ({
        head: rows(table, "thead > tr").join(""),
        rows: rows(table, "tbody > tr:not(.sum)"),
        totals: [...rows(table, "tfoot > tr"), ...rows(table, ".sum")],
        /** The totals must be on the sheet of the last row. */
        together: table.querySelector(".sum") !== null,
      })),
    };
  });

async function onPaper({ path, as }: Printed) {
  const { page } = await aBrowser({ ...(await visitorOf(server.url, as)), baseURL: server.url });
  const sheet = await page();
  await sheet.goto(`${path}${path.includes("?") ? "&" : "?"}print=1`);
  await sheet.emulateMedia({ media: "print", colorScheme: "dark" });
  const sheets = await sheetsOf(await sheet.pdf({ format: "A4", preferCSSPageSize: true }));
  return { sheet, said: await told(sheet), sheets };
}

/** Finds a table's rows in order. Each sheet with rows must repeat the table head, and one must have all totals. */
function find(
  { head, rows, totals, together }: Told,
  texts: readonly string[],
  from: { at: number; sheet: number },
): string[] {
  const missing: string[] = [];
  const place = { ...from };
  const seen = new Set<number>();
  const all = [...rows, ...totals].map(squashed);
  for (const [index, row] of all.entries()) {
    const sheet = texts.findIndex((text, number) => number >= place.sheet && text.includes(row, at(number, place)));
    if (sheet < 0) {
      missing.push(row);
      continue;
    }
    const found = texts[sheet]?.indexOf(row, at(sheet, place)) ?? 0;
    const above = texts[sheet]?.slice(sheet === from.sheet ? from.at : 0, found) ?? "";
    if (!seen.has(sheet) && !above.includes(squashed(head))) missing.push(`head above ${row} on sheet ${sheet + 1}`);
    seen.add(sheet);
    if (index >= (together ? rows.length : rows.length + 1) && sheet !== place.sheet)
      missing.push(`${row} stands alone`);
    Object.assign(place, { sheet, at: found + row.length });
  }
  Object.assign(from, place);
  return missing;
}

const at = (sheet: number, place: { at: number; sheet: number }) => (sheet === place.sheet ? place.at : 0);

test.each(printed)("$name: nothing is cut off on A4, and heads and totals are in place", async (row) => {
  const { said, sheets } = await onPaper(row);
  const texts = sheets.map(({ written }) => squashed(written.map(({ text }) => text).join("")));
  expect(sheets.length).toBeGreaterThanOrEqual(row.sheets);
  for (const { width, height } of sheets) expect([width, height].map(Math.floor).sort((a, b) => a - b)).toEqual(A4);
  expect(sheets.flatMap((sheet, index) => outside(sheet, `${index + 1}/${sheets.length}`))).toEqual([]);
  for (const text of [said.title, said.zone, said.criteria, ...row.criteria]) {
    expect(text).not.toBe("");
    expect(texts[0]).toContain(squashed(text));
  }
  for (const text of said.headings) expect(texts.join("")).toContain(squashed(text));
  for (const [index, text] of texts.entries()) expect(text).toContain(`${index + 1}/${sheets.length}`);
  expect(said.tables.length).toBeGreaterThan(0);
  const place = { at: 0, sheet: 0 };
  for (const [index, table] of said.tables.entries()) {
    const totals = (index === 0 && row.first) || row.totals;
    expect(table.rows.length).toBeGreaterThan(0);
    const always = table.totals.filter((line) => !row.sometimes?.some((label) => line.startsWith(label)));
    expect(always.map((line) => totals.find((label) => line.startsWith(label)))).toEqual(totals);
    expect(find(table, texts, place)).toEqual([]);
  }
  expect(texts.join("")).not.toMatch(/Logout|Loadstatistics|Printversion|Screenversion|Interactivechart/);
});
