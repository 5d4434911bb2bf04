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

/** The keys of an input, an answer or a record. */
export function FieldList({ fields }: { fields: FieldDoc[] }) {
  return (
    <ul>
      {fields.map(({ key, kind, component, isRequired, description }) => (
        <li key={key}>
          <code>{key}</code> {component ? <a href={`#${component}`}>{kind}</a> : kind}
          {isRequired ? "" : `, ${docs.optional}`}. <WithCode text={description} />
        </li>
      ))}
    </ul>
  );
}
