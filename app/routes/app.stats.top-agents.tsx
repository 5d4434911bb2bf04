import { useLoaderData } from "@remix-run/react";
import { agentAddress } from "~/components/agents/addresses";
import { count, period } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { ExportLink } from "~/components/reports/export-link";
import { GroupingButtons } from "~/components/reports/grouping-buttons";
import { figureLinks } from "~/components/reports/figures";
import { isRefused } from "~/components/form/criteria";
import { PrintLink } from "~/components/reports/print-link";
import { Result } from "~/components/reports/result";
import { StatsTabs } from "~/components/reports/stats-tabs";
import { TopCriteria } from "~/components/reports/top-criteria";
import type { Column } from "~/components/table/column";
import { Table } from "~/components/table/table";
import { reports, time } from "~/gate.server";
import { submit } from "~/http/forms/submit.server";
import { listAt } from "~/http/return-url";
import { screen } from "~/http/screen.server";
import { empty, TOTAL } from "~/texts";

const TITLE = "Top Agents";

// Default: the last 28 days, the first of the hints.
export const loader = screen(
  { top: reports.topAgentsScreen },
  { range: (today) => ({ start: time.addDays(today, -27), end: today }) },
);
export const action = submit(reports.chooseGrouping, {
  prepare: ({ groupBy }) => ({ report: "top-agents", groupBy }),
  to: (_answer, { back }) => listAt("/app/stats/top-agents", back),
});
export const meta = pageTitle(TITLE);

type Row = ReturnType<typeof useLoaderData<typeof loader>>["top"]["rows"][number];

const place: Column<Row> = { key: "place", label: "#", numeric: true, cell: (_row, index) => index + 1 };
const office: Column<Row> = { key: "office", label: "Office", head: true, cell: ({ office: name }) => name };
const agent: Column<Row> = {
  key: "agent",
  label: "Agent",
  head: true,
  cell: ({ agent: username, agentName, agentId }) => (
    <>
      {agentId === undefined ? username : <a href={agentAddress(agentId)}>{username}</a>}{" "}
      <span className="note">{agentName}</span>
    </>
  ),
};
const printedAgent: typeof agent = {
  ...agent,
  cell: ({ agent: username, agentName }) => (
    <>
      {username} <span className="note">{agentName}</span>
    </>
  ),
};
/** The sales of a row, which open the rows behind them. The printed table has no links. */
const salesColumn = (links: ReturnType<typeof figureLinks> | undefined): Column<Row> => ({
  key: "sales",
  label: "Sales",
  numeric: true,
  cell: ({ sales, agentId, companyId }) =>
    links ? links.figure({ agentId, companyId }, "sales", count(sales)) : count(sales),
});

/** The top sellers in a range: agents, or offices by choice or when the range exceeds a week. */
export default function TopAgents() {
  const { top, can, zone, values, errors, formId } = useLoaderData<typeof loader>();
  const { rows, groupBy, usual, asked: query, chosen, choices } = top;
  const criteria = { start: query.start, end: query.end, siteIds: top.wanted };
  const sold = salesColumn(query.print ? undefined : figureLinks("top-agents", criteria));
  const byAgent = [
    place,
    ...(can.groupByOffice ? [{ ...office, head: false }] : []),
    query.print ? printedAgent : agent,
    sold,
  ];
  return (
    <>
      {!query.print && <StatsTabs can={can} />}
      <ScreenHead title={TITLE} zone={zone}>
        {!query.print && !isRefused(errors) && (
          <>
            <ExportLink asked={query} />
            <PrintLink />
          </>
        )}
      </ScreenHead>
      {!query.print && <TopCriteria {...{ asked: query, choices, values, errors }} />}
      <Result
        {...{ errors, printed: query.print }}
        parts={[
          ["Group by", groupBy === "company" ? "Office" : "Agent"],
          ["Period", period(query)],
          [chosen.length > 1 ? "Sites" : "Site", chosen.join(", "), "siteId"],
        ]}
        notes={!query.print && <GroupingButtons shown={groupBy} {...{ usual, formId }} />}
      >
        <Table
          caption={TITLE}
          captionHidden
          kind="report"
          columns={groupBy === "company" ? [place, office, sold] : byAgent}
          rows={rows}
          totals={[{ label: TOTAL, cells: { sales: count(rows.reduce((sum, row) => sum + row.sales, 0)) } }]}
          empty={empty.period}
        />
      </Result>
    </>
  );
}
