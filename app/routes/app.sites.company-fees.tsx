import { useActionData, useLoaderData } from "@remix-run/react";
import { FeeCriteria } from "~/components/fees/fee-criteria";
import { FeeNotes, refusedFee } from "~/components/fees/fee-notes";
import { FeeTable } from "~/components/fees/fee-table";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { SitePages } from "~/components/sites/site-pages";
import { SiteTabs } from "~/components/sites/site-tabs";
import { Status } from "~/components/ui/state";
import { fees as operations } from "~/gate.server";
import { screen, type Values } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { fees as texts } from "~/components/fees/texts";
import { imports } from "~/components/imports/texts";

const PATH = "/app/sites/company-fees";

export const loader = screen(
  { chosen: operations.feesScreen },
  { rows: [operations.save, ({ chosen }) => new Map((chosen.fees ?? []).map((fee) => [fee.companyId, fee]))] },
);
export const action = submit(operations.save, { to: rowOf, notice: notices.done });
export const meta = pageTitle(texts.heading);

/** The address of the same list, scrolled to the saved row. */
function rowOf({ typeId, companyId }: { typeId: number; companyId: number }, { siteId }: Values): string {
  return `${PATH}?${new URLSearchParams({ siteId: String(siteId), typeId: String(typeId) })}#f${companyId}`;
}

/** Choose a site, then a link. Each office has a row, saved per cell with scripts and per row without them. */
export default function CompanyFees() {
  const { chosen, can, values, errors, formId, bases } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { sites, site, types, typeId, fees, countries, useApproveSale } = chosen;
  const query = new URLSearchParams({ siteId: String(values.siteId), typeId: String(typeId) });
  const head = (
    <ScreenHead title={texts.heading} state={site && <Status {...site} />}>
      <a href={`${PATH}/export.csv${fees ? `?${query}` : ""}`}>{imports.export}</a>
      <a href={`${PATH}/import`}>{imports.import}</a>
    </ScreenHead>
  );
  return (
    <>
      {site ? (
        <SitePages site={site} can={can}>
          {head}
        </SitePages>
      ) : (
        <>
          <SiteTabs can={can} />
          {head}
        </>
      )}
      <x-fees>
        <FeeCriteria {...{ sites, types, typeId, values, errors }} />
        <FeeNotes
          {...{ refused, fees, sites, types, countries, chosen: values.siteId !== undefined && !errors.siteId }}
        />
        {fees && (
          <FeeTable
            fees={fees}
            useApproveSale={useApproveSale}
            siteId={Number(values.siteId)}
            formId={formId}
            bases={bases}
            refused={refusedFee(refused)}
          />
        )}
      </x-fees>
    </>
  );
}
