import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { NextPrice } from "~/components/types/next-price";
import { PriceTimeLine } from "~/components/types/price-time-line";
import { Select } from "~/components/form/choices";
import { criteria } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { Refusals } from "~/components/ui/failure-pane";
import { TextInput } from "~/components/form/inputs";
import { Pager } from "~/components/table/pager";
import { nextPrice, offices, types } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { types as texts } from "~/components/types/texts";

export const loader = screen({ shown: types.pricesScreen, next: nextPrice, offices: offices.pick });
export const meta = pageTitle<typeof loader>(texts.prices, ({ shown }) => shown.type.typename);

/** The price of the next sale of a link by office and country, and its price history. */
export default function Prices() {
  const { shown, next, offices: choices, values, errors, zone } = useLoaderData<typeof loader>();
  const { site, type, prices, asked: query } = shown;
  const { companyId, geo, ...others } = errors;
  const field = criteria({ values, errors: { companyId, geo } });
  return (
    <>
      <ScreenHead title={`${texts.prices}: ${type.typename}`} zone={zone}>
        <a href={`/app/sites/${site.id}/types`}>{texts.heading(site.sitename)}</a>
      </ScreenHead>
      <Refusals messages={others} />
      <section className="stack" aria-labelledby="next">
        <h2 id="next">{texts.next.heading}</h2>
        <CriteriaForm submit={texts.next.ask}>
          <Select
            field={field("companyId")}
            label={texts.next.office}
            first={texts.next.anyOffice}
            choices={choices.map(({ id, officeName }) => ({ value: id, label: officeName }))}
          />
          <TextInput field={field("geo", { maxLength: 2, pattern: "[A-Za-z]{2}" })} label={texts.next.geo} />
        </CriteriaForm>
        <NextPrice {...next} approve={site.useApproveSale} />
      </section>
      <section className="stack" aria-labelledby="time-line">
        <h2 id="time-line">{texts.timeLine.heading}</h2>
        <PriceTimeLine changes={prices.items} />
        <Pager page={query.page} pageSize={query.pageSize} total={prices.total} />
      </section>
    </>
  );
}
