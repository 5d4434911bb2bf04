import { logs as texts } from "~/texts";
import { heading } from "../formats";

type Fields = Readonly<Record<string, unknown>>;
export type Change = { record: string; recordId: string; before?: unknown; after?: unknown };

/** The fields that a call or form changed in each record, with old and new values. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null;
  return (
    <details className="drop json" name="json">
      <summary>{texts.changes(changes.length)}</summary>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrollable region */}
      <div tabIndex={0}>
        {changes.map((change, index) => (
          <ChangedRecord key={index} {...change} />
        ))}
      </div>
    </details>
  );
}

function ChangedRecord({ record, recordId, before, after }: Change) {
  const [oldFields, newFields] = [fieldsOf(before), fieldsOf(after)];
  return (
    <dl>
      <dt>{`${heading(record)} ${recordId}`}</dt>
      {[...new Set([...Object.keys(oldFields), ...Object.keys(newFields)])].map((name) => (
        <dd key={name}>
          {`${name}: `}
          {name in oldFields && <del>{formatValue(oldFields[name])}</del>}
          {name in oldFields && name in newFields && " → "}
          {name in newFields && <ins>{formatValue(newFields[name])}</ins>}
        </dd>
      ))}
    </dl>
  );
}

const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});
const formatValue = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
