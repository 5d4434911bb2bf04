import { define } from "./define";

/** Matches figures other than empty or 0. A dash is an amount that is not known yet. */
const NONZERO = /[1-9–]/;

/**
 * Makes each figure of a wide report open its rows, and each 0 pale, like the cells of a narrow report. A link or a class
 * in every cell would make the page too large. The row comes from the link in its first cell, the measure from the sort field of the column.
 */
define("open-figures", (element) => {
  const keys = [...element.querySelectorAll("thead tr:last-child th")].map((head) =>
    new URLSearchParams(head.querySelector("a")?.search).get("sortField"),
  );
  for (const opener of element.querySelectorAll<HTMLAnchorElement>("a.figure")) {
    let column = 0;
    for (const cell of opener.closest("tr")?.cells ?? []) {
      // Its difference from another period stays below the link.
      const figure = cell.firstChild as Text | null;
      const key = keys[column];
      column += cell.colSpan;
      if (!key || cell.matches("th, .words")) continue;
      if (!NONZERO.test(figure?.data as string)) {
        cell.classList.add("zero");
        continue;
      }
      const link = opener.cloneNode() as HTMLAnchorElement;
      link.href = link.href.replace("figures", "explain") + key;
      figure?.replaceWith(link);
      link.append(figure as Text);
    }
  }
  return undefined;
});
