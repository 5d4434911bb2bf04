import { useLoaderData } from "@remix-run/react";
import { period as formatted, pesos, signed } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { titled } from "~/components/frame/titled";
import { isRefused, Result } from "~/components/reports/result";
import { StatsTabs } from "~/components/reports/stats-tabs";
import { type Asked, statementAddress } from "~/components/statements/statement";
import { StatementCriteria } from "~/components/statements/statement-criteria";
import { StatementTable } from "~/components/statements/statement-table";
import { Pager } from "~/components/ui/pager";
import { payroll } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { statements as texts } from "~/components/statements/texts";

export const loader = screen({ statement: payroll.statementScreen });
export const meta = titled<typeof loader>(texts.heading, ({ statement: { asked, period } }) =>
  [asked.agent ?? asked.office, formatted(period)].filter(Boolean).join(", "),
);

/** The amounts credited to an agent or an office in a pay period, with the balance before and after it. */
export default function Statement() {
  const { statement, zone, can, values, errors } = useLoaderData<typeof loader>();
  const { sheet, period, asked, periods, choices } = statement;
  const cut = asked.print && sheet !== null && sheet.later !== null;
  return (
    <>
      {!asked.print && <StatsTabs can={can} />}
      <ScreenHead title={texts.heading} zone={zone}>
        {!asked.print && (
          <>
            <Neighbours {...{ period, asked }} />
            {sheet && !isRefused(errors) && (
              <a href={statementAddress(period.id, asked, "/export.csv")}>{texts.export}</a>
            )}
          </>
        )}
      </ScreenHead>
      {!asked.print && <StatementCriteria periodId={period.id} {...{ asked, periods, choices, can, values, errors }} />}
      {sheet ? (
        <Result
          {...{ errors, printed: asked.print }}
          parts={[
            [texts.agent, asked.agentId === undefined ? undefined : (asked.agent ?? texts.deleted)],
            [texts.office, asked.office],
            [texts.period, formatted(period)],
            [texts.state, texts.states[period.state]],
            [texts.rate, period.phpPerUsd?.toString()],
            [texts.total, signed(pesos, sheet.total.php)],
          ]}
        >
          <StatementTable {...{ sheet, period, asked, can }} />
          {period.state === "open" && (
            <p className="note">
              {texts.provisional} {sheet.total.usd === null && texts.noRate}
            </p>
          )}
          {cut && <p className="note">{texts.cut(sheet.lines.length, sheet.count)}</p>}
          {!asked.print && <Pager page={asked.page} pageSize={asked.pageSize} total={sheet.count} />}
        </Result>
      ) : (
        <p className="nothing">{texts.choose}</p>
      )}
    </>
  );
}

type Neighbouring = { period: { earlier: number | null; later: number | null }; asked: Asked };

/** Links to the periods before and after the current one. */
const Neighbours = ({ period: { earlier, later }, asked }: Neighbouring) => (
  <>
    {earlier !== null && <a href={statementAddress(earlier, asked)}>{texts.earlier}</a>}
    {later !== null && <a href={statementAddress(later, asked)}>{texts.after}</a>}
  </>
);
