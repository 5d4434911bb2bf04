import { dateTime } from "../formats";
import { agents as texts } from "~/texts";
import { PasswordCell, type PasswordView } from "../people/password-cell";

type Props = {
  passwords: PasswordView;
  agent: {
    id: number;
    username: string;
    version: number;
    approved: boolean;
    plainPassword?: string;
    statusReason: string | null;
    statusBy: string | null;
    statusAt: string | null;
  };
};

/** Since when an agent has the status of the heading, by whom and why, and the password. */
export function AgentStanding({ agent, passwords }: Props) {
  const { approved, statusReason, statusBy, statusAt } = agent;
  const since = statusAt && `${dateTime(statusAt)}${statusBy ? `, ${statusBy}` : ""}`;
  const known = [!approved && texts.waiting, since, statusReason].filter(Boolean);
  return (
    <div className="line">
      {known.map((text) => `${text} · `)}Password: <PasswordCell {...passwords} account={agent} />
    </div>
  );
}
