import { form as texts } from "~/texts";
import { EmptyText } from "./empty-text";
import { Table } from "./table";

type Values = Readonly<Record<string, unknown>>;
type Refused = { lastResult: { initialValue?: unknown }; current?: unknown } | undefined;
type Props = {
  refused: Refused;
  /** The fields of the form with their labels, and how a value that is no text is told. */
  fields: readonly (readonly [name: string, label: string, tell?: (value: unknown) => string])[];
};

/**
 * The state of the record that the form is made from: what somebody else has saved in the meantime, once both were
 * shown; of a form that comes back for any other reason, what it was made from before.
 */
export function versionOf(refused: Refused, record: { version: number }): number {
  const current = (refused?.current as { version: number } | undefined)?.version;
  const before = Number((refused?.lastResult.initialValue as Values | undefined)?.version);
  return current ?? (Number.isSafeInteger(before) && before > 0 ? before : record.version);
}

/** How a tick is told, typed or saved. */
export const yesNo = (value: unknown): string => (value === true || value === 1 || value === "on" ? "Yes" : "No");

/**
 * Somebody else saved the record first: both versions of what differs, side by side. The form below keeps what was
 * typed, and saving it once more saves that.
 */
export function Conflict({ refused, fields }: Props) {
  if (!refused?.current) return null;
  const [typed, current] = [refused.lastResult.initialValue as Values, refused.current as Values];
  const rows = fields
    .map(([name, label, tell = plain]) => ({ name, label, yours: tell(typed[name]), saved: tell(current[name]) }))
    .filter(({ name, yours, saved }) => name in current && yours !== saved);
  return (
    <section className="stack" aria-label={texts.conflict}>
      <Table
        caption={texts.conflict}
        rows={rows}
        rowKey={({ name }) => name}
        empty={<EmptyText text={texts.sameText} />}
        columns={[
          { key: "label", label: "Field", head: true, cell: ({ label }) => label },
          { key: "yours", label: "Yours", cell: ({ yours }) => yours },
          { key: "saved", label: "Saved now", cell: ({ saved }) => saved },
        ]}
      />
      <p className="note">{texts.conflictNext}</p>
    </section>
  );
}

const plain = (value: unknown): string =>
  value === undefined || value === null ? "" : Array.isArray(value) ? value.map(String).join(", ") : String(value);
