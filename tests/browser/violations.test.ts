import { expect, test } from "vitest";
import { aBrowser } from "../world/browser";
import { violations } from "./violations";

const ROWS = 60;
const row = (index: number, { attributes = "", name = `Agent ${index}` } = {}) =>
  `<tr><td>${1000 + index}</td><td><a href="/agents/${index}" ${attributes}>${name}</a> <a href="/edit/${index}">Edit</a></td></tr>`;

/** A page whose table has sixty rows, identical except for the given style and rows. */
const pageWith = ({ style = "", rows = {} }: { style?: string; rows?: Record<number, string> }) => `<!doctype html>
  <html lang="en"><head><title>Agents</title><style>
  a { display: inline-block; width: 90px; height: 30px; overflow: hidden } ${style}
  </style></head><body><main><h1>Agents</h1>
  <table><thead><tr><th scope="col">Number</th><th scope="col">Name</th></tr></thead>
  <tbody>${Array.from({ length: ROWS }, (_, index) => rows[index] ?? row(index)).join("")}</tbody></table>
  </main></body></html>`;

test("axe checks each distinct table cell and few identical ones, so a fault in a single row is found", async () => {
  const { page } = await aBrowser();
  const opened = await page();
  const found = async (content: Parameters<typeof pageWith>[0]) => {
    await opened.setContent(pageWith(content));
    const wrong = await violations(opened);
    expect(await opened.locator("tbody td:visible").count()).toBe(2 * ROWS);
    return wrong.map((text) => text.slice(0, text.indexOf(" ")));
  };
  const inRow40 = (rule: string) => ({ style: `tbody tr:nth-child(40) ${rule}` });
  expect(await found({})).toEqual([]);
  expect(await found(inRow40("td:first-child { color: #ccc }"))).toEqual(["color-contrast"]);
  expect(await found(inRow40("td { background: #777 }"))).toContain("color-contrast");
  expect(await found(inRow40("a { width: 8px; height: 8px }"))).toContain("target-size");
  expect(await found({ rows: { 41: row(41, { name: "" }) } })).toEqual(["link-name"]);
  const odd = row(42, { attributes: 'aria-expanded="perhaps"' });
  expect(await found({ rows: { 42: odd } })).toEqual(["aria-valid-attr-value"]);
  // If all rows share a fault, a few of them are enough to report it.
  const shared = await found({ style: "tbody td { color: #ccc }" });
  expect(new Set(shared)).toEqual(new Set(["color-contrast"]));
  expect(shared.length).toBeLessThan(ROWS / 2);
});
