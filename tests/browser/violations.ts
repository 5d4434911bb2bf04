import axe from "axe-core";
import type { Page } from "playwright";
import { expect } from "vitest";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
type Axe = { run(context: Document, options: object): Promise<axe.AxeResults> };

/** What axe finds against WCAG 2.2 AA on the page as it stands. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations: found, passes } = await page.evaluate(async (tags) => {
    const { run } = (globalThis as unknown as { axe: Axe }).axe;
    return run(document, { runOnly: { type: "tag", values: tags } });
  }, TAGS);
  expect(passes.length).toBeGreaterThan(5);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`),
  );
}

/** How far the page can be pushed sideways, in pixels. */
export const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
