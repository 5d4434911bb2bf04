import { useLoaderData, useLocation } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { emptyLog } from "~/components/logs/empty-log";
import { chatCells } from "~/components/logs/chat-cells";
import { ExportLink } from "~/components/logs/export-link";
import { logColumns } from "~/components/logs/log-columns";
import { LogNotes } from "~/components/logs/log-notes";
import { errorsWithoutField, hiddenCriteria } from "~/components/logs/log-search";
import { LogsTabs } from "~/components/logs/logs-tabs";
import { DateRange } from "~/components/pickers/date-range";
import { OfficeAgent } from "~/components/pickers/office-agent";
import { Select } from "~/components/form/choices";
import { criteria, filterSummary } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { Refusals } from "~/components/ui/failure-pane";
import { Pager } from "~/components/table/pager";
import { Table } from "~/components/table/table";
import { logs } from "~/gate.server";
import { lastWeek, ownOffice } from "~/http/logs.server";
import { screen } from "~/http/screen.server";
import { logs as logTexts } from "~/texts";
import { chatLogs as texts } from "~/components/logs/texts";

export const loader = screen({ log: logs.chatScreen }, { range: lastWeek, prepare: ownOffice });
export const meta = pageTitle(texts.heading);

const FIELDS = ["companyId", "agentId", "siteId", "start", "end"];

/** The chats of agents with clients. */
export default function ChatLogs() {
  const { log, zone, can, values, errors } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const field = criteria({ values: { ...values, agentId: log.agent ?? values.agentId }, errors });
  const visibleFields = FIELDS.filter((name) => name !== "companyId" || can.chooseOffice);
  return (
    <>
      <LogsTabs can={can} />
      <ScreenHead title={texts.heading} zone={zone}>
        {can.submitChatLog && (
          <a className="button primary" href="/app/chat-logs/create">
            {texts.submit}
          </a>
        )}
        <ExportLink values={values} errors={errors} />
      </ScreenHead>
      <Refusals messages={errorsWithoutField(errors, visibleFields)} />
      <CriteriaForm hiddenValues={hiddenCriteria(values)} alwaysValid {...filterSummary({ values, errors })}>
        <DateRange start={field("start")} end={field("end")} hints={log.hints} first={logTexts.payoutPeriod} />
        <OfficeAgent field={field} can={can} choices={log.choices} />
        <Select field={field("siteId")} label={texts.site} first="All" choices={log.choices.sites} />
      </CriteriaForm>
      <LogNotes {...log} />
      <Table
        caption={texts.heading}
        captionHidden
        columns={logColumns(log.columns, chatCells(search))}
        rows={log.items}
        addressed={({ id }) => id}
        sort={log}
        empty={emptyLog(errors)}
      />
      <Pager {...log} after={log.next} />
    </>
  );
}
