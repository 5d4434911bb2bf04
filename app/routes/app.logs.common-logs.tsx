import { useLoaderData, useLocation } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { CommonCriteria, commonCriteriaFields } from "~/components/logs/common-log-criteria";
import { commonCells } from "~/components/logs/common-log-cells";
import { logColumns } from "~/components/logs/log-columns";
import { LogNotes } from "~/components/logs/log-notes";
import { emptyLog } from "~/components/logs/empty-log";
import { exportAddress, errorsWithoutField } from "~/components/logs/log-search";
import { LogsTabs } from "~/components/logs/logs-tabs";
import { Refusals } from "~/components/ui/failure-pane";
import { Pager } from "~/components/table/pager";
import { Table } from "~/components/table/table";
import { logs } from "~/gate.server";
import { lastWeek } from "~/http/logs.server";
import { screen } from "~/http/screen.server";
import { empty, logs as texts } from "~/texts";

export const loader = screen({ log: logs.commonScreen }, { range: lastWeek });
export const meta = pageTitle(texts.common);

/** Every call and posted form, for accounts that may see everyone's activity. */
export default function CommonLogs() {
  const { log, zone, can, values, errors } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const isValid = Object.keys(errors).length === 0;
  const clear = (
    <a className="cancel" href="?dateRange=">
      {texts.clear}
    </a>
  );
  return (
    <>
      <LogsTabs can={can} />
      <ScreenHead title={texts.common} zone={zone}>
        {isValid && <a href={exportAddress(`${pathname}/export_data.txt`, search, values)}>{texts.exportText}</a>}
      </ScreenHead>
      <Refusals messages={errorsWithoutField(errors, commonCriteriaFields)} />
      <CommonCriteria {...{ can, values, errors }} {...log} acts={clear} />
      <LogNotes {...log} />
      <Table
        caption={texts.common}
        captionHidden
        columns={logColumns(log.columns, commonCells(log.lookUp))}
        rows={log.items}
        sort={log}
        empty={emptyLog(errors, empty.params)}
      />
      <Pager {...log} after={log.next} />
    </>
  );
}
