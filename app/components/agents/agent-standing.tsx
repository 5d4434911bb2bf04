import { dateTime, statusLabel } from "../formats";
import { agents as texts } from "~/texts";

type Props = {
  agent: {
    active: boolean;
    hidden: boolean;
    approved: boolean;
    plainPassword?: string;
    statusReason: string | null;
    statusBy: string | null;
    statusAt: string | null;
  };
};

/** An agent's status, since when and by whom, the reason if there is one, and the password. */
export function AgentStanding({ agent }: Props) {
  const { active, hidden, approved, statusReason, statusBy, statusAt } = agent;
  const since = statusAt && `${dateTime(statusAt)}${statusBy ? `, ${statusBy}` : ""}`;
  return (
    <p className="line">
      {statusLabel(active, hidden)}
      {!approved && ` · ${texts.waiting}`}
      {since && ` · ${since}`}
      {statusReason && ` · ${statusReason}`} · Password: {agent.plainPassword ?? texts.passwordUnseen}
    </p>
  );
}
