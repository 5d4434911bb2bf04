import { AgentsCombobox, type Option } from "./agents-combobox";
import { render } from "./root";

/**
 * A searchable list next to the native field, opened with the button beside it. The form still submits the native
 * field: its text becomes the search, and the chosen username becomes its value.
 */
export function mount(element: HTMLElement): () => void {
  const field = element.querySelector("input");
  if (!field) return () => undefined;
  const place = element.appendChild(document.createElement("div"));
  place.className = "combobox";
  let close: (() => void) | undefined;
  const open = () => {
    close ??= render(
      place,
      <AgentsCombobox typed={field.value} agents={() => agentsFor(element)} label={labelOf(field)} chosen={take} />,
    );
  };
  const take = (value: string | null) => {
    if (value !== null && value !== field.value) {
      field.value = value;
      for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
    }
    // Unmount after React's event handler has finished: React is still using the component.
    queueMicrotask(() => {
      close?.();
      close = undefined;
      field.focus();
    });
  };
  const button = element.querySelector<HTMLButtonElement>("[data-open]");
  button?.addEventListener("click", open);
  open();
  return () => {
    button?.removeEventListener("click", open);
    close?.();
    place.remove();
  };
}

type Agent = { username: string; firstName: string; lastName: string };

/** The agents of the selected office, or all. Fetched on each opening, because the office may have changed. */
async function agentsFor(element: HTMLElement): Promise<Option[]> {
  const office = element.closest("form")?.elements.namedItem(element.getAttribute("office") ?? "");
  const chosen = office instanceof HTMLSelectElement ? office.value : "";
  const address = element.getAttribute("src") ?? "";
  const answer = await fetch(chosen ? `${address}&companyId=${encodeURIComponent(chosen)}` : address, {
    headers: { Accept: "application/json" },
  });
  const body = (await answer.json()) as Agent[] | { message: string };
  if (!Array.isArray(body)) throw new Error(body.message);
  return body.map(({ username, firstName, lastName }) => ({
    value: username,
    label: `${firstName} ${lastName}`.trim(),
  }));
}

const labelOf = (field: HTMLInputElement) => field.labels?.[0]?.textContent ?? "Agent";
