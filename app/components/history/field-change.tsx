import { dateTime, shorten } from "../formats";
import { fieldLabels, history as texts } from "./texts";

type Names = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Props = { name: string; before: unknown; after: unknown; names: Names };

const LONGEST = 200;

/** One field of a change: `Sites: added Roses`, `First name: Ada → Bea`, `Password: changed`. */
export function FieldChange({ name, before, after, names }: Props) {
  const label = fieldLabels[name] ?? spaced(name);
  if (Array.isArray(before) || Array.isArray(after)) {
    const [old, current] = [listOf(before), listOf(after)];
    const added = current.filter((item) => !old.includes(item)).map((item) => format(name, item, names));
    const removed = old.filter((item) => !current.includes(item)).map((item) => format(name, item, names));
    return (
      <li>
        {`${label}: `}
        {removed.length > 0 && <del>{`${texts.removed} ${removed.join(", ")}`}</del>}
        {removed.length > 0 && added.length > 0 && "; "}
        {added.length > 0 && <ins>{`${texts.added} ${added.join(", ")}`}</ins>}
        {removed.length + added.length === 0 && texts.none}
      </li>
    );
  }
  const isSecret = before === HIDDEN && after === HIDDEN;
  if (isSecret) return <li>{`${label}: ${texts.changed.toLowerCase()}`}</li>;
  return (
    <li>
      {`${label}: `}
      {before !== undefined && <del>{format(name, before, names)}</del>}
      {before !== undefined && after !== undefined && " → "}
      {after !== undefined && <ins>{format(name, after, names)}</ins>}
    </li>
  );
}

/** The audit's replacement for a secret or an amount that the reader may not see. */
const HIDDEN = "***";

/** How the audit writes a time. */
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function format(name: string, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === "") return texts.none;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object") return shorten(JSON.stringify(value), LONGEST);
  const text = String(value);
  if (INSTANT.test(text)) return dateTime(text);
  return names[name]?.[text] ?? shorten(text, LONGEST);
}

/** `campaignId` → `Campaign id`. */
function spaced(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
