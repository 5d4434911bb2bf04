import { useLoaderData } from "@remix-run/react";
import { period as formatted, pesos, signed } from "~/components/formats";
import { AgentTabs } from "~/components/agents/agent-tabs";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { isRefused } from "~/components/form/criteria";
import { Result } from "~/components/reports/result";
import { StatsTabs } from "~/components/reports/stats-tabs";
import { type StatementQuery, statementAddress } from "~/components/statements/statement";
import { StatementCriteria } from "~/components/statements/statement-criteria";
import { AgentsTable } from "~/components/statements/agents-table";
import { stateText, StatementSum } from "~/components/statements/statement-sum";
import { StatementTable } from "~/components/statements/statement-table";
import { Pager } from "~/components/table/pager";
import { agents, payroll } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { paymentRuns as runs, RUNS } from "~/components/payment-runs/texts";
import { statements as texts } from "~/components/statements/texts";

export const loader = screen({ statement: payroll.statementScreen, chosen: agents.chosen });
export const meta = pageTitle<typeof loader>(texts.heading, ({ statement: { asked: query, period } }) =>
  [query.agent ?? query.office, formatted(period)].filter(Boolean).join(", "),
);

/** The amounts credited to an agent or an office in a pay period, with the balance before and after it. */
export default function Statement() {
  const { statement, chosen, zone, can, values, errors } = useLoaderData<typeof loader>();
  const { sheet, period, asked: query, periods, choices } = statement;
  const run = sheet?.settlement.payments.find(({ failedAt }) => failedAt === null)?.run;
  const cut = query.print && sheet !== null && sheet.later !== null;
  return (
    <>
      {!query.print && (chosen ? <AgentTabs agent={chosen} can={can} current="statement" /> : <StatsTabs can={can} />)}
      <ScreenHead title={texts.heading} zone={zone}>
        {!query.print && (
          <>
            <Neighbours {...{ period, asked: query }} />
            {run && can.seePayroll && <a href={`${RUNS}/${run}`}>{runs.one(run)}</a>}
            {can.managePayroll && query.agent && (
              <a href={newLineAddress(period, periods, query.agent)}>{texts.newLine}</a>
            )}
            {sheet && !isRefused(errors) && (
              <a href={statementAddress(period.id, query, "/export.csv")}>{texts.export}</a>
            )}
          </>
        )}
      </ScreenHead>
      {!query.print && (
        <StatementCriteria periodId={period.id} {...{ asked: query, periods, choices, can, values, errors }} />
      )}
      {sheet ? (
        <Result
          {...{ errors, printed: query.print }}
          parts={[
            [texts.agent, query.agentId === undefined ? undefined : named(query)],
            [texts.office, query.office],
            [texts.period, formatted(period)],
            [texts.state, stateText(period.state, sheet.settlement)],
            [texts.rate, period.phpPerUsd?.toString()],
            [texts.balance[period.state], signed(pesos, sheet.total.php)],
          ]}
        >
          <StatementSum {...{ sheet, period, periods }} />
          {sheet.agents && sheet.agents.length > 0 && (
            <AgentsTable period={period} agents={sheet.agents} total={sheet.total} printed={query.print} />
          )}
          <StatementTable {...{ sheet, period, asked: query, can }} />
          {sheet.undoneRuns.length > 0 && <p className="note">{texts.undoneRuns(sheet.undoneRuns)}</p>}
          {period.state === "open" && (
            <p className="note">
              {texts.provisional} {sheet.total.usd === null && texts.noRate}
            </p>
          )}
          {cut && <p className="note">{texts.cut(sheet.lines.length, sheet.count)}</p>}
          {!query.print && <Pager page={query.page} pageSize={query.pageSize} total={sheet.count} />}
        </Result>
      ) : (
        <p className="nothing">{texts.choose}</p>
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

const named = ({ agent, fullName }: StatementQuery): string =>
  agent ? [agent, fullName && `(${fullName})`].filter(Boolean).join(" ") : texts.deleted;
