import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { period as periodText } from "~/components/formats";
import { claimIn, ForClaim } from "~/components/claims/claim-form";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { hiddenCriteria, errorsWithoutField } from "~/components/logs/log-search";
import { LineForm } from "~/components/payroll/line-form";
import { LineTable } from "~/components/payroll/line-table";
import { PeriodFacts } from "~/components/payroll/period-facts";
import { PeriodState } from "~/components/payroll/period-state";
import { OfficeAgent } from "~/components/pickers/office-agent";
import { PayPeriodTabs } from "~/components/reports/stats-tabs";
import { statementAddress } from "~/components/statements/statement";
import { Select } from "~/components/form/choices";
import { criteria, filterSummary } from "~/components/form/criteria";
import { CriteriaForm } from "~/components/form/criteria-form";
import { Refusals } from "~/components/ui/failure-pane";
import { Pager } from "~/components/table/pager";
import { payroll } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";
import { payroll as texts } from "~/components/payroll/texts";
import { statements } from "~/components/statements/texts";

const LIST = "/app/stats/pay-periods";
const KINDS = Object.entries(texts.kinds).map(([value, label]) => ({ value, label }));

export const loader = screen({ shown: payroll.periodScreen }, { form: [payroll.writeLineByUsername] });
export const action = submit(payroll.writeLineByUsername, {
  // The agent's lines, the new one first.
  to: (_line, { agentId }) => `${LIST}/:id?agentId=${encodeURIComponent(String(agentId))}&sortField=at&sortAsc=false`,
  notice: [notices.done[0], texts.written],
  row: true,
});
export const meta = pageTitle<typeof loader>(texts.heading, ({ shown }) => periodText(shown.period));

/** The ledger lines of a half-month, with a form for adding lines while it is open. */
export default function PayPeriod() {
  const { shown, can, zone, values, errors, constraint, formId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { pathname, search } = useLocation();
  const { period, items, choices } = shown;
  const field = criteria({ values: { ...values, agentId: shown.agent ?? values.agentId }, errors });
  return (
    <>
      <PayPeriodTabs can={can} />
      <ScreenHead title={`${texts.lines}: ${periodText(period)}`} state={<PeriodState period={period} />} zone={zone}>
        <a href={LIST}>{texts.heading}</a>
        <a href={statementAddress(period.id, {})}>{statements.several}</a>
        <a href={`${pathname}/export.csv${search}`}>{texts.exportLines}</a>
        {can.managePayroll && period.state === "open" && <a href="#new-line">{texts.newLine}</a>}
      </ScreenHead>
      <ForClaim claim={values.claim} />
      <PeriodFacts period={period} intact={shown.intact} />
      <Refusals messages={errorsWithoutField(errors, ["companyId", "agentId", "kind"])} />
      <CriteriaForm hiddenValues={hiddenCriteria(values)} alwaysValid {...filterSummary({ values, errors })}>
        <OfficeAgent field={field} can={can} choices={choices} />
        <Select field={field("kind")} label={texts.kind} first="All" choices={KINDS} />
      </CriteriaForm>
      <LineTable rows={items} sort={shown} sums={shown.sums} />
      <Pager {...shown} />
      {can.managePayroll && (period.state === "open" || refused) && (
        <LineForm
          periodId={period.id}
          agent={shown.agent}
          claim={claimIn(values.claim)}
          {...{ choices, constraint, formId, refused }}
        />
      )}
    </>
  );
}
