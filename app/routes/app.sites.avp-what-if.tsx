import { useLoaderData, useLocation } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { SiteTabs } from "~/components/sites/site-tabs";
import { Refusals } from "~/components/ui/failure-pane";
import { Trial } from "~/components/what-if/costs";
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
  const query = { values, errors };
  return (
    <>
      <SiteTabs can={can} current="/app/sites/sites" />
      <ScreenHead title={texts.tiers}>
        <a href={`/app/sites/avp-what-if/export.csv${search}`}>{texts.export}</a>
      </ScreenHead>
      <Refusals messages={errors} />
      <p className="note">{texts.tiersIntro}</p>
      <Trial {...{ answer, query }}>
        <TiersTrial {...{ tiers, query }} />
      </Trial>
    </>
  );
}
