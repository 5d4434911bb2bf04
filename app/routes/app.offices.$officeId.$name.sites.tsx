import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { OfficePages } from "~/components/offices/office-pages";
import { SitesTable } from "~/components/people/sites-table";
import { Status } from "~/components/ui/state";
import { offices } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { empty } from "~/texts";
import { sitesOf } from "~/components/offices/texts";

export const loader = screen({ office: offices.sitesScreen });
export const meta = pageTitle<typeof loader>("Offices", ({ office }) => sitesOf.heading(office.officeName));

/** The sites that an office sells. */
export default function OfficeSites() {
  const { office, can } = useLoaderData<typeof loader>();
  const heading = sitesOf.heading(office.officeName);
  return (
    <>
      <OfficePages office={office} can={can}>
        <ScreenHead title={heading} state={<Status {...office} />}>
          <a href={`/app/offices/edit/${office.id}`}>{sitesOf.change}</a>
        </ScreenHead>
      </OfficePages>
      <SitesTable caption={heading} sites={office.sites} empty={empty.sites} />
    </>
  );
}
