import { useLocation } from "@remix-run/react";
import { avpLabel, dateTime, period } from "../formats";
import { ScreenHead } from "../frame/screen-head";
import { Pager } from "../table/pager";
import { columnChoice as columnTexts } from "./column-texts";
import { explain as texts } from "./explain-texts";
import { EmptyColumns } from "./empty-columns";
import { figureLinks, isWide, termsOf } from "./figures";
import { MORE_GROUPINGS, panelOf } from "./grouping-fields";
import { OtherPeriods } from "./other-periods";
import { isRefused } from "../form/criteria";
import { PrintLink } from "./print-link";
import { Result } from "./result";
import { SiteCriteria } from "./site-criteria";
import { type ComparedFigures, type Grouping, groupingLabel, type ReportColumn, type ReportRow } from "./site-report";
import { columnsAddress, criteriaOf, exportAddress, reportAddress } from "./site-addresses";
import { SiteTable } from "./site-table";
import { StatsTabs } from "./stats-tabs";
import { Trail } from "./trail";

type Criteria = Parameters<typeof SiteCriteria>[0];
type Props = Pick<Criteria, "values" | "errors"> & {
  can: Criteria["can"] & Parameters<typeof StatsTabs>[0]["can"];
  zone: string;
  screen: Pick<Criteria, "variant" | "asked" | "groupings" | "choices"> & {
    title: string;
    report: {
      page: { items: readonly ReportRow[]; total: number };
      overall: ReportRow;
      compared?: ComparedFigures;
    } | null;
    empty: { count: number; hidden: boolean };
    leftOut: number;
    pageTotals: ReportRow;
    columns: readonly ReportColumn[];
    chosen: { site?: string; type?: string; office?: string; agent?: string };
    next: Grouping | null;
  };
};

/** One of the four site reports: clicks, sales and payouts by date, office, agent or in detail. */
export function SiteScreen({ screen, zone, can, values, errors }: Props) {
  const { title, variant, report, pageTotals, columns, asked, chosen, next, groupings, choices } = screen;
  const { pathname } = useLocation();
  const query = { ...asked, within: typeof values.within === "string" ? values.within : undefined };
  const tier = choices.tiers.find(({ index }) => index === query.avp);
  const panel = !report && !isRefused(errors);
  return (
    <>
      {!query.print && <StatsTabs can={can} />}
      {!query.print && !isRefused(errors) && <Trail path={pathname} {...{ asked: query, groupings, chosen }} />}
      <ScreenHead title={title} zone={zone} terms={query.print ? undefined : termsOf(screen)} isFull={isWide(columns)}>
        {!query.print && (
          <>
            {!panel && !isWide(columns) && <a href={panelOf(reportAddress("", query))}>{MORE_GROUPINGS}</a>}
            <a href={columnsAddress(pathname, query)}>{columnTexts.link(screen.leftOut)}</a>
            {!isRefused(errors) && <a href={exportAddress(pathname, query)}>Export</a>}
            {!isRefused(errors) && <PrintLink />}
          </>
        )}
      </ScreenHead>
      {!query.print && (
        <SiteCriteria
          {...{
            variant,
            asked: query,
            groupings,
            choices,
            panel,
            can,
            values,
            errors,
          }}
        />
      )}
      <Result
        {...{ errors, printed: query.print }}
        parts={[
          ["Group by", groupingLabel(query)],
          ["Period", period(query)],
          ["Compared with", report?.compared && comparedDays(report.compared.range)],
          ["Site", chosen.site, "siteId"],
          ["Type", chosen.type, "typeId"],
          ["Office", chosen.office, "companyId"],
          ["Agent", chosen.agent ?? (query.agentId === undefined ? undefined : "deleted agent"), "agentId"],
          ["Geo", query.geo, "geo"],
          ["AVP period", tier && avpLabel(tier), "avp"],
        ]}
        notes={
          report && (
            <>
              {query.print && screen.leftOut > 0 && <p className="note">{columnTexts.printed(screen.leftOut)}</p>}
              <EmptyColumns {...screen.empty} printed={query.print} />
            </>
          )
        }
      >
        {report && (
          <>
            <SiteTable
              {...{ variant, columns, pageTotals, asked: query, next }}
              links={figureLinks(pathname.split("/").at(-1) ?? "", criteriaOf(query))}
              rows={report.page.items}
              overall={report.overall}
              compared={report.compared}
              tiers={choices.tiers}
              empty={<OtherPeriods path={pathname} query={query} hints={choices.hints} avp={variant.avp} />}
            />
            {!query.print && report.page.total > 0 && <p className="note no-print">{texts.byRow}</p>}
            {!query.print && <Pager page={query.page} pageSize={query.pageSize} total={report.page.total} />}
          </>
        )}
      </Result>
    </>
  );
}

/** The compared days, and until when the last of them counts. */
const comparedDays = ({ until, ...days }: ComparedFigures["range"]): string =>
  until === null ? period(days) : `${period(days)}, until ${dateTime(until).slice(-6, -1)}`;
