import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { LogsTabs } from "~/components/logs/logs-tabs";
import { Select } from "~/components/form/choices";
import { criteria, filterSummary } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { columns } from "~/components/signals/signal-table";
import { signals as texts } from "~/components/signals/texts";
import { Pager } from "~/components/table/pager";
import { Table } from "~/components/table/table";
import { Refusals } from "~/components/ui/failure-pane";
import { signals } from "~/gate.server";
import { screen } from "~/http/screen.server";

export const loader = screen({ list: signals.listScreen });
export const meta = pageTitle(texts.heading);

const STATES = [
  { value: "1", label: texts.states.open },
  { value: "0", label: texts.states.closed },
];

/** Faults that rules found in the figures, newest first. */
export default function Signals() {
  const { list, can, zone, values, errors } = useLoaderData<typeof loader>();
  const { asked, items, total, sites, kinds } = list;
  const field = criteria({ values, errors });
  return (
    <>
      <LogsTabs can={can} />
      <ScreenHead title={texts.heading} zone={zone} />
      <p className="note">{texts.intro}</p>
      <Refusals messages={errors} />
      <CriteriaForm {...filterSummary({ values, errors })}>
        <Select
          field={field("kind")}
          label={texts.kind}
          first="All"
          choices={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
        />
        <Select field={field("open")} label={texts.state} first="All" choices={STATES} />
        {can.chooseOffice && <Select field={field("siteId")} label="Site" first="All" choices={sites} />}
      </CriteriaForm>
      <Table
        caption={texts.heading}
        captionHidden
        columns={columns}
        rows={items}
        sort={asked}
        addressed={({ id }) => id}
        empty={texts.none}
      />
      <Pager page={asked.page} pageSize={asked.pageSize} total={total} />
    </>
  );
}
