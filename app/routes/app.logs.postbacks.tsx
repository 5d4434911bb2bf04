import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { ExportLink } from "~/components/logs/export-link";
import { logCriteria } from "~/components/logs/log-criteria";
import { LogNotes } from "~/components/logs/log-notes";
import { hiddenCriteria } from "~/components/logs/log-search";
import { LogsTabs } from "~/components/logs/logs-tabs";
import { postbackColumns, verdictLabel } from "~/components/logs/postback-columns";
import { DateRange } from "~/components/pickers/date-range";
import { OfficeAgent } from "~/components/pickers/office-agent";
import { Select } from "~/components/form/choices";
import { filterSummary } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { Refusals } from "~/components/ui/failure-pane";
import { TextInput } from "~/components/form/inputs";
import { Pager } from "~/components/table/pager";
import { ConfirmSubmit } from "~/components/table/row-acts";
import { Table } from "~/components/table/table";
import { describeOutcome, logs, replayPostback } from "~/gate.server";
import { lastWeek, singleId, ownOffice } from "~/http/logs.server";
import { screen } from "~/http/screen.server";
import { act, submit } from "~/http/forms/submit.server";
import { empty } from "~/texts";
import { postbacks as texts } from "~/components/logs/texts";

const PATH = "/app/logs/postbacks";

type Outcome = { verdict: string; reason?: string };

export const loader = screen({ log: logs.postbackScreen }, { range: lastWeek, prepare: ownOffice });
export const action = submit(
  { replay: act(replayPostback, singleId) },
  {
    to: PATH,
    notice: (_, { verdict, reason }: Outcome) =>
      verdict === "held" || verdict === "refused"
        ? [texts.notBooked, describeOutcome(verdict, reason ?? null), "warning"]
        : [texts.replayed, describeOutcome(verdict, reason ?? null)],
    missing: "list",
  },
);
export const meta = pageTitle(texts.heading);

/**
 * Postbacks and their results. Agents and offices see only their own; only superadmins see the parameters of a request.
 */
export default function Postbacks() {
  const data = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { log, zone, can, values, errors } = data;
  const { field, others } = logCriteria(data, ["siteId", "verdict", "clickId", can.replayPostbacks && "txid"]);
  const verdicts = log.verdicts.map((value) => ({ value, label: verdictLabel(value) }));
  return (
    <ConfirmSubmit action={PATH}>
      <LogsTabs can={can} />
      <ScreenHead title={texts.heading} zone={zone}>
        <ExportLink values={values} errors={errors} />
      </ScreenHead>
      <Refusals messages={{ ...others, ...refused?.lastResult.error }} />
      <CriteriaForm hiddenValues={hiddenCriteria(values)} alwaysValid {...filterSummary({ values, errors })}>
        <DateRange start={field("start")} end={field("end")} hints={log.hints} />
        <Select field={field("verdict")} label={texts.verdict} first="All" choices={verdicts} />
        <Select field={field("siteId")} label="Site" first="All" choices={log.choices.sites} />
        <OfficeAgent field={field} can={can} choices={log.choices} />
        <TextInput field={field("clickId")} label="Click Id" />
        {can.replayPostbacks && <TextInput field={field("txid")} label={texts.transaction} />}
      </CriteriaForm>
      <LogNotes {...log} />
      <Table
        caption={texts.heading}
        captionHidden
        columns={postbackColumns(can, PATH)}
        rows={log.items}
        rowKey={({ id }) => id}
        sort={log}
        empty={empty.logs}
      />
      <Pager {...log} after={log.next} />
    </ConfirmSubmit>
  );
}
