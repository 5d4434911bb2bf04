import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { OfficePages } from "~/components/offices/office-pages";
import { OfficePayments } from "~/components/offices/office-payments";
import { officePayments as texts } from "~/components/offices/texts";
import { Status } from "~/components/ui/state";
import { fees, offices } from "~/gate.server";
import { screen } from "~/http/screen.server";

export const loader = screen({ card: offices.card, office: fees.ofOffice });
export const meta = pageTitle<typeof loader>(texts.title, ({ office }) => office.officeName);

/** The prices that one office has of its own, over all sites. */
export default function Payments() {
  const { card, office, can } = useLoaderData<typeof loader>();
  return (
    <>
      <OfficePages office={card} can={can}>
        <ScreenHead title={texts.heading(office.officeName)} state={<Status {...card} />}>
          {can.editCatalogue && <a href="/app/sites/company-fees">Offices custom payments</a>}
        </ScreenHead>
      </OfficePages>
      <p>{texts.intro}</p>
      <OfficePayments office={office} edits={can.editCatalogue} />
    </>
  );
}
