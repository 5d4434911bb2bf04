import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { OfficeForm } from "~/components/offices/office-form";
import { StatusNote } from "~/components/people/status-note";
import { STATEMENTS } from "~/components/statements/statement";
import { versionOf } from "~/components/ui/conflict";
import { offices } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { offices as texts } from "~/components/offices/texts";
import { statements } from "~/components/statements/texts";

const required = ["officeName", "manFirstName", "manLastName"];

export const loader = screen({ form: offices.editScreen }, { form: [offices.update, required] });
export const action = submit(offices.update, { to: "/app/offices/offices", notice: notices.done });
export const meta = pageTitle<typeof loader>(texts.updateHeading, ({ form }) => form.office.officeName);

export default function UpdateOffice() {
  const { form, constraint, formId, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { office, choices } = form;
  return (
    <>
      <ScreenHead title={texts.updateHeading}>
        <a href={`${STATEMENTS}?companyId=${office.id}`}>{statements.heading}</a>
      </ScreenHead>
      <StatusNote {...office} />
      <OfficeForm
        initial={office}
        version={versionOf(refused, office)}
        {...{ choices, refused, constraint, formId, back }}
      />
    </>
  );
}
