import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { RecordHistory } from "~/components/history/record-history";
import { history as texts } from "~/components/history/texts";
import { OfficePages } from "~/components/offices/office-pages";
import { Refusals } from "~/components/ui/failure-pane";
import { Status } from "~/components/ui/state";
import { logs, offices } from "~/gate.server";
import { screen } from "~/http/screen.server";

export const loader = screen(
  { office: offices.card, history: logs.history },
  { prepare: (values) => ({ ...values, record: "office" }), names: ["record"] },
);
export const meta = pageTitle<typeof loader>(texts.heading, ({ history }) => history.name);

export default function OfficeHistory() {
  const { office, history, can, zone, errors } = useLoaderData<typeof loader>();
  return (
    <>
      <OfficePages office={office} can={can}>
        <ScreenHead title={texts.title(history.name)} state={<Status {...office} />} zone={zone} />
      </OfficePages>
      <Refusals messages={errors} />
      <RecordHistory history={history} />
    </>
  );
}
