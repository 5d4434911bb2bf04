/** The editor's content as published HTML: without the editor's own elements, and with standard lists. */
export function htmlOf(root: HTMLElement): string {
  const copy = root.cloneNode(true) as HTMLElement;
  for (const mark of copy.querySelectorAll(".ql-ui")) mark.remove();
  for (const list of copy.querySelectorAll("ol")) list.replaceWith(...listsOf(list));
  const isEmpty = copy.textContent.trim() === "" && !copy.querySelector("img");
  return isEmpty ? "" : copy.innerHTML;
}

/** Quill renders every list as `ol` with the kind on each item. A change of kind between items starts a new list. */
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
