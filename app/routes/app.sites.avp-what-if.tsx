import { useLoaderData, useLocation } from "@remix-run/react";
import { isRefused } from "~/components/form/criteria";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { SiteTabs } from "~/components/sites/site-tabs";
import { Refusals } from "~/components/ui/failure-pane";
import { Costs } from "~/components/what-if/costs";
import { pageOf } from "~/components/what-if/fields";
import { TiersTrial } from "~/components/what-if/tiers-trial";
import { whatIf as texts } from "~/components/what-if/texts";
import { reports, types } from "~/gate.server";
import { screen } from "~/http/screen.server";

export const loader = screen({ tiers: types.avpPeriods, answer: reports.tiersWhatIf });
export const meta = pageTitle(texts.tiers);

/** The cost of the last three half-months of all AVP sites at other tiers. */
export default function TiersWhatIf() {
  const { tiers, answer, can, values, errors } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <>
      <SiteTabs can={can} />
      <ScreenHead title={texts.tiers} />
      <Refusals messages={errors} />
      <p className="note">{texts.tiersIntro}</p>
      <TiersTrial {...{ tiers, query: { values, errors } }} exportTo={`/app/sites/avp-what-if/export.csv${search}`} />
      {!isRefused(errors) && <Costs answer={answer} {...pageOf(values)} />}
    </>
  );
}
