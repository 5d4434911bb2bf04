import type { ReactNode } from "react";
import type { Abilities } from "~/gate.server";
import { logs as texts } from "~/texts";
import { ROLE_CHOICES } from "../formats";
import type { AgentProposals } from "../pickers/agent-picker";
import { DateRange, type HintChoice } from "../pickers/date-range";
import { OfficeAgent } from "../pickers/office-agent";
import { Select } from "../form/choices";
import type { Choice } from "../form/options";
import { criteria, filterSummary } from "../form/criteria";
import { CriteriaForm } from "../form/criteria-form";
import { FindText } from "../form/find-text";
import { TextInput } from "../form/inputs";
import { MoreFilters } from "../form/more-filters";
import { hiddenCriteria } from "./log-search";

type Props = {
  can: Pick<Abilities, "chooseOffice" | "chooseAgent">;
  values: Readonly<Record<string, unknown>>;
  errors: Readonly<Record<string, readonly string[] | undefined>>;
  /** Username of the chosen agent. */
  agent?: string;
  choices: { offices: readonly Choice[]; agents: AgentProposals };
  hints: readonly HintChoice[];
  actionTypes: readonly string[];
  acts: ReactNode;
};

/** Fields of the form. Messages for other fields appear above it. */
export const commonCriteriaFields = [
  ...["role", "username", "ip", "companyId", "agentId", "actionType", "actionName", "responseCode", "postParams"],
  ...["revealed", "start", "end"],
];

const roles = ROLE_CHOICES.flatMap(({ value, label }) => (value === null ? [] : [{ value, label }]));

const YES_NO = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

export function CommonCriteria({ can, values, errors, agent, choices, hints, actionTypes, acts }: Props) {
  const field = criteria({ values: { ...values, agentId: agent ?? values.agentId }, errors });
  return (
    <CriteriaForm hiddenValues={hiddenCriteria(values)} acts={acts} alwaysValid {...filterSummary({ values, errors })}>
      <DateRange start={field("start")} end={field("end")} hints={hints} />
      <FindText field={field("username")} label="Auth User Name" />
      <MoreFilters
        fields={[
          ...[
            "role",
            "companyId",
            "agentId",
            "actionType",
            "ip",
            "actionName",
            "responseCode",
            "postParams",
            "revealed",
          ],
        ].map((name) => field(name))}
      >
        {can.chooseOffice && (
          <Select field={field("role")} label="Role" first={ROLE_CHOICES[0].label} choices={roles} />
        )}
        <OfficeAgent field={field} can={can} choices={choices} />
        <Select
          field={field("actionType")}
          label="Type"
          first="All"
          choices={actionTypes.map((type) => ({ value: type, label: type }))}
        />
        <TextInput field={field("ip")} label="IP" />
        <TextInput field={field("actionName")} label="Method Path" />
        <TextInput field={field("responseCode")} label="Response Code" inputMode="numeric" />
        <TextInput field={field("postParams")} label={texts.postParams} />
        <Select field={field("revealed")} label={texts.revealed} first="All" choices={YES_NO} />
      </MoreFilters>
    </CriteriaForm>
  );
}
