import type { Abilities } from "~/gate.server";
import { statements as texts } from "~/components/statements/texts";
import { AgentPicker, type AgentProposals } from "../pickers/agent-picker";
import { Select } from "../form/choices";
import type { Choice } from "../form/options";
import { criteria, isRefused } from "../form/criteria";
import { CriteriaForm } from "../form/criteria-form";
import { type StatementQuery, STATEMENTS } from "./statement";

type Props = {
  periodId: number;
  asked: StatementQuery;
  periods: readonly Choice[];
  /** True if there is no statement to show until an office or agent is chosen. */
  unfolded: boolean;
  choices: { offices: readonly Choice[]; agents: AgentProposals };
  can: Pick<Abilities, "chooseOffice" | "chooseAgent">;
  /** The query as typed, and its validation messages. */
  values: Readonly<Record<string, unknown>>;
  errors: Readonly<Record<string, readonly string[] | undefined>>;
};

/** Selects the half-month and an office or agent. A manager who names no agent gets their own office. */
export function StatementCriteria(props: Props) {
  const { periodId, asked: query, periods, choices, unfolded, can, values, errors } = props;
  const typed = Object.fromEntries(Object.keys(errors).map((name) => [name, values[name]]));
  const formValues = { periodId, agentId: query.agent ?? query.agentId, companyId: query.companyId, ...typed };
  const field = criteria({ values: formValues, errors });
  const period = periods.find(({ value }) => value === periodId)?.label;
  return (
    <CriteriaForm
      submit={texts.load}
      action={STATEMENTS}
      alwaysValid
      named
      summary={[period, query.office, query.agent].filter(Boolean).join(" · ")}
      unfolded={unfolded || isRefused(errors)}
    >
      <Select field={field("periodId")} label={texts.period} choices={periods} />
      {can.chooseOffice && (
        <Select field={field("companyId")} label={texts.office} first="-" choices={choices.offices} />
      )}
      {can.chooseAgent && <AgentPicker field={field("agentId")} proposals={choices.agents} />}
    </CriteriaForm>
  );
}
