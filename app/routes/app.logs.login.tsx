import { useLoaderData } from "@remix-run/react";
import { dateTime } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { ExportLink } from "~/components/logs/export-link";
import { LogNotes } from "~/components/logs/log-notes";
import { hiddenCriteria, errorsWithoutField } from "~/components/logs/log-search";
import { LogsTabs } from "~/components/logs/logs-tabs";
import { DateRange } from "~/components/pickers/date-range";
import { OfficeAgent } from "~/components/pickers/office-agent";
import type { Column } from "~/components/table/column";
import { criteria } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { Refusals } from "~/components/ui/failure-pane";
import { TextInput } from "~/components/form/inputs";
import { Pager } from "~/components/table/pager";
import { Table } from "~/components/table/table";
import { logs } from "~/gate.server";
import { lastWeek, ownOffice } from "~/http/logs.server";
import { screen } from "~/http/screen.server";
import { byMaker, empty, logs as texts } from "~/texts";

export const loader = screen({ log: logs.loginScreen }, { range: lastWeek, prepare: ownOffice });
export const meta = pageTitle(texts.login);

type Login = ReturnType<typeof useLoaderData<typeof loader>>["log"]["items"][number];

const FIELDS = ["companyId", "agentId", "ipAddress", "start", "end"];
const columns: Column<Login>[] = [
  { key: "username", label: "Username", head: true, cell: ({ username, by }) => byMaker(username, by) },
  { key: "ip", label: "IP", cell: ({ ip }) => ip },
  { key: "inTime", label: "Login", primary: true, nowrap: true, sort: true, cell: ({ inTime }) => dateTime(inTime) },
  { key: "outTime", label: "Logout", nowrap: true, cell: ({ outTime }) => outTime && dateTime(outTime) },
];

/** Sign-ins: who, from where, and until when. */
export default function LoginLogs() {
  const { log, zone, can, values, errors } = useLoaderData<typeof loader>();
  const field = criteria({ values: { ...values, agentId: log.agent ?? values.agentId }, errors });
  const visibleFields = FIELDS.filter((name) => name !== "companyId" || can.chooseOffice);
  return (
    <>
      <LogsTabs can={can} />
      <ScreenHead title={texts.login} zone={zone}>
        <ExportLink values={values} errors={errors} />
      </ScreenHead>
      <Refusals messages={errorsWithoutField(errors, visibleFields)} />
      <CriteriaForm hiddenValues={hiddenCriteria(values)} alwaysValid>
        <DateRange start={field("start")} end={field("end")} hints={log.hints} first={texts.payoutPeriod} />
        <OfficeAgent field={field} can={can} choices={log.choices} />
        {can.seeIp && <TextInput field={field("ipAddress")} label="IP Address" />}
      </CriteriaForm>
      <LogNotes {...log} />
      <Table
        caption={texts.login}
        captionHidden
        columns={columns.filter(({ key }) => key !== "ip" || can.seeIp)}
        rows={log.items}
        sort={log}
        empty={empty.logs}
      />
      <Pager {...log} after={log.next} />
    </>
  );
}
