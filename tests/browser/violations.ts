import axe from "axe-core";
import type { Page } from "playwright";
import { expect } from "vitest";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
type Axe = { run(context: Document, options: object): Promise<axe.AxeResults> };

/** What axe finds against WCAG 2.2 AA on the page as it stands; of a few rules, when they are named. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const runOnly = rules ? { type: "rule", values: rules } : { type: "tag", values: TAGS };
  const {
    violations: found,
    passes,
    incomplete,
  } = await page.evaluate(async (only) => {
    const { run } = (globalThis as unknown as { axe: Axe }).axe;
    // What is nearly all of an answer's bytes is not asked for.
    return run(document, { runOnly: only, resultTypes: ["violations"] });
  }, runOnly);
  // Without a rule that had anything to judge nothing was looked at; what lies under a dialog is left undecided.
  expect(passes.length + incomplete.length).toBeGreaterThan(rules ? 0 : 5);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`),
  );
}

/** How far the page can be pushed sideways, in pixels. */
export const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
