import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { RecordHistory } from "~/components/history/record-history";
import { history as texts } from "~/components/history/texts";
import { Refusals } from "~/components/ui/failure-pane";
import { TypePages } from "~/components/types/type-pages";
import { Status } from "~/components/ui/state";
import { logs, types } from "~/gate.server";
import { screen } from "~/http/screen.server";

export const loader = screen(
  { history: logs.history, shown: types.historyScreen },
  { prepare: (values) => ({ ...values, record: "type" }), names: ["record"] },
);
export const meta = pageTitle<typeof loader>(texts.heading, ({ history }) => history.name);

/** Every change of a link and its prices, with author and time. */
export default function LinkHistory() {
  const { history, shown, can, zone, errors } = useLoaderData<typeof loader>();
  const { site, type } = shown;
  return (
    <>
      <TypePages {...{ site, type, can }}>
        <ScreenHead title={texts.title(type.typename)} state={<Status active={type.status} />} zone={zone} />
      </TypePages>
      <Refusals messages={errors} />
      <RecordHistory history={history} />
    </>
  );
}
