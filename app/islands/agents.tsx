import { AgentsCombobox, type Option } from "./agents-combobox";
import { render } from "./root";

/**
 * A searchable list in front of the native field, opened from the button beside it. The field stays what is sent:
 * what was typed goes in as the search, what is chosen comes back as its value.
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
    // Not within React's own event: it is still at work on what would go.
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

/** Those of the chosen office, or all. Asked for anew each time: another office has others. */
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
