import type { identity, Output } from "~/gate.server";
import { dateTime } from "../formats";
import { Form, usePostForm } from "../form/form";
import { TextInput } from "../form/inputs";
import { PasskeyButton } from "../passkeys/passkey-button";
import { passkeys as texts } from "../passkeys/texts";
import { allActs } from "../table/acts";
import type { Column } from "../table/column";
import { ConfirmSubmit, RowActs } from "../table/row-acts";
import { Table } from "../table/table";
import { passkeyActs } from "./acts";

type Setting = Parameters<typeof usePostForm>[0];
type Row = Output<typeof identity.passkeys.list>["passkeys"][number];
type Props = {
  rows: readonly Row[];
  /** The screen that handles the posts. */
  action: string;
  refused: Setting["refused"];
  constraint: Setting["constraint"];
  formId: string;
};

const columnsOf = (action: string): Column<Row>[] => [
  { key: "name", label: texts.name, head: true, cell: ({ name }) => name },
  { key: "createdAt", label: "Added", nowrap: true, cell: ({ createdAt }) => dateTime(createdAt) },
  {
    key: "lastUsedAt",
    label: "Last used",
    nowrap: true,
    cell: ({ lastUsedAt: at }) => (at ? dateTime(at) : texts.never),
  },
  {
    key: "actions",
    label: "Actions",
    acts: true,
    cell: ({ id, name }) => <RowActs action={action} id={id} of={name} acts={allActs(passkeyActs)} />,
  },
];

/** The person's passkeys, and the form that adds one. */
export function Passkeys({ rows, action, refused, constraint, formId }: Props) {
  const [form, fields] = usePostForm<{ name: string; passkey: string }>({ constraint, refused, id: "passkey" });
  return (
    <section className="stack" aria-labelledby="passkeys-heading">
      <h2 id="passkeys-heading">{texts.heading}</h2>
      <p>{texts.intro}</p>
      {rows.length > 0 && (
        <ConfirmSubmit action={action}>
          <Table caption={texts.heading} captionHidden columns={columnsOf(action)} rows={rows} empty={texts.none} />
        </ConfirmSubmit>
      )}
      <Form form={form} formId={formId} acts={<PasskeyButton field={fields.passkey} adds="addPasskey" />}>
        <TextInput field={fields.name} label={texts.name} hint={texts.nameHint} />
      </Form>
    </section>
  );
}
