import { doctor as texts } from "~/texts";
import { Form, type Refused, usePostForm } from "../form/form";
import { Textarea } from "../form/inputs";

type Props = {
  /** The screen that takes the text. */
  path: string;
  label?: string;
  submit?: string;
  refused?: Refused;
  constraint: Parameters<typeof usePostForm>[0]["constraint"];
  /** The text whose results the screen shows. */
  asked?: string;
};

/** A field for any text that contains a link. */
export function TextForm({
  path,
  label = texts.link,
  submit = texts.translate,
  refused,
  constraint,
  asked: query,
}: Props) {
  const [form, fields] = usePostForm<{ link: string }>({ constraint, refused, initial: { link: query } });
  return (
    <Form form={form} submit={submit} action={path}>
      <Textarea field={fields.link} label={label} hint={texts.linkHint} rows={3} />
    </Form>
  );
}
