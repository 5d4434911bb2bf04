import { tokens as texts } from "~/texts";
import { Checkbox, Checkboxes, Radios, Select } from "../form/choices";
import { Form, usePostForm } from "../form/form";
import { Part } from "../form/part";
import { TextInput } from "../form/inputs";

type Setting = Parameters<typeof usePostForm>[0];
type Values = {
  username: string;
  kind: string;
  name: string;
  service: boolean;
  scope: string;
  areas: string[];
  days: number;
};
type Props = {
  username: string;
  /** The accounts for which the person may create sign-in links, besides their own. */
  forOthers: "nobody" | "agents" | "anyone";
  mayCreateService: boolean;
  scopes: readonly ("read" | "all" | "health")[];
  areas: readonly { value: string; label: string }[];
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
export function TokenForm(props: Props) {
  const { username, forOthers, mayCreateService, scopes, areas, lifetimes, refused, constraint, formId } = props;
  const initial = { username, kind: "client", name: "", service: false, scope: "read", areas: [], days: 90 };
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
        {mayCreateService && <Checkbox field={fields.service} label={texts.service} hint={texts.serviceHint} />}
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
      <Part heading={texts.areas} alone>
        <Checkboxes field={fields.areas} label={texts.areas} hint={texts.areasHint} choices={areas} />
      </Part>
    </Form>
  );
}
