import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from "@headlessui/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { LOADING } from "~/components/ui/loading-line";
import { picker as texts } from "~/texts";
import { render } from "./root";

type Option = { value: string; label: string };
type Props = {
  typed: string;
  agents: () => Promise<Option[]>;
  label: string;
  /** Receives the username, or null when closed without a choice. */
  chosen: (value: string | null) => void;
};

const MAX_OPTIONS = 100;

/** The agents whose username or name contains the typed text, at most 100. */
function AgentsCombobox({ typed, agents, label, chosen }: Props) {
  const [search, setSearch] = useState(typed);
  const [options, setOptions] = useState<readonly Option[]>([]);
  const [state, setState] = useState<"loading" | "there" | "failed">("loading");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    agents().then(
      (loaded) => {
        setOptions(loaded);
        setState("there");
      },
      () => setState("failed"),
    );
    // Loaded each time the list opens.
  }, [agents]);
  const matches = useMemo(() => {
    const text = search.trim().toLowerCase();
    return options.filter(({ value, label }) => `${value} ${label}`.toLowerCase().includes(text));
  }, [options, search]);
  return (
    <Combobox immediate value={typed} onChange={chosen} onClose={() => chosen(null)}>
      <ComboboxInput
        ref={input}
        aria-label={label}
        displayValue={() => search}
        onChange={({ target }) => setSearch(target.value)}
        onFocus={({ target }) => target.select()}
      />
      <ComboboxButton hidden>Open</ComboboxButton>
      <ComboboxOptions modal={false}>
        {matches.slice(0, MAX_OPTIONS).map(({ value, label: name }) => (
          <ComboboxOption key={value} value={value}>
            {value} {name && <small>{name}</small>}
          </ComboboxOption>
        ))}
        {state === "loading" && <p className="note">{LOADING}</p>}
        {state === "failed" && <p className="note">{texts.failed}</p>}
        {state === "there" && matches.length === 0 && <p className="note">{texts.none}</p>}
        {matches.length > MAX_OPTIONS && <p className="note">{matches.length - MAX_OPTIONS} more: type on</p>}
      </ComboboxOptions>
    </Combobox>
  );
}

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
      <AgentsCombobox typed={field.value} agents={() => fetchAgents(element)} label={labelOf(field)} chosen={select} />,
    );
  };
  const select = (value: string | null) => {
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
async function fetchAgents(element: HTMLElement): Promise<Option[]> {
  const office = element.closest("form")?.elements.namedItem(element.getAttribute("office") ?? "");
  const officeId = office instanceof HTMLSelectElement ? office.value : "";
  const address = element.getAttribute("src") ?? "";
  const response = await fetch(officeId ? `${address}&companyId=${encodeURIComponent(officeId)}` : address, {
    headers: { Accept: "application/json" },
  });
  const body = (await response.json()) as Agent[] | { message: string };
  if (!Array.isArray(body)) throw new Error(body.message);
  return body.map(({ username, firstName, lastName }) => ({
    value: username,
    label: `${firstName} ${lastName}`.trim(),
  }));
}

const labelOf = (field: HTMLInputElement) => field.labels?.[0]?.textContent ?? "Agent";
