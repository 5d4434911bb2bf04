import { define, listen } from "./define";
import { notifyFailure } from "./toast-stack";

type Item = Record<string, string | number>;

/**
 * When the field named by `on` changes, the choices inside (of a select or a datalist) are fetched again from `src`, in
 * which `{value}` is the chosen value. The first choice of a select stays and is selected if the current choice
 * disappears.
 */
define("dependent-select", (element) => {
  const form = element.closest("form");
  const master = form?.elements.namedItem(element.getAttribute("on") ?? "");
  const choices = element.querySelector<HTMLSelectElement | HTMLDataListElement>("select,datalist");
  if (!(master instanceof HTMLElement) || !choices) return undefined;
  let requestCount = 0;
  const renew = async () => {
    const { value } = master as HTMLSelectElement;
    const requestNumber = ++requestCount;
    const items = await itemsOf(element, value);
    if (requestNumber === requestCount) fill(element, choices, items);
  };
  return listen(master, "change", () => {
    renew().catch((error: unknown) => notifyFailure((error as Error).message));
  });
});

async function itemsOf(element: Element, value: string): Promise<Item[]> {
  if (!value && element.hasAttribute("needs")) return [];
  const address = (element.getAttribute("src") ?? "").replace("{value}", encodeURIComponent(value));
  const response = await fetch(address, { headers: { Accept: "application/json" } });
  const body = (await response.json()) as Item[] | { message: string };
  if (!Array.isArray(body)) throw new Error(body.message);
  return body;
}

function fill(element: Element, choices: HTMLSelectElement | HTMLDataListElement, items: Item[]): void {
  const [value = "id", label = value] = (element.getAttribute("keys") ?? "").split(",");
  const options = items.map((item) => new Option(String(item[label]), String(item[value])));
  if (choices instanceof HTMLDataListElement) {
    choices.replaceChildren(...options);
    return;
  }
  const before = choices.value;
  choices.replaceChildren(...[...choices.options].slice(0, 1), ...options);
  if (options.some((option) => option.value === before)) choices.value = before;
  choices.dispatchEvent(new Event("change", { bubbles: true }));
}
