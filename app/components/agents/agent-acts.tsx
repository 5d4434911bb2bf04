import { ConfirmSubmit, RowActs } from "../table/row-acts";
import { MESSAGES, messages } from "../messages/texts";
import { possibleActs } from "../table/acts";
import { agentActs, statusActs } from "./acts";
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
  can: { seeAgents: boolean; approveAgents: boolean; viewAsAgent: boolean };
};

const { suspend, activate, disableLogin, enableLogin } = statusActs;
const onStatus = { suspend, activate, disableLogin, enableLogin };

/** The acts on one agent: on the status, and on the approval. */
export function AgentActs({ agent, can }: Props) {
  const action = agentAddress(agent.id);
  const shared = { action, id: agent.id, of: agent.username };
  const others = possibleActs(agentActs, agent, can);
  return (
    <ConfirmSubmit action={action}>
      <RowActs {...shared} acts={possibleActs(onStatus, agent)} />
      <a className="button" href={`${MESSAGES}/create?agentId=${agent.id}`}>
        {messages.agentAct}
      </a>
      {others.length > 0 && <RowActs {...shared} acts={others} />}
    </ConfirmSubmit>
  );
}
