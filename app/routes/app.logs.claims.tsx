import { useLoaderData } from "@remix-run/react";
import { MissingSale } from "~/components/claims/claim-form";
import { ClaimTable } from "~/components/claims/claim-table";
import { claims as texts } from "~/components/claims/texts";
import { Select } from "~/components/form/choices";
import { filterSummary } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { pageTitle } from "~/components/frame/page-title";
import { ScreenHead } from "~/components/frame/screen-head";
import { logCriteria } from "~/components/logs/log-criteria";
import { hiddenCriteria } from "~/components/logs/log-search";
import { LogsTabs } from "~/components/logs/logs-tabs";
import { OfficeAgent } from "~/components/pickers/office-agent";
import { SingleDate } from "~/components/pickers/single-date";
import { Pager } from "~/components/table/pager";
import { Refusals } from "~/components/ui/failure-pane";
import { claims } from "~/gate.server";
import { ownOffice } from "~/http/logs.server";
import { screen } from "~/http/screen.server";

export const loader = screen({ log: claims.listScreen }, { prepare: ownOffice });
export const meta = pageTitle(texts.heading);

const states = [
  ...Object.entries(texts.states).map(([value, label]) => ({ value, label })),
  { value: "overdue", label: texts.overdue },
];

/** Claims of missing sales, with their states and due days. */
export default function Claims() {
  const data = useLoaderData<typeof loader>();
  const { log, can, values, errors, today } = data;
  const { field, others } = logCriteria(data, ["state", "siteId"]);
  return (
    <>
      <LogsTabs can={can} />
      <ScreenHead title={texts.heading}>
        <MissingSale can={can} />
      </ScreenHead>
      <Refusals messages={others} />
      <CriteriaForm hiddenValues={hiddenCriteria(values)} alwaysValid {...filterSummary({ values, errors })}>
        <Select field={field("state")} label={texts.state} first={texts.allStates} choices={states} />
        <Select field={field("siteId")} label={texts.site} first="All" choices={log.choices.sites} />
        <OfficeAgent field={field} can={can} choices={log.choices} />
        <div className="range">
          <SingleDate field={field("start")} label="From" today={today} />
          <SingleDate field={field("end")} label="To" today={today} />
        </div>
      </CriteriaForm>
      <ClaimTable rows={log.items} can={can} sort={log} empty={texts.none} />
      <Pager {...log} />
    </>
  );
}
