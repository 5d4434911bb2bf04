import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { ManualForm } from "~/components/manuals/manual-form";
import { SitePages } from "~/components/sites/site-pages";
import { manuals } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { manuals as texts } from "~/components/manuals/texts";

export const loader = screen({ form: manuals.createScreen }, { form: [manuals.create] });
export const action = submit(manuals.create, { to: "/app/site-manuals", notice: notices.done, row: true });
export const meta = pageTitle(texts.addHeading);

export default function AddSiteManual() {
  const { form, can, constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { choices, siteId, title } = form;
  const head = <ScreenHead title={texts.addHeading} />;
  return (
    <>
      {siteId === undefined ? (
        head
      ) : (
        <SitePages site={{ id: siteId, sitename: title }} can={can} current="manual">
          {head}
        </SitePages>
      )}
      <ManualForm initial={{ siteId, title }} {...{ choices, refused, constraint, formId, back }} />
    </>
  );
}
