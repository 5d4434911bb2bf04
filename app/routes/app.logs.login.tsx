import { useLoaderData } from "@remix-run/react";
import { dateTime } from "~/components/formats";
import { AgentTabs } from "~/components/agents/agent-tabs";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { emptyLog } from "~/components/logs/empty-log";
import { ExportLink } from "~/components/logs/export-link";
import { type Cells, logColumns } from "~/components/logs/log-columns";
import { IpText } from "~/components/logs/ip-text";
import { LogNotes } from "~/components/logs/log-notes";
import { errorsWithoutField, hiddenCriteria } from "~/components/logs/log-search";
import { LogsTabs } from "~/components/logs/logs-tabs";
import { DateRange } from "~/components/pickers/date-range";
import { OfficeAgent } from "~/components/pickers/office-agent";
import { criteria, filterSummary } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { Refusals } from "~/components/ui/failure-pane";
import { TextInput } from "~/components/form/inputs";
import { Status } from "~/components/ui/state";
import { Pager } from "~/components/table/pager";
import { Table } from "~/components/table/table";
import { agents, logs, type Output } from "~/gate.server";
import { lastWeek, ownOffice } from "~/http/logs.server";
import { screen } from "~/http/screen.server";
import { byMaker, logs as texts } from "~/texts";

export const loader = screen({ log: logs.loginScreen, chosen: agents.chosen }, { range: lastWeek, prepare: ownOffice });
export const meta = pageTitle(texts.login);

type Login = Output<typeof logs.loginScreen>["items"][number];

const FIELDS = ["companyId", "agentId", "ipAddress", "start", "end"];
const cells: Cells<Login> = {
  username: { unsorted: true, head: true, cell: ({ username, by }) => byMaker(username, by) },
  ip: { unsorted: true, cell: ({ ip }) => ip && <IpText ip={ip} /> },
  inTime: { primary: true, nowrap: true, cell: ({ inTime }) => dateTime(inTime) },
  outTime: { unsorted: true, nowrap: true, cell: ({ outTime }) => outTime && dateTime(outTime) },
};

/** Sign-ins: who, from where, and until when. */
export default function LoginLogs() {
  const { log, chosen, zone, can, values, errors } = useLoaderData<typeof loader>();
  const field = criteria({ values: { ...values, agentId: log.agent ?? values.agentId }, errors });
  const visibleFields = FIELDS.filter((name) => name !== "companyId" || can.chooseOffice);
  const head = (
    <ScreenHead title={texts.login} state={chosen && <Status {...chosen} />} zone={zone}>
      <ExportLink values={values} errors={errors} />
    </ScreenHead>
  );
  return (
    <>
      {chosen ? (
        <AgentTabs agent={chosen} can={can} current="logins">
          {head}
        </AgentTabs>
      ) : (
        <>
          <LogsTabs can={can} />
          {head}
        </>
      )}
      <Refusals messages={errorsWithoutField(errors, visibleFields)} />
      <CriteriaForm hiddenValues={hiddenCriteria(values)} alwaysValid {...filterSummary({ values, errors })}>
        <DateRange start={field("start")} end={field("end")} hints={log.hints} first={texts.payoutPeriod} />
        <OfficeAgent field={field} can={can} choices={log.choices} />
        {can.seeIp && <TextInput field={field("ipAddress")} label="IP Address" />}
      </CriteriaForm>
      <LogNotes {...log} />
      <Table
        caption={texts.login}
        captionHidden
        columns={logColumns(log.columns, cells)}
        rows={log.items}
        sort={log}
        empty={emptyLog(errors)}
      />
      <Pager {...log} after={log.next} />
    </>
  );
}
