import type { Output, payroll } from "~/gate.server";
import { statements as texts } from "~/components/statements/texts";
import { period as formatted } from "../formats";
import { rate } from "../payroll/money";
import { Facts } from "../ui/facts";
import { AgentsTable } from "./agents-table";
import type { Sheet, StatementQuery } from "./statement";
import { StatementBridge } from "./statement-bridge";
import { StatementState } from "./statement-state";
import { BalanceParts, StatementSum } from "./statement-sum";
import { StatementTable } from "./statement-table";

type Props = Pick<Output<typeof payroll.statementScreen>, "period" | "periods" | "asked"> & {
  sheet: Sheet;
  can: Parameters<typeof StatementTable>[0]["can"];
};

/** A statement as a sheet that a person signs: whose, for when, how much, made of what, and the lines that prove it. */
export function StatementPaper({ sheet, period, periods, asked: query, can }: Props) {
  const isCut = query.print && sheet.later !== null;
  return (
    <article className="card sheet-paper">
      <header>
        <div className="party">
          <small>{query.agentId === undefined ? texts.office : texts.agent}</small>
          <h2>{query.agentId === undefined ? query.office : named(query)}</h2>
          <Facts
            facts={[
              [texts.period, formatted(period)],
              [texts.state, <StatementState period={period.state} settlement={sheet.settlement} />],
              [texts.rate, period.phpPerUsd === null ? null : rate(period.phpPerUsd)],
            ]}
          />
        </div>
        <StatementSum {...{ sheet, period, periods }} />
      </header>
      <BalanceParts sheet={sheet} period={period} />
      {sheet.bridge && <StatementBridge bridge={sheet.bridge} printed={query.print} />}
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
      {isCut && <p className="note">{texts.cut(sheet.lines.length, sheet.count)}</p>}
      <p className="sign print-only">
        {texts.signatures.map((signature) => (
          <span key={signature}>{signature}</span>
        ))}
      </p>
    </article>
  );
}

const named = ({ agent, fullName }: StatementQuery): string =>
  agent ? [agent, fullName && `(${fullName})`].filter(Boolean).join(" ") : texts.deleted;
