import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { OfficePages } from "~/components/offices/office-pages";
import { OfficePayments } from "~/components/offices/office-payments";
import { officePayments as texts } from "~/components/offices/texts";
import { fees } from "~/gate.server";
import { screen } from "~/http/screen.server";

export const loader = screen({ office: fees.ofOffice });
export const meta = pageTitle<typeof loader>(texts.title, ({ office }) => office.officeName);

/** The prices that one office has of its own, over all sites. */
export default function Payments() {
  const { office, can } = useLoaderData<typeof loader>();
  return (
    <>
      <OfficePages office={office} can={can}>
        <ScreenHead title={texts.heading(office.officeName)}>
          {can.editCatalogue && <a href="/app/sites/company-fees">Offices custom payments</a>}
        </ScreenHead>
      </OfficePages>
      <p>{texts.intro}</p>
      <OfficePayments office={office} edits={can.editCatalogue} />
    </>
  );
}
