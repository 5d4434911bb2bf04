import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { OfficeForm } from "~/components/offices/office-form";
import { offices } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { offices as texts } from "~/components/offices/texts";

export const loader = screen({ form: offices.createScreen }, { form: [offices.create] });
export const action = submit(offices.create, { to: "/app/offices/offices", notice: notices.done, row: true });
export const meta = pageTitle(texts.addHeading);

export default function AddOffice() {
  const { form, constraint, formId, back, newPassword } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { choices, siteIds, preferredDomainId } = form;
  return (
    <>
      <ScreenHead title={texts.addHeading} list={{ to: "/app/offices/offices", label: texts.heading }} />
      <OfficeForm
        initial={{ siteIds, preferredDomainId, active: true }}
        {...{ choices, refused, constraint, formId, back, newPassword }}
      />
    </>
  );
}
