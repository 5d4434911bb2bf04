import type { Page } from "playwright";

/**
 * The faults of pinned columns while their tables scroll sideways: they cover each other or most of the table, are under the
 * head of another column, or the name of a row is out of sight.
 */
export const badlyPinnedOn = (page: Page): Promise<string[]> => page.evaluate(measure);

/** Runs in the page. */
function measure(): string[] {
  const faults = new Set<string>();
  const rounded = (text: string) => text.trim().replaceAll(/\s+/g, " ").slice(0, 60);

  for (const scroller of document.querySelectorAll("main *")) {
    if (scroller.scrollWidth <= scroller.clientWidth + 1) continue;
    if (!/auto|scroll/.test(getComputedStyle(scroller).overflowX)) continue;
    const rows = [...scroller.querySelectorAll("tr")];
    const frame = scroller.getBoundingClientRect();
    const furthest = scroller.scrollWidth - scroller.clientWidth;
    for (const share of [0, 0.1, 0.35, 0.7, 1]) {
      scroller.scrollLeft = furthest * share;
      for (const row of [...rows.slice(0, 4), ...rows.slice(-3)]) {
        const pinned = [...row.cells].filter(
          (cell) => getComputedStyle(cell).position === "sticky" && cell.colSpan === 1,
        );
        const edges = pinned.map((cell) => cell.getBoundingClientRect()).sort((a, b) => a.left - b.left);
        for (const [index, box] of edges.entries()) {
          const next = edges[index + 1];
          if (!next || box.right <= next.left + 1) continue;
          // The name of a row is above the columns that scroll under it.
          scrollBy(0, box.top - innerHeight / 2);
          const { top, height } = row.getBoundingClientRect();
          const seen = document.elementFromPoint((next.left + box.right) / 2, top + height / 2);
          const cell = seen?.closest("td, th");
          if (cell && !cell.matches("th"))
            faults.add(
              `pinned over each other: ${rounded(row.textContent).slice(0, 40)} at ${Math.round(share * 100)} %`,
            );
        }
        const heads = scroller.querySelector<HTMLTableRowElement>("thead tr:last-child");
        const head = (cell: HTMLTableCellElement) =>
          heads?.cells.length === row.cells.length ? heads.cells[cell.cellIndex] : undefined;
        for (const cell of pinned)
          if (Math.abs((head(cell) ?? cell).getBoundingClientRect().left - cell.getBoundingClientRect().left) > 1)
            faults.add(
              `under the head of another column: ${rounded(cell.textContent)} at ${Math.round(share * 100)} %`,
            );
        const covered = edges.reduce((sum, { width }) => sum + width, 0);
        if (covered > 0.73 * frame.width)
          faults.add(`pinned columns cover ${Math.round((100 * covered) / frame.width)} %`);
        for (const head of row.querySelectorAll('th[scope="row"]:not([colspan])')) {
          const { left, right } = head.getBoundingClientRect();
          if (left < frame.left - 1 || right > frame.right + 1)
            faults.add(`name out of sight: ${rounded(head.textContent)}`);
        }
      }
    }
    scroller.scrollLeft = 0;
  }
  return [...faults];
}
