import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { RecordHistory } from "~/components/history/record-history";
import { history as texts } from "~/components/history/texts";
import { types as linkTexts } from "~/components/types/texts";
import { Refusals } from "~/components/ui/failure-pane";
import { logs, types } from "~/gate.server";
import { screen } from "~/http/screen.server";

export const loader = screen(
  { history: logs.history, shown: types.historyScreen },
  { prepare: (values) => ({ ...values, record: "type" }), names: ["record"] },
);
export const meta = pageTitle<typeof loader>(texts.heading, ({ history }) => history.name);

/** Every change of a link and its prices, with author and time. */
export default function LinkHistory() {
  const { history, shown, zone, errors } = useLoaderData<typeof loader>();
  const { site, type } = shown;
  const list = `/app/sites/${site.id}/types`;
  return (
    <>
      <ScreenHead title={texts.title(type.typename)} zone={zone}>
        <a href={list}>{linkTexts.heading(site.sitename)}</a>
        <a href={`${list}/${type.id}/prices`}>{linkTexts.prices}</a>
      </ScreenHead>
      <Refusals messages={errors} />
      <RecordHistory history={history} />
    </>
  );
}
