import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { SiteForm } from "~/components/sites/site-form";
import { sites } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { setUpLink, sites as texts } from "~/components/sites/texts";

export const loader = screen({ form: sites.createScreen }, { form: [sites.create] });
export const action = submit(sites.create, {
  to: "/app/sites/sites",
  row: true,
  notice: (_values, { id }: { id: number }) => [...notices.done, "success", setUpLink(id)],
});
export const meta = pageTitle(texts.addHeading);

export default function AddSite() {
  const { form, constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <ScreenHead title={texts.addHeading} list={{ to: "/app/sites/sites", label: texts.heading }} />
      <SiteForm initial={{ status: true }} categories={form.categories} {...{ refused, constraint, formId, back }} />
    </>
  );
}
