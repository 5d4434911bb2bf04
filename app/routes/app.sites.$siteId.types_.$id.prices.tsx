import { country } from "~/components/form/numbers";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { NextPrice } from "~/components/types/next-price";
import { PriceForm } from "~/components/types/price-form";
import { PriceTimeLine } from "~/components/types/price-time-line";
import { Select } from "~/components/form/choices";
import { criteria } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { Act } from "~/components/ui/confirm";
import { Refusals } from "~/components/ui/failure-pane";
import { TextInput } from "~/components/form/inputs";
import { Pager } from "~/components/table/pager";
import { TypePages } from "~/components/types/type-pages";
import { Status } from "~/components/ui/state";
import { nextPrice, offices, types } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { types as texts } from "~/components/types/texts";

export const loader = screen({ shown: types.pricesScreen, next: nextPrice, offices: offices.pick });
export const action = submit(
  { set: types.setPrice, withdraw: types.withdrawPrice },
  {
    to: "/app/sites/:siteId/types/:id/prices",
    notice: ({ intent }) => ["Success", intent === "withdraw" ? texts.timeLine.withdrawDone : texts.set.done],
  },
);
export const meta = pageTitle<typeof loader>(texts.prices, ({ shown }) => shown.type.typename);

/** The price of the next sale of a link by office and country, a form for new prices, and the price history. */
export default function Prices() {
  const { shown, next, offices, can, values, errors, zone, formId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { site, type, prices, halfMonths, asked: query } = shown;
  const choices = offices.map(({ id, officeName }) => ({ value: id, label: officeName }));
  const { companyId, geo, ...others } = errors;
  const field = criteria({ values, errors: { companyId, geo } });
  const office = choices.find(({ value }) => String(value) === String(values.companyId))?.label;
  const geoText = String(values.geo ?? "");
  const summary = [
    `${texts.next.office}: ${office ?? texts.next.anyOffice}`,
    geoText && `${texts.next.geo}: ${geoText}`,
  ]
    .filter(Boolean)
    .join(" · ");
  return (
    <>
      <TypePages {...{ site, type, can }}>
        <ScreenHead title={`${texts.prices}: ${type.typename}`} state={<Status active={type.status} />} zone={zone} />
      </TypePages>
      <Refusals messages={others} />
      <section className="stack" aria-labelledby="next">
        <h2 id="next">{texts.next.heading}</h2>
        <CriteriaForm submit={texts.next.ask} named summary={summary} unfolded={Boolean(companyId ?? geo)}>
          <Select field={field("companyId")} label={texts.next.office} first={texts.next.anyOffice} choices={choices} />
          <TextInput field={field("geo")} label={texts.next.geo} {...country} />
        </CriteriaForm>
        <NextPrice {...next} approve={site.useApproveSale} />
      </section>
      {can.editCatalogue && (
        <PriceForm
          {...{ offices: choices, halfMonths, bonus: type.bonus, approve: site.useApproveSale, refused, formId }}
        />
      )}
      <section className="stack" aria-labelledby="time-line">
        <h2 id="time-line">{texts.timeLine.heading}</h2>
        <PriceTimeLine
          changes={prices.items}
          withdraw={can.editCatalogue ? ({ id }) => <Withdraw id={id} /> : undefined}
        />
        <Pager page={query.page} pageSize={query.pageSize} total={prices.total} />
      </section>
    </>
  );
}

const Withdraw = ({ id }: { id: number }) => (
  <Act act={{ intent: "withdraw", label: texts.timeLine.withdraw }} fields={[["priceId", String(id)]]} />
);
