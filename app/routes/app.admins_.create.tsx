import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminForm } from "~/components/admins/admin-form";
import { ScreenHead } from "~/components/frame/screen-head";
import { titled } from "~/components/frame/titled";
import { admins as room } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/submit.server";
import { notices } from "~/texts";
import { admins as texts } from "~/components/admins/texts";

export const loader = screen({}, { needs: "seeAdmins", form: [room.create] });
export const action = submit(room.create, { to: "/app/admins", notice: notices.done });
export const meta = titled(texts.addHeading);

export default function AddAdmin() {
  const { constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <ScreenHead title={texts.addHeading} />
      <AdminForm {...{ refused, constraint, formId, back }} />
    </>
  );
}
