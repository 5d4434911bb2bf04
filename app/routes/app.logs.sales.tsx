import { useLoaderData, useLocation } from "@remix-run/react";
import { MissingSale } from "~/components/claims/claim-form";
import { Select } from "~/components/form/choices";
import { filterSummary } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { TextInput } from "~/components/form/inputs";
import { MoreFilters } from "~/components/form/more-filters";
import { AsOf } from "~/components/frame/as-of";
import { pageTitle } from "~/components/frame/page-title";
import { ScreenHead } from "~/components/frame/screen-head";
import { agentSaleCells } from "~/components/logs/agent-sale-cells";
import { emptyLog } from "~/components/logs/empty-log";
import { ExportLink } from "~/components/logs/export-link";
import { logColumns } from "~/components/logs/log-columns";
import { logCriteria } from "~/components/logs/log-criteria";
import { LogNotes } from "~/components/logs/log-notes";
import { hiddenCriteria } from "~/components/logs/log-search";
import { LogsTabs } from "~/components/logs/logs-tabs";
import { agentSales as texts, saleLogs } from "~/components/logs/texts";
import { DateRange } from "~/components/pickers/date-range";
import { OfficeAgent } from "~/components/pickers/office-agent";
import { Pager } from "~/components/table/pager";
import { Table } from "~/components/table/table";
import { withQuery } from "~/components/ui/address";
import { Refusals } from "~/components/ui/failure-pane";
import { Notice } from "~/components/ui/notice";
import { payroll } from "~/gate.server";
import { lastMonth, ownOffice } from "~/http/logs.server";
import { screen } from "~/http/screen.server";

export const loader = screen({ log: payroll.agentSalesScreen }, { range: lastMonth, prepare: ownOffice });
export const meta = pageTitle(texts.heading);

/** The notice counts all of them, regardless of the search. */
const ALL_PENDING = {
  state: "pending",
  page: null,
  after: null,
  siteId: null,
  agentId: null,
  clickId: null,
  txid: null,
};

const states = Object.entries(texts.states).map(([value, label]) => ({ value, label }));

/** Sales and bonuses, what each pays, its state, and when it is or was paid. */
export default function AgentSales() {
  const data = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { log, zone, can, values, errors } = data;
  const { field, others } = logCriteria(data, ["siteId", "state", "clickId", "txid"]);
  const isPending = values.state === "pending";
  return (
    <>
      <LogsTabs can={can} />
      <ScreenHead title={texts.heading} zone={zone}>
        <MissingSale can={can} about={{ siteId: values.siteId, txid: values.txid }} />
        <ExportLink values={values} errors={errors} />
      </ScreenHead>
      <Refusals messages={others} />
      {log.pending && !isPending && (
        <Notice>
          {texts.pending(log.pending.count)}{" "}
          <a href={withQuery(search, { ...ALL_PENDING, start: log.pending.first, end: log.pending.last })}>
            {texts.showPending}
          </a>
        </Notice>
      )}
      <CriteriaForm hiddenValues={hiddenCriteria(values)} alwaysValid {...filterSummary({ values, errors })}>
        <DateRange start={field("start")} end={field("end")} hints={log.hints} />
        <Select field={field("state")} label={texts.state} first="All" choices={states} />
        <Select field={field("siteId")} label="Site" first="All" choices={log.choices.sites} />
        <MoreFilters fields={["companyId", "agentId", "clickId", "txid"].map((name) => field(name))}>
          <OfficeAgent field={field} can={can} choices={log.choices} />
          <TextInput field={field("clickId")} label="Click Id" />
          <TextInput field={field("txid")} label={saleLogs.transaction} />
        </MoreFilters>
      </CriteriaForm>
      <AsOf />
      <LogNotes {...log} />
      <Table
        caption={texts.heading}
        captionHidden
        columns={logColumns(log.columns, agentSaleCells(log.items))}
        rows={log.items}
        rowTone={({ state }) => (state === "reversed" ? "back" : undefined)}
        sort={log}
        empty={emptyLog(errors, texts.none)}
      />
      <Pager {...log} after={log.next} />
    </>
  );
}
