import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { OfficePages } from "~/components/offices/office-pages";
import { OfficeForm } from "~/components/offices/office-form";
import { StatusNote } from "~/components/people/status-note";
import { versionOf } from "~/components/ui/conflict";
import { Status } from "~/components/ui/state";
import { offices } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { offices as texts } from "~/components/offices/texts";

const required = ["officeName", "manFirstName", "manLastName"];

export const loader = screen(
  { form: offices.editScreen },
  { form: [offices.update, required, ({ form }) => form.office] },
);
export const action = submit(offices.update, { to: "/app/offices/offices", notice: notices.done, row: true });
export const meta = pageTitle<typeof loader>(texts.updateHeading, ({ form }) => form.office.officeName);

export default function UpdateOffice() {
  const { form, can, zone, constraint, formId, back, newPassword } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { office, choices } = form;
  return (
    <>
      <OfficePages office={form.office} can={can}>
        <ScreenHead
          title={texts.updateHeading}
          state={<Status {...office} />}
          zone={office.statusAt !== null && zone}
        />
      </OfficePages>
      <StatusNote {...office} />
      <OfficeForm
        initial={office}
        version={versionOf(refused, office)}
        {...{ choices, refused, constraint, formId, back, newPassword }}
      />
    </>
  );
}
