import { doctor as texts } from "~/texts";
import { Form, type Refused, usePostForm } from "../form/form";
import { Textarea } from "../form/inputs";

type Props = {
  refused?: Refused;
  constraint: Parameters<typeof usePostForm>[0]["constraint"];
  /** The text whose results the screen shows. */
  asked?: string;
};

/** A field for any text that contains a link. */
export function TextForm({ refused, constraint, asked: query }: Props) {
  const [form, fields] = usePostForm<{ link: string }>({ constraint, refused, initial: { link: query } });
  return (
    <Form form={form} submit={texts.translate} action="/app/links/links-translate">
      <Textarea field={fields.link} label={texts.link} hint={texts.linkHint} rows={3} />
    </Form>
  );
}
