import { Status } from "../ui/state";
import { agents as texts } from "~/texts";

type Props = {
  agent: { active: boolean; hidden: boolean; approved: boolean; rejected: boolean; loginBlocked: boolean };
};

/** An agent's status in a row: a suspension in the tone of a warning, then the approval and a disabled sign-in. */
export function AgentStatus({ agent: { active, hidden, approved, rejected, loginBlocked } }: Props) {
  return (
    <>
      <Status active={active} hidden={hidden} />
      {!approved && <small className="note">{rejected ? texts.rejected : texts.waiting}</small>}
      {loginBlocked && <small className="note login-off">{texts.loginOff}</small>}
    </>
  );
}
