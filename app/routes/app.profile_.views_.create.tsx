import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { ProfileTabs } from "~/components/profile/profile-tabs";
import { views as texts } from "~/components/views/texts";
import { ViewForm } from "~/components/views/view-form";
import { VIEWS } from "~/components/views/views-menu";
import { views } from "~/gate.server";
import { screen, type Values } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";

export const loader = screen(
  { form: views.formScreen },
  {
    form: [views.create],
    names: ["screen", "query"],
    /** The address has the screen, followed by that screen's own parameters; `kept` belongs to the form here. */
    prepare: ({ screen: path, query, kept: _, ...own }) => ({ screen: path, query: query ?? textOf(own) }),
  },
);
const textOf = (values: Values): string =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)])),
  ).toString();

export const action = submit(views.create, {
  to: ({ id }: { id: number }) => `/app/views/${id}`,
  notice: [notices.saved[0], texts.done.saved],
});
export const meta = pageTitle<typeof loader>(texts.saveHeading, ({ form }) => form.offered.title);

/** Gives a list, log or report as it was left a name. */
export default function SaveView() {
  const { form, can, constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { name, during, screen: path, query } = form.view;
  return (
    <>
      <ProfileTabs can={can} current={VIEWS} />
      <ScreenHead title={texts.saveHeading} />
      <ViewForm
        initial={{ name, during, mail: "none" }}
        hidden={[
          ["screen", path],
          ["query", query],
        ]}
        {...{ offered: form.offered, refused, constraint, formId, back }}
      />
    </>
  );
}
