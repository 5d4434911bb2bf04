/** The HTML of an editor's content as pages show it: without the editor's own marks, with lists as HTML knows them. */
export function htmlOf(root: HTMLElement): string {
  const copy = root.cloneNode(true) as HTMLElement;
  for (const mark of copy.querySelectorAll(".ql-ui")) mark.remove();
  for (const list of copy.querySelectorAll("ol")) list.replaceWith(...listsOf(list));
  const isEmpty = copy.textContent.trim() === "" && !copy.querySelector("img");
  return isEmpty ? "" : copy.innerHTML;
}

/** The editor writes every list as `ol` and each item's kind beside it; neighbours of another kind end a list. */
function listsOf(list: HTMLOListElement): HTMLElement[] {
  const made: HTMLElement[] = [];
  for (const item of [...list.children] as HTMLElement[]) {
    const tag = item.dataset.list === "bullet" ? "UL" : "OL";
    if (made.at(-1)?.tagName !== tag) made.push(document.createElement(tag));
    item.removeAttribute("data-list");
    made.at(-1)?.append(item);
  }
  return made;
}
