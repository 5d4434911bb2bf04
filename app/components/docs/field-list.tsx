import { docs } from "./texts";
import { WithCode } from "./with-code";

export type FieldDoc = {
  key: string;
  kind: string;
  /** The anchor of the record that `kind` names. */
  component?: string;
  isRequired: boolean;
  description: string;
};

/** In one text with the full stop, because React puts a comment between two: a page has hundreds. */
function Kind({ kind, component, isRequired }: Pick<FieldDoc, "kind" | "component" | "isRequired">) {
  const rest = isRequired ? "." : `, ${docs.optional}.`;
  if (!component) return <i>{kind + rest}</i>;
  return (
    <i>
      <a href={`#${component}`}>{kind}</a>
      {rest}
    </i>
  );
}

/** The keys of an input, an answer or a record. */
export function FieldList({ fields }: { fields: FieldDoc[] }) {
  return (
    <ul className="keys">
      {fields.map(({ key, description, ...field }) => (
        <li key={key}>
          <b>{key}</b> <Kind {...field} />
          <WithCode text={` ${description}`} />
        </li>
      ))}
    </ul>
  );
}
