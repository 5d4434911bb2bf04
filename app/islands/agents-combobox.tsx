import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from "@headlessui/react";
import { useEffect, useMemo, useRef, useState } from "react";

type Option = { value: string; label: string };
type Props = {
  typed: string;
  options: readonly Option[];
  label: string;
  /** The username, or null when it was left without a choice. */
  chosen: (value: string | null) => void;
};

const SHOWN = 100;

/** The agents whose username or name holds what is typed, at most a hundred of them. */
export function AgentsCombobox({ typed, options, label, chosen }: Props) {
  const [search, setSearch] = useState(typed);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
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
        {found.length === 0 && <p className="note">No agents found</p>}
        {found.length > SHOWN && <p className="note">{found.length - SHOWN} more: type on</p>}
      </ComboboxOptions>
    </Combobox>
  );
}
