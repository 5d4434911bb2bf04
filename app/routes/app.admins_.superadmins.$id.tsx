import { useActionData, useLoaderData } from "@remix-run/react";
import { admins as adminTexts, superadmins as texts } from "~/components/admins/texts";
import { Fixed } from "~/components/form/fixed";
import { Form, usePostForm } from "~/components/form/form";
import { TextInput } from "~/components/form/inputs";
import { Part } from "~/components/form/part";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { Conflict, versionOf } from "~/components/ui/conflict";
import { identity } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";

const LIST = "/app/admins";
const { read, setEmail } = identity.superadmins;

export const loader = screen({ superadmin: read }, { form: [setEmail, ["email"], ({ superadmin }) => superadmin] });
export const action = submit(setEmail, { to: LIST, notice: notices.done });
export const meta = pageTitle<typeof loader>(texts.updateHeading, ({ superadmin }) => superadmin.username);

/** The e-mail address of another superadmin. */
export default function UpdateSuperadmin() {
  const { superadmin, constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const [form, fields] = usePostForm<{ email: string }>({ constraint, refused, initial: superadmin });
  return (
    <>
      <ScreenHead
        title={texts.updateHeading}
        list={{ to: LIST, label: adminTexts.heading }}
        record={superadmin.username}
      />
      <Conflict refused={refused} fields={[["email", "Email"]]} />
      <Form
        {...{ form, formId, back }}
        version={versionOf(refused, superadmin)}
        submit="Confirm"
        layout="parts"
        cancel={LIST}
      >
        <Part heading={adminTexts.parts.account}>
          <Fixed id="username" label="Username" value={superadmin.username} />
          <TextInput field={fields.email} label="Email" type="email" hint={texts.emailHint} />
        </Part>
      </Form>
    </>
  );
}
