import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { ManualForm } from "~/components/manuals/manual-form";
import { SitePages } from "~/components/sites/site-pages";
import { versionOf } from "~/components/ui/conflict";
import { Status } from "~/components/ui/state";
import { manuals } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { manuals as texts } from "~/components/manuals/texts";

export const loader = screen(
  { form: manuals.editScreen },
  { form: [manuals.update, ["siteId", "title", "html"], ({ form }) => form.manual] },
);
export const action = submit(manuals.update, { to: "/app/site-manuals", notice: notices.done, row: true });
export const meta = pageTitle<typeof loader>(texts.updateHeading, ({ form }) => form.manual.title);

export default function EditSiteManual() {
  const { form, can, constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { choices, manual, site } = form;
  const version = versionOf(refused, manual);
  return (
    <>
      <SitePages site={site} can={can} current="manual">
        <ScreenHead title={texts.updateHeading} state={<Status {...site} />} />
      </SitePages>
      <ManualForm initial={manual} {...{ version, choices, refused, constraint, formId, back }} />
    </>
  );
}
