import { useActionData, useLoaderData } from "@remix-run/react";
import { eventLabel } from "~/components/formats";
import { AsOf } from "~/components/frame/as-of";
import { MissingSale } from "~/components/claims/claim-form";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { emptyLog } from "~/components/logs/empty-log";
import { saleActs } from "~/components/logs/acts";
import { ExportLink } from "~/components/logs/export-link";
import { logCriteria } from "~/components/logs/log-criteria";
import { logColumns } from "~/components/logs/log-columns";
import { LogNotes } from "~/components/logs/log-notes";
import { hiddenCriteria } from "~/components/logs/log-search";
import { LogsTabs } from "~/components/logs/logs-tabs";
import { saleCells } from "~/components/logs/sale-cells";
import { DateRange } from "~/components/pickers/date-range";
import { OfficeAgent } from "~/components/pickers/office-agent";
import { Select } from "~/components/form/choices";
import { filterSummary } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { Refusals } from "~/components/ui/failure-pane";
import { TextInput } from "~/components/form/inputs";
import { MoreFilters } from "~/components/form/more-filters";
import { Pager } from "~/components/table/pager";
import { ConfirmSubmit } from "~/components/table/row-acts";
import { Table } from "~/components/table/table";
import { logs, resolveFlag } from "~/gate.server";
import { lastWeek, ownOffice } from "~/http/logs.server";
import { screen } from "~/http/screen.server";
import { actsBy, singleId } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { clickLogs, saleLogs as texts } from "~/components/logs/texts";

const PATH = "/app/logs/sale-logs";
/** Interval in seconds for refreshing the rows (SALE-07). */
const REFRESH_SECONDS = 300;

export const loader = screen({ log: logs.saleScreen }, { range: lastWeek, prepare: ownOffice });
export const action = submit(actsBy(resolveFlag, saleActs, singleId), {
  to: PATH,
  notice: texts.resolved,
  missing: "list",
});
export const meta = pageTitle(texts.heading);

const types = [0, 1, 2].map((value) => ({ value, label: eventLabel(value) }));

/** Events reported by sites: sales, bonuses, their own clicks, and reversals. */
export default function SaleLogs() {
  const data = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { log, zone, can, values, errors } = data;
  const { field, others } = logCriteria(data, ["siteId", "recordType", "clickId", "txid", "email", "geo", "subId"]);
  return (
    <ConfirmSubmit action={PATH}>
      <LogsTabs can={can} />
      <ScreenHead title={texts.heading} zone={zone} renewed>
        <MissingSale can={can} about={{ siteId: values.siteId }} />
        <ExportLink values={values} errors={errors} />
      </ScreenHead>
      {log.linkOrigin && <p className="note">{texts.hint(log.linkOrigin)}</p>}
      <Refusals messages={{ ...others, ...refused?.lastResult.error }} />
      <CriteriaForm hiddenValues={hiddenCriteria(values)} alwaysValid {...filterSummary({ values, errors })}>
        <DateRange start={field("start")} end={field("end")} hints={log.hints} />
        <Select field={field("siteId")} label="Site" first="All" choices={log.choices.sites} />
        <Select field={field("recordType")} label={texts.recordType} first="All" choices={types} />
        <MoreFilters
          fields={["companyId", "agentId", "clickId", "txid", "email", "geo", "subId"].map((name) => field(name))}
        >
          <OfficeAgent field={field} can={can} choices={log.choices} />
          <TextInput field={field("clickId")} label="Click Id" />
          <TextInput field={field("txid")} label={texts.transaction} />
          <TextInput field={field("email")} label={texts.email} />
          <TextInput field={field("geo")} label={texts.geo} />
          <TextInput field={field("subId")} label={clickLogs.subId} />
        </MoreFilters>
      </CriteriaForm>
      <auto-refresh every={String(REFRESH_SECONDS)}>
        <div>
          <AsOf />
          <LogNotes {...log} />
        </div>
        <Table
          caption={texts.heading}
          captionHidden
          columns={logColumns(log.columns, saleCells(log.items, can, PATH))}
          rows={log.items}
          rowTone={({ reversal }) => (reversal ? "back" : undefined)}
          sort={log}
          empty={emptyLog(errors)}
        />
        <div>
          <Pager {...log} after={log.next} />
        </div>
      </auto-refresh>
    </ConfirmSubmit>
  );
}
