import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { emptyLog } from "~/components/logs/empty-log";
import { clickCells } from "~/components/logs/click-cells";
import { ExportLink } from "~/components/logs/export-link";
import { logCriteria } from "~/components/logs/log-criteria";
import { logColumns } from "~/components/logs/log-columns";
import { LogNotes } from "~/components/logs/log-notes";
import { hiddenCriteria } from "~/components/logs/log-search";
import { LogsTabs } from "~/components/logs/logs-tabs";
import { DateRange } from "~/components/pickers/date-range";
import { OfficeAgent } from "~/components/pickers/office-agent";
import { Select } from "~/components/form/choices";
import { filterSummary } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { Refusals } from "~/components/ui/failure-pane";
import { MoreFilters } from "~/components/form/more-filters";
import { TextInput } from "~/components/form/inputs";
import { Pager } from "~/components/table/pager";
import { Table } from "~/components/table/table";
import { logs } from "~/gate.server";
import { lastWeek, ownOffice } from "~/http/logs.server";
import { screen } from "~/http/screen.server";
import { clickLogs as texts } from "~/components/logs/texts";

export const loader = screen({ log: logs.clickScreen }, { range: lastWeek, prepare: ownOffice });
export const meta = pageTitle(texts.heading);

/** Every click on a tracked link. A search by click ID keeps its field, so that it can be cleared. */
export default function ClickLogs() {
  const data = useLoaderData<typeof loader>();
  const { log, zone, can, values, errors } = data;
  const byId = values.clickId !== undefined;
  const { field, others } = logCriteria(data, ["siteId", can.seeIp && "ipAddress", "subId", byId && "clickId"]);
  return (
    <>
      <LogsTabs can={can} />
      <ScreenHead title={texts.heading} zone={zone}>
        <ExportLink values={values} errors={errors} />
      </ScreenHead>
      <Refusals messages={others} />
      <CriteriaForm hiddenValues={hiddenCriteria(values)} alwaysValid {...filterSummary({ values, errors })}>
        <DateRange start={field("start")} end={field("end")} hints={log.hints} />
        <OfficeAgent field={field} can={can} choices={log.choices} />
        <Select field={field("siteId")} label={texts.site} first="All" choices={log.choices.sites} />
        <MoreFilters fields={[field("subId"), field("ipAddress"), field("clickId")]}>
          <TextInput field={field("subId")} label={texts.subId} />
          {can.seeIp && <TextInput field={field("ipAddress")} label={texts.address} />}
          {byId && <TextInput field={field("clickId")} label={texts.clickId} />}
        </MoreFilters>
      </CriteriaForm>
      {byId && values.clickId !== "" && !errors.clickId && (
        <p className="line">
          <code>{String(values.clickId)}</code>{" "}
          <a href={`/app/links/doctor?${new URLSearchParams({ link: String(values.clickId) }).toString()}`}>
            {texts.became}
          </a>
        </p>
      )}
      <LogNotes {...log} />
      <Table
        caption={texts.heading}
        captionHidden
        columns={logColumns(log.columns, clickCells(log.items))}
        rows={log.items}
        sort={log}
        empty={emptyLog(errors)}
      />
      <Pager {...log} after={log.next} />
    </>
  );
}
