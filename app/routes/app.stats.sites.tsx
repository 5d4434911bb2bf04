import { useLoaderData, useLocation } from "@remix-run/react";
import { period } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { titled } from "~/components/frame/titled";
import { SiteCriteria } from "~/components/reports/site-criteria";
import { groupingLabels, reportAddress } from "~/components/reports/site-report";
import { SiteTable } from "~/components/reports/site-table";
import { StatsTabs } from "~/components/reports/stats-tabs";
import { CriteriaLine } from "~/components/ui/criteria-line";
import { Pager } from "~/components/ui/pager";
import { reports } from "~/gate.server";
import { screen } from "~/http/screen.server";

export const loader = screen({ sites: reports.sitesScreen }, { range: (today) => ({ start: today, end: today }) });
export const meta = titled("Sites");

/** The Sites report: what was clicked and sold, by date, office, agent or in detail. */
export default function Sites() {
  const { sites, zone, can, values, errors } = useLoaderData<typeof loader>();
  const { report, columns, asked, chosen, next, groupings, choices } = sites;
  const { pathname } = useLocation();
  return (
    <>
      {!asked.print && <StatsTabs can={can} />}
      <ScreenHead title="Sites" zone={zone}>
        {!asked.print && (
          <a
            href={`${reportAddress(`${pathname}/export.csv`, asked)}&sortField=${asked.sortField}&sortAsc=${asked.sortAsc}`}
          >
            Export
          </a>
        )}
      </ScreenHead>
      {!asked.print && <SiteCriteria {...{ asked, groupings, choices, can, values, errors }} />}
      <CriteriaLine
        printed={asked.print}
        parts={[
          ["Group by", groupingLabels[asked.groupBy]],
          ["Site", chosen.site],
          ["Type", chosen.type],
          ["Office", chosen.office],
          ["Agent", chosen.agent],
          ["Geo", asked.geo],
          ["Period", period(asked)],
        ]}
      />
      <SiteTable columns={columns} rows={report.page.items} overall={report.overall} asked={asked} next={next} />
      {!asked.print && <Pager page={asked.page} pageSize={asked.pageSize} total={report.page.total} />}
    </>
  );
}
