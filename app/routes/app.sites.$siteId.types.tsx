import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { SitePages } from "~/components/sites/site-pages";
import { AvpBox } from "~/components/types/avp-box";
import { AvpForm } from "~/components/types/avp-form";
import { TypeTable } from "~/components/types/type-table";
import { Refusals } from "~/components/ui/failure-pane";
import { Status } from "~/components/ui/state";
import { types as operations } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { imports } from "~/components/imports/texts";
import { types as texts } from "~/components/types/texts";

const tier = { from: "", to: "", payoutPhp: "", payoutDollars: "" };

export const loader = screen({ list: operations.listScreen });
export const action = submit(
  { tiers: operations.setAvpPeriods },
  { to: "/app/sites/:siteId/types", notice: notices.done, lists: { periods: tier } },
);
export const meta = pageTitle<typeof loader>(texts.title, ({ list }) => list.site.sitename);

/** The links of a site with their prices, and the site's AVP tiers. */
export default function SiteLinks() {
  const { list, can, errors, formId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { site, types, asked: query, avp } = list;
  const path = `/app/sites/${site.id}/types`;
  const { sortField, sortAsc } = query;
  const sorted = new URLSearchParams({ sortField, sortAsc: String(sortAsc) }).toString();
  return (
    <>
      <SitePages site={site} can={can}>
        <ScreenHead
          title={texts.heading(site.sitename)}
          state={<Status {...site} />}
          terms={["lpp", "avp", "days", "earning", "payout"]}
        >
          <a href={`${path}/export.csv?${sorted}`}>{imports.export}</a>
          {can.editCatalogue && (
            <>
              <a href={`${path}/import`}>{imports.import}</a>
              <a className="button primary" href={`${path}/create`}>
                {texts.add}
              </a>
            </>
          )}
        </ScreenHead>
      </SitePages>
      <Refusals messages={errors} />
      <TypeTable
        types={types}
        sort={query}
        path={path}
        approve={site.useApproveSale}
        seesEarning={can.editCatalogue}
        edits={can.editCatalogue}
      />
      <AvpBox tiers={avp.tiers} validFrom={avp.validFrom} later={avp.later} ofSite={site.avp}>
        {can.editCatalogue && (
          <AvpForm
            tiers={avp.later.at(-1)?.tiers ?? avp.tiers}
            version={avp.version}
            halfMonths={avp.halfMonths}
            next={avp.next}
            refused={refused}
            formId={formId}
          />
        )}
      </AvpBox>
    </>
  );
}
