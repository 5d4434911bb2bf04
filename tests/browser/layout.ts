import type { Page } from "playwright";
import { undrawnIcons } from "./icons";
import { badlyPinnedOn } from "./pinned";

/**
 * The faults of the page as it is now: it scrolls sideways, an act of a row is out of sight or too wide for its button, a word, name, date or amount is
 * broken, texts of neighbours touch, columns are badly pinned, or an icon has no drawing. It measures texts and boxes and knows no class names.
 * `names` are usernames, which never break.
 */
export const brokenOn = async (page: Page, names: readonly string[]): Promise<string[]> => [
  ...(await page.evaluate(measure, [...names])),
  ...(await badlyPinnedOn(page)),
  ...(await page.evaluate(undrawnIcons)).map((place) => `the icon at place ${place} has no drawing`),
];

/** Runs in the page. */
function measure(usernames: string[]): string[] {
  /** The widest text that always fits on one line: 30 characters, as lists shorten them. */
  const ROOM = 240;
  const AMOUNT = /^[(+\u2212-]?[₱$]?\d[\d,]*(\.\d+)?[%)]?$|^1:\d/;
  const DATE = /^\d{4}-\d\d-\d\d$|^\(\d\d:\d\d(:\d\d)?\)$/;
  const names = new Set(usernames);
  const faults = new Set<string>();
  type Box = { left: number; right: number; top: number; bottom: number };
  const rounded = (text: string) => text.trim().replaceAll(/\s+/g, " ").slice(0, 60);

  const scrollerOf = (element: Element): Element => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
      if (at.scrollWidth > at.clientWidth && /auto|scroll/.test(getComputedStyle(at).overflowX)) return at;
    return document.documentElement;
  };

  const tooWide = document.documentElement.scrollWidth - innerWidth;
  if (tooWide > 0) {
    const beyond = [...document.querySelectorAll("body *")].filter(
      (each) => each.getBoundingClientRect().right > innerWidth + 0.5 && scrollerOf(each) === document.documentElement,
    );
    const { localName, textContent } = beyond.at(-1) ?? document.body;
    faults.add(`the page scrolls sideways by ${tooWide} px: ${localName} ${rounded(textContent)}`);
  }

  for (const act of document.querySelectorAll("tbody form :is(button, a), tbody td:last-child:has(button) summary")) {
    const { left, right, width } = act.getBoundingClientRect();
    if (width === 0) continue;
    const frame = scrollerOf(act);
    const most = frame === document.documentElement ? innerWidth : frame.getBoundingClientRect().right;
    if (left < -1 || right > most + 1) faults.add(`out of sight: ${rounded(act.textContent)}`);
  }

  for (const cell of document.querySelectorAll("td[colspan]:only-child")) {
    const [table, width] = [cell.closest("table"), cell.getBoundingClientRect().width];
    const room = Math.min(table?.clientWidth ?? 0, scrollerOf(cell).clientWidth);
    if (width > 0 && width < 0.9 * room)
      faults.add(`the only cell of a row is narrower than it: ${rounded(cell.textContent)}`);
  }

  for (const act of document.querySelectorAll("main :is(a, button)")) {
    const { display, overflowX, borderLeftWidth } = getComputedStyle(act);
    if (display === "inline" || overflowX !== "visible" || borderLeftWidth === "0px") continue;
    const { left, right } = act.getBoundingClientRect();
    const texts = document.createTreeWalker(act, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const words = document.createRange();
      words.selectNode(texts.currentNode);
      const box = words.getBoundingClientRect();
      // Words for screen readers are in a box of one pixel.
      let around = texts.currentNode.parentElement;
      while (around && around !== act && around.getBoundingClientRect().width > 1) around = around.parentElement;
      const isSeen = around === act && box.width > 0;
      if (isSeen && (box.left < left - 0.5 || box.right > right + 0.5))
        faults.add(`wider than its button: ${rounded(act.textContent)}`);
    }
  }

  /** Rows of a long table are alike: the first and the last ones stand for it. */
  const [FIRST_ROWS, LAST_ROWS] = [40, 4];
  const unsampled = new Set<Element>();
  for (const { rows } of document.querySelectorAll("table"))
    for (const row of [...rows].slice(FIRST_ROWS, -LAST_ROWS)) unsampled.add(row);

  /** The texts of each element that is a line or a block of its own: they are read as one. */
  const blocks: [block: Element, texts: Text[]][] = [];
  /** The box around the texts of each cell. */
  const boxes = new Map<Element, Box>();
  const walker = document.createTreeWalker(
    document.querySelector("main") ?? document.body,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    (node) => (unsampled.has(node as Element) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT),
  );
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (text instanceof HTMLBRElement) blocks.push([text, []]);
    const parent = text.parentElement;
    if (!(text instanceof Text) || !parent) continue;
    if (text.data.trim() === "") {
      blocks.at(-1)?.[1].push(text);
      continue;
    }
    if (parent.closest("script, style, select, textarea, pre, svg")) continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    let block: Element = parent;
    while (block.parentElement && getComputedStyle(block).display === "inline") block = block.parentElement;
    if (block.getBoundingClientRect().width <= 1) continue;
    const last = blocks.at(-1);
    if (last?.[0] === block) last[1].push(text);
    else blocks.push([block, [text]]);
    extend(parent.closest("td, th"), text);
  }

  function extend(cell: Element | null, text: Text): void {
    if (!cell) return;
    const box = boxes.get(cell) ?? { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
    const range = document.createRange();
    range.selectNodeContents(text);
    // Spaces at the end of a line hang out of the box.
    if (text.parentElement && getComputedStyle(text.parentElement).whiteSpace === "pre-wrap") return;
    // A text that an element within the cell cuts ends at its edge.
    const cut = text.parentElement !== cell && text.parentElement;
    const isCut = cut && getComputedStyle(cut).overflowX !== "visible";
    const edge = isCut ? cut.getBoundingClientRect().right : Infinity;
    for (const { left, right: end, top, bottom, width } of range.getClientRects()) {
      const right = Math.min(end, edge);
      if (width <= 1) continue;
      Object.assign(box, { left: Math.min(box.left, left), right: Math.max(box.right, right) });
      Object.assign(box, { top: Math.min(box.top, top), bottom: Math.max(box.bottom, bottom) });
    }
    if (box.right > box.left) boxes.set(cell, box);
  }

  for (const [block, texts] of blocks) {
    const whole = texts.map(({ data }) => data).join("");
    if (linesOf(rangeOver(texts, 0, whole.length)).length < 2) {
      if (/^[\u2212₱$]$/.test(whole.trim()) && !block.closest("thead"))
        faults.add(`a sign alone: ${rounded(block.parentElement?.textContent ?? "")}`);
      continue;
    }
    // In a sentence the time may begin a line.
    const isShort = block.closest("td, th") !== null && whole.trim().length <= 30;
    const pattern = isShort ? /\d{4}-\d\d-\d\d \(\d\d:\d\d(:\d\d)?\)|\S+/g : /\S+/g;
    for (const { 0: word, index } of whole.matchAll(pattern)) {
      const lines = linesOf(rangeOver(texts, index, index + word.length));
      const isWhole = (from: number, to: number) => linesOf(rangeOver(texts, index + from, index + to)).length === 1;
      if (lines.length > 1 && !mayBreak(word, lines, block, isWhole))
        faults.add(`broken: ${word.slice(0, 60)} in ${block.localName} ${rounded(whole)}`);
      if (/^[\u2212₱$]$/.test(word) && !block.closest("thead")) faults.add(`a sign alone: ${rounded(whole)}`);
    }
  }

  function rangeOver(texts: readonly Text[], from: number, to: number): Range {
    const range = document.createRange();
    let before = 0;
    for (const text of texts) {
      const end = before + text.data.length;
      if (from >= before && from < end) range.setStart(text, from - before);
      if (to > before && to <= end) range.setEnd(text, to - before);
      before = end;
    }
    return range;
  }

  /** The width of a text on each of its lines. */
  function linesOf(range: Range): number[] {
    const lines: { bottom: number; top: number; width: number }[] = [];
    for (const { top, bottom, width } of range.getClientRects()) {
      if (width === 0) continue;
      const middle = (top + bottom) / 2;
      const line = lines.find((one) => middle > one.top && middle < one.bottom);
      if (line) line.width += width;
      else lines.push({ top, bottom, width });
    }
    return lines.map(({ width }) => width);
  }

  /** Only what does not fit breaks, and compounds and paths at the joints that they have. */
  function mayBreak(
    word: string,
    lines: readonly number[],
    block: Element,
    isWhole: (from: number, to: number) => boolean,
  ): boolean {
    if (AMOUNT.test(word) || DATE.test(word) || /^\d{4}-\d\d-\d\d /.test(word)) return false;
    const width = lines.reduce((sum, each) => sum + each, 0);
    const known = names.has(word.replace(/[,.:;]$/, ""));
    const isAddress = word.includes("@") && word.length <= 30;
    if (!known && !isAddress && word.length > 30) return true;
    const joints = known || isAddress ? [word] : word.split(/(?<=[@./?&=:_\u2212,;-])/);
    const share = width / word.length;
    // The longest part is wider than its block could be.
    const room = Math.max(ROOM, block.clientWidth);
    const longest = Math.max(...joints.map(({ length }) => length)) * share;
    if (longest > room || (!known && joints.some(({ length }) => length > 16) && !isAddress)) return true;
    let end = 0;
    return joints.every((part) => isWhole(end, (end += part.length)));
  }

  /** The least space between neighbours, and between figures and the words after them. */
  const [BESIDE, AFTER_FIGURES] = matchMedia("print").matches ? [4, 4] : [6, innerWidth < 480 ? 8 : 14];
  const alignment = (cell: Element) => getComputedStyle(cell).textAlign;
  for (const table of document.querySelectorAll("table")) {
    if (!table.checkVisibility()) continue;
    for (const row of [...table.rows].filter((one) => !unsampled.has(one))) {
      if (getComputedStyle(row).display !== "table-row") {
        overlapping(row);
        continue;
      }
      let before: { cell: Element; box: Box } | undefined;
      for (const cell of row.cells) {
        const found = boxes.get(cell);
        if (!found || cell.colSpan > 1) continue;
        const own = cell.getBoundingClientRect();
        const { overflowX, textOverflow, paddingRight } = getComputedStyle(cell);
        // Dots end a text before the padding; what is only clipped may reach over it.
        const edge = own.right - (textOverflow === "ellipsis" ? parseFloat(paddingRight) : 0);
        const box = overflowX === "visible" ? found : { ...found, right: Math.min(found.right, edge) };
        if (box.right > own.right + 1) faults.add(`out of its cell: ${rounded(cell.textContent)}`);
        if (before && getComputedStyle(cell).position !== "sticky") {
          const gap = box.left - before.box.right;
          const figures = alignment(before.cell) === "right" && alignment(cell) !== "right";
          const both = `${rounded(before.cell.textContent).slice(-30)} | ${rounded(cell.textContent).slice(0, 30)}`;
          if (gap < (figures ? AFTER_FIGURES : BESIDE)) faults.add(`${Math.round(gap)} px apart: ${both}`);
        }
        before = { cell, box };
      }
    }
  }

  /** Cells of a row that is laid out as a card. */
  function overlapping(row: HTMLTableRowElement): void {
    const texts = [...row.cells].flatMap((cell) => {
      const box = boxes.get(cell);
      return box ? [{ cell, ...box }] : [];
    });
    const own = row.getBoundingClientRect();
    for (const [index, one] of texts.entries()) {
      if (one.right > own.right + 1) faults.add(`out of its row: ${rounded(one.cell.textContent)}`);
      for (const other of texts.slice(index + 1)) {
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (wide > 1 && high > 1)
          faults.add(`over each other: ${rounded(one.cell.textContent)} | ${rounded(other.cell.textContent)}`);
      }
    }
  }

  return [...faults];
}
