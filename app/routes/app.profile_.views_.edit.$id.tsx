import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { ProfileTabs } from "~/components/profile/profile-tabs";
import { versionOf } from "~/components/ui/conflict";
import { views as texts } from "~/components/views/texts";
import { ViewForm } from "~/components/views/view-form";
import { VIEWS } from "~/components/views/views-menu";
import { views } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";

export const loader = screen({ form: views.editScreen }, { form: [views.update, ["name"], ({ form }) => form.view] });
export const action = submit(views.update, { to: VIEWS, notice: notices.saved, row: true });
export const meta = pageTitle<typeof loader>(texts.editHeading, ({ form }) => form.view.name);

/** Name, period, sharing and mails of one's own view. Its filters are changed on its screen. */
export default function EditView() {
  const { form, can, constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { view, offered } = form;
  return (
    <>
      <ProfileTabs can={can} current={VIEWS} />
      <ScreenHead title={texts.editHeading}>
        <a href={`/app/views/${view.id}`}>{texts.open}</a>
      </ScreenHead>
      <ViewForm initial={view} version={versionOf(refused, view)} {...{ offered, refused, constraint, formId, back }} />
    </>
  );
}
