import { expect, test } from "vitest";
import { kindsOf } from "./kinds";

const pageWith = (main: string) => `<!doctype html><html lang="en"><body><main>${main}</main></body></html>`;
const ROW = '<tr><td><a href="/agents/1">Ann</a></td></tr>';
const table = (rows: string) => pageWith(`<table><tbody>${rows}</tbody></table>`);
const known = kindsOf(table(ROW));
const isNew = (html: string) => [...kindsOf(html)].some((kind) => !known.has(kind));

test("pages that differ in their data are alike, and one more element, attribute or empty name makes a page differ", () => {
  expect(isNew(table(ROW))).toBe(false);
  expect(isNew(table(ROW.replaceAll("1", "2").replace("Ann", "Bob") + ROW))).toBe(false);
  for (const row of [
    ROW.replace("Ann", ""),
    ROW.replace("<td>", '<td class="narrow">'),
    ROW.replace("<a", '<a aria-label=""'),
    ROW.replace("<a", '<a role="button"'),
    ROW.replace("</td>", "<input></td>"),
  ])
    expect(isNew(table(ROW + row)), row).toBe(true);
  expect(isNew(pageWith('<a href="/agents/1">Ann</a>')), "elsewhere on the page").toBe(true);
});
