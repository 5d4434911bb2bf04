import type { Abilities } from "~/gate.server";
import { Select } from "../form/choices";
import type { Choice } from "../form/options";
import type { FieldState } from "../form/field";
import { AgentPicker, type AgentProposals } from "./agent-picker";

type Props = {
  field: (name: string, constraint?: Partial<FieldState>) => FieldState;
  can: Pick<Abilities, "chooseOffice" | "chooseAgent">;
  /** Options of both fields. The agents are those of the chosen office. */
  choices: { offices: readonly Choice[]; agents: AgentProposals };
  required?: boolean;
};

/** Filters by office (for admins) and by agent (for company level and above), as the role allows. */
export function OfficeAgent({ field, can, choices: { offices, agents }, required }: Props) {
  return (
    <>
      {can.chooseOffice && <Select field={field("companyId")} label="Office" first="All" choices={offices} />}
      {can.chooseAgent && (
        <AgentPicker
          field={field("agentId", required ? { required } : undefined)}
          proposals={agents}
          office={can.chooseOffice ? "companyId" : undefined}
        />
      )}
    </>
  );
}
