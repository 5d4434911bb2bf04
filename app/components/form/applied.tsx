import { useLocation } from "@remix-run/react";
import { createContext, useContext } from "react";
import { shorten } from "../formats";
import { withQuery } from "../ui/address";
import { Icon } from "../ui/icon";
import type { FieldState } from "./field";

/** A filter that narrows the result, and the parameters to drop with it. */
type Filter = { names: readonly string[]; label: string; value: string };

/**
 * The filters that the fields of a search form name while they are rendered. Pages are rendered once, from top to bottom,
 * so the chips below the form know them.
 */
export const Applied = createContext<Filter[] | null>(null);

/** Names the filter that a field applies; `text` is what a person reads for its value. A required one cannot be taken back. */
export function useApplied(field: FieldState, label: string, text = field.defaultValue): void {
  const filters = useContext(Applied);
  const { name, defaultValue, errors, required } = field;
  if (!defaultValue || !text || errors?.length || required) return;
  filters?.push({ names: withDependent(name), label, value: text });
}

/** The parameters to drop with a filter: a link belongs to its site. */
export const withDependent = (name: string): readonly string[] =>
  name === "siteId" ? ["siteId", "typeId", "siteIds"] : [name];

const LONGEST = 60;

/** The filters in force, each with the way to take it back. */
export function Chips() {
  const filters = useContext(Applied) ?? [];
  if (filters.length === 0) return null;
  return (
    <p className="chips">
      {filters.map(({ names, label, value }) => (
        <Chip key={names[0]} names={names} text={`${label}: ${shorten(value, LONGEST)}`} />
      ))}
    </p>
  );
}

/** A filter in force, as a link to the result without it. */
export function Chip({ names, text }: { names: readonly string[]; text: string }) {
  const { search } = useLocation();
  return (
    <a className="chip" href={withQuery(search, without(names))}>
      {text}
      <span className="unseen">, remove</span>
      <Icon name="close" />
    </a>
  );
}

const without = (names: readonly string[]) =>
  Object.fromEntries([...names, "page", "after"].map((name) => [name, null] as const));
