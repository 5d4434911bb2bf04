import { fieldTexts } from "~/components/form/texts";
import { form as texts } from "~/texts";
import { EmptyText } from "./empty-text";
import { Table } from "../table/table";

type Values = Readonly<Record<string, unknown>>;
type Merge = { both: readonly string[]; theirs: readonly string[] };
type Refused = { lastResult: { initialValue?: unknown }; current?: unknown; merge?: Merge } | undefined;
type Props = {
  refused: Refused;
  /** The form's fields with their labels. `tell` formats a value that is not text. */
  fields: readonly (readonly [name: string, label: string, tell?: (value: unknown) => string])[];
};

/**
 * The version that the form posts. After a conflict it is the saved version that was shown next to the user's changes.
 * When the form comes back for another reason, it is the version the form started from.
 */
export function versionOf(refused: Refused, record: { version: number }): number {
  const current = (refused?.current as { version: number } | undefined)?.version;
  const startVersion = Number((refused?.lastResult.initialValue as Values | undefined)?.version);
  return current ?? (Number.isSafeInteger(startVersion) && startVersion > 0 ? startVersion : record.version);
}

/** Formats a checkbox value, whether typed or saved. */
export const yesNo = (value: unknown): string => (value === true || value === 1 || value === "on" ? "Yes" : "No");

/**
 * Shown when another person saved the record first: both versions of each field that both sides changed, side by side.
 * The form below keeps the typed values and takes over what only the other side changed. Saving it again overwrites the
 * other version.
 */
export function Conflict({ refused, fields }: Props) {
  if (!refused?.current) return null;
  const [typed, current] = [refused.lastResult.initialValue as Values, refused.current as Values];
  const { both, theirs = [] } = refused.merge ?? {};
  const rows = fields
    .map(([name, label, tell = formatValue]) => ({ name, label, yours: tell(typed[name]), saved: tell(current[name]) }))
    .filter(({ name, yours, saved }) => (both ? both.includes(name) : name in current && yours !== saved));
  const takenOver = fields.filter(([name]) => theirs.includes(name)).map(([, label]) => label);
  return (
    <section className="stack" aria-label={texts.conflict}>
      <Table
        caption={texts.conflict}
        rows={rows}
        empty={<EmptyText text={texts.sameText} />}
        columns={[
          { key: "label", label: "Field", head: true, cell: ({ label }) => label },
          { key: "yours", label: "Yours", cell: ({ yours }) => yours },
          { key: "saved", label: "Saved now", cell: ({ saved }) => saved },
        ]}
      />
      <p className="note">
        {takenOver.length > 0 && `${fieldTexts.takenOver(takenOver.join(", "))} `}
        {texts.conflictNext}
      </p>
    </section>
  );
}

const formatValue = (value: unknown): string =>
  value === undefined || value === null ? "" : Array.isArray(value) ? value.map(String).join(", ") : String(value);
