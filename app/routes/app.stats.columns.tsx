import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { ScreenHead } from "~/components/frame/screen-head";
import { BackLink, reportBehind } from "~/components/reports/back-link";
import { ColumnChoices } from "~/components/reports/column-choices";
import { columnChoice as texts } from "~/components/reports/column-texts";
import { MORE_GROUPINGS, panelOf } from "~/components/reports/grouping-fields";
import { withoutFigures } from "~/components/reports/result";
import { StatsTabs } from "~/components/reports/stats-tabs";
import { Refusals } from "~/components/ui/failure-pane";
import { views as viewTexts } from "~/components/views/texts";
import { saveAddressOf } from "~/components/views/views-menu";
import { reports } from "~/gate.server";
import { submit } from "~/http/forms/submit.server";
import { listAt } from "~/http/return-url";
import { screen } from "~/http/screen.server";
import { notices } from "~/texts";

export const loader = screen(
  { opened: reports.columnsScreen },
  { range: (today) => ({ start: today, end: today }), names: ["report"], whileRefused: withoutFigures },
);

type Posted = { report?: string; back?: string; offered?: unknown; columns?: string | string[]; all?: string };

export const action = submit(reports.chooseColumns, {
  // The unticked ones of the offered columns are left out.
  prepare({ report, offered, columns = [], all }: Posted) {
    const keys = typeof offered === "string" ? offered.split(",").filter(Boolean) : [];
    const ticked = [columns].flat();
    const hide = all ? [] : keys.filter((key) => !ticked.includes(key));
    return { report, all, hide, show: keys.filter((key) => !hide.includes(key)) };
  },
  to: (_answer, { report, back }: Posted) => listAt(`/app/stats/${report}`, back),
  notice: [notices.done[0], texts.saved],
});
export const meta = pageTitle<typeof loader>(texts.heading, ({ opened }) => opened.title);

/** The columns of a report, which each person chooses for themselves. */
export default function Columns() {
  const { opened, can, errors, back, formId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { search } = useLocation();
  const { report, title, choices } = opened;
  const behind = reportBehind(report, back, search);
  const [path = "", query = ""] = behind.split("?");
  return (
    <>
      <StatsTabs can={can} report={report} />
      <ScreenHead title={texts.of(title)}>
        <a href={saveAddressOf(path, query)}>{viewTexts.save}</a>
        <a href={panelOf(behind)}>{MORE_GROUPINGS}</a>
        <BackLink report={report} back={back} />
      </ScreenHead>
      <Refusals messages={refused?.lastResult.error ?? errors} />
      <p className="note">{texts.intro}</p>
      {choices.length > 0 && <ColumnChoices {...{ choices, report, formId }} back={behind} />}
    </>
  );
}
