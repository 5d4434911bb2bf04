import { ConfirmSubmit, type RowAct, RowActs } from "../table/row-acts";
import { agents as texts, approvals } from "~/texts";
import { agentAddress } from "./addresses";

type Props = {
  agent: {
    id: number;
    username: string;
    active: boolean;
    loginBlocked: boolean;
    approved: boolean;
    rejectedAt: string | null;
  };
  can: { approveAgents: boolean; viewAsAgent: boolean };
};

/** The acts on one agent. Those on the status ask for a reason, which the agent can read. */
export function AgentActs({ agent, can }: Props) {
  const { id, username, active, loginBlocked, approved, rejectedAt } = agent;
  const action = agentAddress(id);
  const { one } = texts;
  const onStatus: RowAct[] = [
    active
      ? { intent: "suspend", label: "Suspend", ask: one.suspend }
      : { intent: "activate", label: "Activate", ask: one.activate },
    loginBlocked
      ? { intent: "enableLogin", label: "Enable login", ask: one.enableLogin, tip: texts.enableTip }
      : { intent: "disableLogin", label: "Disable login", ask: one.disableLogin },
  ];
  const decides = can.approveAgents && !approved;
  const others: (RowAct | false)[] = [
    decides && { intent: "approve", label: approvals.approve, ask: approvals.confirmOne },
    decides && rejectedAt === null && { intent: "reject", label: approvals.reject, opens: true, danger: true },
    !approved && rejectedAt !== null && { intent: "request", label: texts.askAgain },
    can.viewAsAgent && approved && !loginBlocked && { intent: "viewAs", label: texts.viewAs, ask: texts.viewAsHint },
  ];
  const shown = others.filter((act) => act !== false);
  return (
    <>
      <ConfirmSubmit action={action} reason>
        <RowActs action={action} id={id} of={username} acts={onStatus} />
      </ConfirmSubmit>
      {shown.length > 0 && (
        <ConfirmSubmit action={action}>
          <RowActs action={action} id={id} of={username} acts={shown} />
        </ConfirmSubmit>
      )}
    </>
  );
}
