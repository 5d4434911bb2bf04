import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { RecordHistory } from "~/components/history/record-history";
import { history as texts } from "~/components/history/texts";
import { SitePages } from "~/components/sites/site-pages";
import { Refusals } from "~/components/ui/failure-pane";
import { Status } from "~/components/ui/state";
import { logs, sites } from "~/gate.server";
import { screen } from "~/http/screen.server";

export const loader = screen(
  { site: sites.card, history: logs.history },
  { prepare: (values) => ({ ...values, record: "site" }), names: ["record"] },
);
export const meta = pageTitle<typeof loader>(texts.heading, ({ history }) => history.name);

export default function SiteHistory() {
  const { site, history, can, zone, errors } = useLoaderData<typeof loader>();
  return (
    <>
      <SitePages site={site} can={can}>
        <ScreenHead title={texts.title(history.name)} state={<Status {...site} />} zone={zone} />
      </SitePages>
      <Refusals messages={errors} />
      <RecordHistory history={history} />
    </>
  );
}
