import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminForm } from "~/components/admins/admin-form";
import { ScreenHead } from "~/components/frame/screen-head";
import { titled } from "~/components/frame/titled";
import { versionOf } from "~/components/ui/conflict";
import { admins as room } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/submit.server";
import { notices } from "~/texts";
import { admins as texts } from "~/components/admins/texts";

export const loader = screen({ admin: room.read }, { form: [room.update, ["email"]] });
export const action = submit(room.update, { to: "/app/admins", notice: notices.done });
export const meta = titled<typeof loader>(texts.updateHeading, ({ admin }) => admin.username);

export default function UpdateAdmin() {
  const { admin, constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <ScreenHead title={texts.updateHeading} />
      <AdminForm initial={admin} version={versionOf(refused, admin)} {...{ refused, constraint, formId, back }} />
    </>
  );
}
