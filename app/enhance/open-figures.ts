import { define } from "./define";

const EXPLAIN = "/app/stats/explain";
/** Neither nothing nor 0; a dash is an amount that is not known yet. */
const SOMETHING = /[1-9–]/;

/**
 * Makes each figure of a wide report open its own rows, as the cells of a narrow one do: a page cannot afford to carry
 * that for all of them. The row is told by the button in front, the figure by what its column sorts by.
 */
define("open-figures", (element) => {
  const keys = [...element.querySelectorAll("thead th")].map((head) =>
    new URLSearchParams(head.querySelector("a")?.search).get("sortField"),
  );
  for (const opener of element.querySelectorAll<HTMLButtonElement>("[name=of]")) {
    let column = 0;
    for (const cell of opener.closest("tr")?.cells ?? []) {
      const [key, text] = [keys[column], cell.textContent];
      column += cell.colSpan;
      if (!key || cell.tagName === "TH" || cell.className || !SOMETHING.test(text)) continue;
      const button = opener.cloneNode() as HTMLButtonElement;
      button.value += key;
      button.formAction = EXPLAIN;
      button.textContent = text;
      cell.replaceChildren(button);
    }
  }
  return undefined;
});
