import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from "@headlessui/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { form, picker as texts } from "~/texts";

export type Option = { value: string; label: string };
type Props = {
  typed: string;
  agents: () => Promise<Option[]>;
  label: string;
  /** Receives the username, or null when closed without a choice. */
  chosen: (value: string | null) => void;
};

const SHOWN = 100;

/** The agents whose username or name contains the typed text, at most 100. */
export function AgentsCombobox({ typed, agents, label, chosen }: Props) {
  const [search, setSearch] = useState(typed);
  const [options, setOptions] = useState<readonly Option[]>([]);
  const [state, setState] = useState<"loading" | "there" | "failed">("loading");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    agents().then(
      (found) => {
        setOptions(found);
        setState("there");
      },
      () => setState("failed"),
    );
    // Loaded each time the list opens.
  }, [agents]);
  const found = useMemo(() => {
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
        {found.slice(0, SHOWN).map(({ value, label: name }) => (
          <ComboboxOption key={value} value={value}>
            {value} {name && <small>{name}</small>}
          </ComboboxOption>
        ))}
        {state === "loading" && <p className="note">{form.loading}</p>}
        {state === "failed" && <p className="note">{texts.failed}</p>}
        {state === "there" && found.length === 0 && <p className="note">{texts.none}</p>}
        {found.length > SHOWN && <p className="note">{found.length - SHOWN} more: type on</p>}
      </ComboboxOptions>
    </Combobox>
  );
}
