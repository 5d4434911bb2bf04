import { define, listen } from "./define";

/**
 * Choosing in the list named by `from` copies the choice's text into the field inside, unless a person has typed there.
 */
define("filled-from", (element) => {
  const list = element.closest("form")?.elements.namedItem(element.getAttribute("from") ?? "");
  const field = element.querySelector("input");
  if (!(list instanceof HTMLSelectElement) || !field) return undefined;
  const selectedText = () => (list.value ? (list.selectedOptions[0]?.text ?? "") : "");
  let before = selectedText();
  return listen(list, "change", () => {
    if (field.value === "" || field.value === before) field.value = selectedText();
    before = selectedText();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
});
