import { payroll as texts } from "~/components/payroll/texts";
import { claims } from "../claims/texts";
import { AgentPicker, type AgentProposals } from "../pickers/agent-picker";
import { Select } from "../form/choices";
import type { Choice } from "../form/options";
import { Form, type Refused, usePostForm } from "../form/form";
import { Hidden } from "../form/hidden";
import { TextInput } from "../form/inputs";

type Values = { kind: string; agentId: string; companyId: string; php: string; reason: string };
type Props = {
  periodId: number;
  choices: { offices: readonly Choice[]; agents: AgentProposals };
  constraint: Parameters<typeof usePostForm>[0]["constraint"];
  formId: string;
  refused?: Refused;
  /** The agent's username, if the page is about one. */
  agent?: string | null;
  /** The claim that the line answers. Its reason names it. */
  claim?: string;
};

const KINDS = (["adjustment", "advance", "penalty"] as const).map((kind) => ({
  value: kind,
  label: texts.kinds[kind],
}));

export function LineForm({ periodId, choices, constraint, formId, refused, agent, claim }: Props) {
  const initial = { ...(agent && { agentId: agent }), ...(claim && { reason: claims.one(claim) }) };
  const [form, fields] = usePostForm<Values>({ constraint, refused, initial });
  return (
    <section className="stack" aria-labelledby="new-line">
      <h2 id="new-line">{texts.newLine}</h2>
      <Form form={form} formId={formId} submit={texts.write}>
        <Hidden fields={[["periodId", periodId]]} />
        <div className="fields">
          <Select field={fields.kind} label={texts.kind} first="" choices={KINDS} />
          <TextInput field={fields.php} label={texts.amount} hint={texts.amountHint} inputMode="decimal" />
          <AgentPicker field={fields.agentId} proposals={choices.agents} label={texts.agent} />
          <Select field={fields.companyId} label={texts.office} first={texts.presentOffice} choices={choices.offices} />
        </div>
        <TextInput field={fields.reason} label={texts.reason} />
      </Form>
    </section>
  );
}
