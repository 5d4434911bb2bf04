import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminForm } from "~/components/admins/admin-form";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { versionOf } from "~/components/ui/conflict";
import { admins } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices, sessions } from "~/texts";
import { admins as texts } from "~/components/admins/texts";

export const loader = screen({ admin: admins.read }, { form: [admins.update, ["email"], ({ admin }) => admin] });
export const action = submit(admins.update, { to: "/app/admins", notice: notices.done, row: true });
export const meta = pageTitle<typeof loader>(texts.updateHeading, ({ admin }) => admin.username);

export default function UpdateAdmin() {
  const { admin, constraint, formId, back, newPassword } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <ScreenHead
        title={texts.updateHeading}
        list={{ to: "/app/admins", label: texts.heading }}
        record={admin.username}
      >
        <a className="button" href={`/app/admins/${admin.id}/sessions`}>
          {sessions.heading}
        </a>
      </ScreenHead>
      <AdminForm
        initial={admin}
        version={versionOf(refused, admin)}
        {...{ refused, constraint, formId, back, newPassword }}
      />
    </>
  );
}
