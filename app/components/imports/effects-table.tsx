import { imports as texts } from "~/components/imports/texts";
import type { Column } from "../table/column";
import { Table } from "../table/table";

/** The effect of one row of the file, computed by the server. */
export type Effect = {
  line: number;
  name: string;
  outcome: "new" | "changed" | "same" | "refused";
  changes: readonly { field: string; before: Value; after: Value }[];
  faults: readonly string[];
};
type Value = string | number | boolean | null;

const formatValue = (value: Value): string =>
  value === null || value === "" ? "–" : value === true ? "yes" : value === false ? "no" : String(value);

const columns: Column<Effect>[] = [
  { key: "line", label: texts.line, numeric: true, cell: ({ line }) => line },
  { key: "name", label: texts.row, head: true, cell: ({ name }) => name },
  {
    key: "outcome",
    label: texts.effect,
    primary: true,
    cell: ({ outcome }) => texts.outcomes[outcome],
    tone: ({ outcome }) => (outcome === "refused" ? "bad" : undefined),
  },
  {
    key: "changes",
    label: texts.columns,
    cell: ({ outcome, changes, faults: messages }) =>
      outcome === "same" ? (
        "–"
      ) : (
        <ul className="kept">
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
          {changes.map(({ field, before, after }) => (
            <li key={field}>
              {field}: {outcome === "new" ? "" : `${formatValue(before)} → `}
              {formatValue(after)}
            </li>
          ))}
        </ul>
      ),
  },
];

/** The rows of the file in file order, each with its effect. */
export const EffectsTable = ({ effects }: { effects: readonly Effect[] }) => (
  <Table caption={texts.heading} columns={columns} rows={effects} empty={texts.nothing} />
);

type Outcome = Effect["outcome"];

export function countsOf(effects: readonly Effect[]): Record<Outcome, number> {
  const counts = { new: 0, changed: 0, same: 0, refused: 0 };
  for (const { outcome } of effects) counts[outcome] += 1;
  return counts;
}
