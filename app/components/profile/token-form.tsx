import { tokens as texts } from "~/texts";
import { Radios, Select } from "../form/choices";
import { Form, usePostForm } from "../form/form";
import { Part } from "../form/part";
import { TextInput } from "../form/inputs";

type Setting = Parameters<typeof usePostForm>[0];
type Values = { username: string; kind: string; name: string; scope: string; days: number };
type Props = {
  username: string;
  /** The accounts for which the person may create sign-in links, besides their own. */
  forOthers: "nobody" | "agents" | "anyone";
  scopes: readonly ("read" | "all" | "health")[];
  lifetimes: readonly number[];
  refused: Setting["refused"];
  constraint: Setting["constraint"];
  formId: string;
};

const kinds = [
  { value: "client", label: texts.client },
  { value: "browser", label: texts.browser },
];

/** Creates a client token or a sign-in link. */
export function TokenForm({ username, forOthers, scopes, lifetimes, refused, constraint, formId }: Props) {
  const initial = { username, kind: "client", name: "", scope: "read", days: 90 };
  const [form, fields] = usePostForm<Values>({ constraint, refused, initial });
  return (
    <Form form={form} formId={formId} submit={texts.make} layout="parts">
      <input type="hidden" name="intent" value="create" />
      <Part heading={texts.make} id="make">
        <Radios field={fields.kind} label={texts.kind} choices={kinds} />
        {forOthers !== "nobody" && (
          <TextInput
            field={fields.username}
            label={texts.username}
            hint={forOthers === "anyone" ? texts.anyHint : texts.ownHint}
          />
        )}
        <TextInput field={fields.name} label={texts.name} hint={texts.nameHint} />
        <Radios
          field={fields.scope}
          label={texts.scope}
          hint={texts.scopeHint}
          choices={scopes.map((scope) => ({ value: scope, label: texts[scope] }))}
        />
        <Select
          field={fields.days}
          label={texts.days}
          hint={texts.daysHint}
          choices={lifetimes.map((days) => ({ value: days, label: texts.lifetime(days) }))}
        />
      </Part>
    </Form>
  );
}
