import { Status } from "../ui/state";
import { agents as texts } from "~/texts";

type Props = {
  agent: {
    active: boolean;
    hidden: boolean;
    approved: boolean;
    rejected: boolean;
    loginBlocked: boolean;
    loginEnabled: boolean;
  };
};

/** An agent's status: the word, then the approval and a sign-in that is disabled, or enabled for a time. */
export function AgentStatus({ agent }: Props) {
  const { active, hidden, approved, rejected } = agent;
  const login = loginState(agent);
  return (
    <>
      <Status active={active} hidden={hidden} approved={approved} />
      {!approved && <small className="note">{rejected ? texts.rejected : texts.waiting}</small>}
      {login && <small className="note login">{login}</small>}
    </>
  );
}

/** Said of a sign-in that is disabled, or enabled for a time only. */
export const loginState = ({ loginBlocked, loginEnabled }: Pick<Props["agent"], "loginBlocked" | "loginEnabled">) =>
  loginBlocked ? texts.loginOff : loginEnabled ? texts.loginOn : undefined;
