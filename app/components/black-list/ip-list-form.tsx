import { blackList as texts } from "~/components/black-list/texts";
import { Form, type Refused, usePostForm } from "../form/form";
import { Textarea } from "../form/inputs";

type Props = {
  refused?: Refused;
  constraint: Parameters<typeof usePostForm>[0]["constraint"];
  formId: string;
  back?: string;
};

/** The form of both pages, for addresses to add or to delete, one per line (BLACK-07). */
export function IpListForm({ refused, constraint, formId, back }: Props) {
  const [form, fields] = usePostForm<{ ips: string }>({ constraint, refused });
  return (
    <Form form={form} formId={formId} submit="Confirm" cancel="/app/settings/black-list-ip" back={back}>
      <Textarea field={fields.ips} label={texts.list} hint={texts.listHint} rows={12} />
    </Form>
  );
}
