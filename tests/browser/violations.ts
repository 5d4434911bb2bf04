import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright";
import { expect } from "vitest";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
type Axe = { run(context: Document, options: object): Promise<axe.AxeResults> };

// Half as many bytes to send to the browser and to parse as `axe.source`.
const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** WCAG 2.2 AA violations that axe finds on the page in its current state; with `rules`, only those of these rules. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(SOURCE);
  await page.evaluate(hideRepeatedCells);
  await page.evaluate(pinNothing);
  const runOnly = rules ? { type: "rule", values: rules } : { type: "tag", values: TAGS };
  const {
    violations: found,
    passes,
    incomplete,
  } = await page.evaluate(async (only) => {
    const { run } = (globalThis as unknown as { axe: Axe }).axe;
    // Details of the passes would be nearly all bytes of the result.
    return run(document, { runOnly: only, resultTypes: ["violations"] });
  }, runOnly);
  await page.evaluate(pinAgain);
  await page.evaluate(showAllCells);
  // If no rule had anything to check, the page was not examined. Content under a dialog stays undecided.
  expect(passes.length + incomplete.length).toBeGreaterThan(rules ? 0 : 5);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`),
  );
}

/**
 * Large tables repeat a few kinds of cells hundreds of times, and axe would check each. This hides redundant cells:
 * those where the cell and its neighbours each have an earlier cell in their column with the same elements, attributes,
 * colours, fonts and kind of text. Hidden cells keep their place, so the layout does not change. Runs in the page.
 */
function hideRepeatedCells(): void {
  /** axe only checks whether these are empty; their text makes no difference. */
  const FREE_TEXT = ["id", "href", "value", "name", "title", "datetime", "alt", "aria-label"];
  const REFERENCES = ["for", "headers", "aria-labelledby", "aria-describedby", "aria-controls"];
  /** Minimum distance between targets, in pixels (WCAG 2.5.8). */
  const TARGET = 24;

  // axe leaves the contrast of single characters and of symbols undecided.
  const kindOf = (text: string) =>
    text
      .trim()
      .slice(0, 2)
      .replace(/[\p{L}\p{N}]/gu, "x");
  const exists = (id: string) => String(document.getElementById(id) !== null);
  const valueOf = ({ name, value }: Attr) => {
    if (FREE_TEXT.includes(name)) return kindOf(value);
    return REFERENCES.includes(name) ? value.split(" ").map(exists).join() : value;
  };
  const sizeOf = (element: Element) => {
    const { x, width, height } = element.getBoundingClientRect();
    return [Math.min(width, TARGET), Math.min(height, TARGET), width < TARGET ? x : ""].join();
  };
  const looksOf = (element: Element) => {
    const { color, backgroundColor, backgroundImage, fontSize, fontWeight, opacity, display, visibility } =
      getComputedStyle(element);
    return [
      element.localName,
      element.childElementCount,
      ...[...element.attributes].map((attribute) => `${attribute.name}=${valueOf(attribute)}`),
      ...[...element.childNodes].map((node) => (node instanceof Text ? kindOf(node.data) : "")),
      ...[color, backgroundColor, backgroundImage, fontSize, fontWeight, opacity, display, visibility],
      element.matches("a, button, input, select, summary, [tabindex]") ? sizeOf(element) : "",
    ].join("|");
  };

  for (const body of document.querySelectorAll("tbody")) {
    const seen = new Set<string>();
    const isRepeated = [...body.rows].map((row) => {
      const rowLooks = `${looksOf(row)}|${row.offsetHeight}`;
      return [...row.cells].map((cell, column) => {
        const looks = [rowLooks, column, ...[cell, ...cell.querySelectorAll("*")].map(looksOf)].join("\n");
        return seen.size === seen.add(looks).size;
      });
    });
    // Target spacing is measured to neighbours beside and below.
    const isHidden = (row: number, column: number) =>
      isRepeated[row]?.slice(Math.max(0, column - 1), column + 2).every(Boolean) && isRepeated[row - 1]?.[column];
    for (const [row, { cells }] of [...body.rows].entries())
      for (const [column, cell] of [...cells].entries()) if (isHidden(row, column)) cell.style.visibility = "hidden";
  }
}

function showAllCells(): void {
  for (const cell of document.querySelectorAll<HTMLElement>("tbody :is(td, th)")) cell.style.visibility = "";
}

/**
 * A pinned column, head or total covers part of a cell at nearly every scroll position. Unpinned, none covers another,
 * so that axe measures every target as it is when it is scrolled into view. Nothing else moves. Runs in the page.
 */
function pinNothing(): void {
  for (const part of document.querySelectorAll<HTMLElement>(
    ".bar, main :is(thead, tfoot, th, .pin, .row-acts, th > span, .acts, .pay-bar, .bulk)",
  ))
    if (getComputedStyle(part).position === "sticky") part.style.position = "static";
}

function pinAgain(): void {
  for (const part of document.querySelectorAll<HTMLElement>("body [style*=static]")) part.style.position = "";
}

/** How far the page scrolls sideways, in pixels. */
export const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
