import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { ManualForm } from "~/components/manuals/manual-form";
import { SitePages } from "~/components/sites/site-pages";
import { Status } from "~/components/ui/state";
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
  const { choices, site } = form;
  return (
    <>
      {site ? (
        <SitePages site={site} can={can} current="manual">
          <ScreenHead title={texts.addHeading} state={<Status {...site} />} />
        </SitePages>
      ) : (
        <ScreenHead title={texts.addHeading} list={{ to: "/app/site-manuals", label: texts.heading }} />
      )}
      <ManualForm
        initial={{ siteId: site?.id, title: site?.sitename ?? "" }}
        {...{ choices, refused, constraint, formId, back }}
      />
    </>
  );
}
