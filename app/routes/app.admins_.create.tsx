import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminForm } from "~/components/admins/admin-form";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { admins } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { admins as texts } from "~/components/admins/texts";

export const loader = screen({}, { needs: "seeAdmins", form: [admins.create] });
export const action = submit(admins.create, { to: "/app/admins", notice: notices.done, row: true });
export const meta = pageTitle(texts.addHeading);

export default function AddAdmin() {
  const { constraint, formId, back, newPassword } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <ScreenHead title={texts.addHeading} list={{ to: "/app/admins", label: texts.heading }} />
      <AdminForm {...{ refused, constraint, formId, back, newPassword }} />
    </>
  );
}
