import { tokens as texts } from "~/texts";
import { Radios } from "../ui/choices";
import { Form, usePostForm } from "../ui/form";
import { TextInput } from "../ui/inputs";

type Setting = Parameters<typeof usePostForm>[0];
type Values = { username: string; kind: string; name: string; scope: string };
type Props = {
  username: string;
  /** Tokens may be made for accounts that the person manages. */
  forOthers: boolean;
  refused: Setting["refused"];
  constraint: Setting["constraint"];
  formId: string;
};

const kinds = [
  { value: "client", label: texts.client },
  { value: "browser", label: texts.browser },
];
const scopes = [
  { value: "read", label: texts.read },
  { value: "all", label: texts.all },
];

/** Makes a client token or a remote-login link. */
export function TokenForm({ username, forOthers, refused, constraint, formId }: Props) {
  const initial = { username, kind: "client", name: "", scope: "read" };
  const [form, fields] = usePostForm<Values>({ constraint, refused, initial });
  return (
    <section className="stack" aria-labelledby="make">
      <h2 id="make">{texts.make}</h2>
      <Form form={form} formId={formId} submit={texts.make}>
        <input type="hidden" name="intent" value="create" />
        {forOthers ? (
          <TextInput field={fields.username} label={texts.username} hint={texts.ownHint} autoComplete="off" />
        ) : (
          <input type="hidden" name="username" value={username} />
        )}
        <Radios field={fields.kind} label={texts.kind} choices={kinds} />
        <TextInput field={fields.name} label={texts.name} hint={texts.nameHint} autoComplete="off" />
        <Radios field={fields.scope} label={texts.scope} choices={scopes} />
      </Form>
    </section>
  );
}
