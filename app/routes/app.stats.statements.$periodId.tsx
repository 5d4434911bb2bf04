import { useLoaderData } from "@remix-run/react";
import { period as formatted } from "~/components/formats";
import { AgentTabs } from "~/components/agents/agent-tabs";
import { MissingSale } from "~/components/claims/claim-form";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { OfficePages } from "~/components/offices/office-pages";
import { isRefused } from "~/components/form/criteria";
import { PrintLink } from "~/components/reports/print-link";
import { Result } from "~/components/reports/result";
import { StatsTabs } from "~/components/reports/stats-tabs";
import { type StatementQuery, statementAddress } from "~/components/statements/statement";
import { StatementCriteria } from "~/components/statements/statement-criteria";
import { StatementPaper } from "~/components/statements/statement-paper";
import { EmptyText } from "~/components/ui/empty-text";
import { Status } from "~/components/ui/state";
import { Pager } from "~/components/table/pager";
import { agents, offices, payroll } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { paymentRuns as runs, RUNS } from "~/components/payment-runs/texts";
import { statements as texts } from "~/components/statements/texts";

export const loader = screen({ statement: payroll.statementScreen, chosen: agents.chosen, office: offices.chosen });
export const meta = pageTitle<typeof loader>(texts.heading, ({ statement: { asked: query, period } }) =>
  [query.agent ?? query.office, formatted(period)].filter(Boolean).join(", "),
);

/** The amounts credited to an agent or an office in a pay period, with the balance before and after it. */
export default function Statement() {
  const { statement, chosen, office, zone, can, values, errors } = useLoaderData<typeof loader>();
  const { sheet, period, asked: query, periods, choices } = statement;
  const run = sheet?.settlement.payments.find(({ failedAt }) => failedAt === null)?.run;
  const record = query.print ? null : (chosen ?? office);
  const head = (
    <ScreenHead title={texts.heading} state={record && <Status {...record} />} zone={zone}>
      {!query.print && (
        <>
          <Neighbours {...{ period, asked: query }} />
          <MissingSale can={can} />
          {run && can.seePayroll && <a href={`${RUNS}/${run}`}>{runs.one(run)}</a>}
          {can.managePayroll && query.agent && (
            <a href={newLineAddress(period, periods, query.agent)}>{texts.newLine}</a>
          )}
          {sheet && !isRefused(errors) && (
            <>
              <a href={statementAddress(period.id, query, "/export.csv")}>{texts.export}</a>
              <PrintLink />
            </>
          )}
        </>
      )}
    </ScreenHead>
  );
  return (
    <>
      {chosen && !query.print ? (
        <AgentTabs agent={chosen} can={can} current="statement">
          {head}
        </AgentTabs>
      ) : office && !query.print ? (
        <OfficePages office={office} can={can} current="statement">
          {head}
        </OfficePages>
      ) : (
        <>
          {!query.print && <StatsTabs can={can} />}
          {head}
        </>
      )}
      {!query.print && (
        <StatementCriteria
          periodId={period.id}
          unfolded={!sheet}
          {...{ asked: query, periods, choices, can, values, errors }}
        />
      )}
      {sheet ? (
        <Result {...{ errors, printed: query.print }} parts={[]}>
          <StatementPaper {...{ sheet, period, periods, asked: query, can }} />
          {!query.print && <Pager page={query.page} pageSize={query.pageSize} total={sheet.count} />}
        </Result>
      ) : (
        <EmptyText text={texts.choose} />
      )}
    </>
  );
}

/** The form for a new line of an agent, in this half-month if it is open, else in the current one. */
function newLineAddress(period: { id: number; state: string }, periods: readonly { value: number }[], agent: string) {
  const id = period.state === "open" ? period.id : (periods[0]?.value ?? period.id);
  return `/app/stats/pay-periods/${id}?agentId=${encodeURIComponent(agent)}#new-line`;
}

type Neighbouring = { period: { earlier: number | null; later: number | null }; asked: StatementQuery };

/** Links to the periods before and after the current one. */
const Neighbours = ({ period: { earlier, later }, asked: query }: Neighbouring) => (
  <>
    {earlier !== null && <a href={statementAddress(earlier, query)}>{texts.earlier}</a>}
    {later !== null && <a href={statementAddress(later, query)}>{texts.after}</a>}
  </>
);
