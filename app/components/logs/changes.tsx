import { logs as texts } from "~/texts";
import { heading } from "../formats";

type Fields = Readonly<Record<string, unknown>>;
export type Change = { record: string; recordId: string; before?: unknown; after?: unknown };

/** The fields that a call or form changed in each record, with old and new values. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null;
  return (
    <details className="json">
      <summary>{texts.changes(changes.length)}</summary>
      {changes.map((change, index) => (
        <ChangedRecord key={index} {...change} />
      ))}
    </details>
  );
}

function ChangedRecord({ record, recordId, before, after }: Change) {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return (
    <dl>
      <dt>{`${heading(record)} ${recordId}`}</dt>
      {[...new Set([...Object.keys(was), ...Object.keys(is)])].map((name) => (
        <dd key={name}>
          {`${name}: `}
          {name in was && <del>{shown(was[name])}</del>}
          {name in was && name in is && " → "}
          {name in is && <ins>{shown(is[name])}</ins>}
        </dd>
      ))}
    </dl>
  );
}

const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});
const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
