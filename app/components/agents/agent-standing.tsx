import { dateTime, statusLabel } from "../formats";
import { agents as texts } from "~/texts";
import { PasswordCell, type PasswordView } from "../people/password-cell";

type Props = {
  passwords: PasswordView;
  agent: {
    id: number;
    username: string;
    version: number;
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
export function AgentStanding({ agent, passwords }: Props) {
  const { active, hidden, approved, statusReason, statusBy, statusAt } = agent;
  const since = statusAt && `${dateTime(statusAt)}${statusBy ? `, ${statusBy}` : ""}`;
  return (
    <div className="line">
      {statusLabel(active, hidden)}
      {!approved && ` · ${texts.waiting}`}
      {since && ` · ${since}`}
      {statusReason && ` · ${statusReason}`} · Password: <PasswordCell {...passwords} account={agent} />
    </div>
  );
}
