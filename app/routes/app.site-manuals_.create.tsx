import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { titled } from "~/components/frame/titled";
import { ManualForm } from "~/components/manuals/manual-form";
import { manuals as room } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/submit.server";
import { notices } from "~/texts";
import { manuals as texts } from "~/components/manuals/texts";

export const loader = screen({ form: room.createScreen }, { form: [room.create] });
export const action = submit(room.create, { to: "/app/site-manuals", notice: notices.done });
export const meta = titled(texts.addHeading);

export default function AddSiteManual() {
  const { form, constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { choices, siteId, title } = form;
  return (
    <>
      <ScreenHead title={texts.addHeading} />
      <ManualForm initial={{ siteId, title }} {...{ choices, refused, constraint, formId, back }} />
    </>
  );
}
