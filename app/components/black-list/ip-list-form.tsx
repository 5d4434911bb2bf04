import { blackList as texts } from "~/components/black-list/texts";
import { Checkbox } from "../form/choices";
import { Form, type Refused, usePostForm } from "../form/form";
import { Textarea, TextInput } from "../form/inputs";

type Props = {
  refused?: Refused;
  constraint: Parameters<typeof usePostForm>[0]["constraint"];
  formId: string;
  back?: string;
  /** The page for adding: with a reason, and a confirmation for entries that cover very many addresses. */
  adds?: boolean;
};

/** The form of both pages, for addresses to add or to delete, one per line (BLACK-07). */
export function IpListForm({ refused, constraint, formId, back, adds = false }: Props) {
  const [form, fields] = usePostForm<{ ips: string; reason: string; confirmed: boolean }>({ constraint, refused });
  const needsConfirmation = (fields.confirmed.errors?.length ?? 0) > 0;
  return (
    <Form form={form} formId={formId} submit="Confirm" cancel="/app/settings/black-list-ip" back={back}>
      <Textarea field={fields.ips} label={texts.list} hint={texts.listHint} rows={12} />
      {adds && <TextInput field={fields.reason} label={texts.reason} hint={texts.reasonHint} />}
      {adds && needsConfirmation && (
        <Checkbox field={fields.confirmed} label={texts.confirm} hint={texts.confirmHint} />
      )}
    </Form>
  );
}
