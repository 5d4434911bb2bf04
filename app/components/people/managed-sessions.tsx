import { sessions as texts } from "~/texts";
import { Hidden, type HiddenField } from "../form/hidden";
import { Refusals } from "../ui/failure-pane";
import { SessionTable } from "./session-table";

type Props = Pick<Parameters<typeof SessionTable>[0], "can"> & {
  sessions: Parameters<typeof SessionTable>[0]["sessions"] & { account: { id: number } };
  /** Why the query or an act was refused. */
  errors: Parameters<typeof Refusals>[0]["messages"];
};

const accountField = ({ account }: Props["sessions"]): HiddenField => ["accountId", account.id];

/** The input of the acts. The ID in the path is that of the agent, office or admin. */
export const actInput = ({ accountId, sessionId }: Readonly<Record<string, unknown>>) => ({ id: accountId, sessionId });

/** The button that ends all sessions of an account, for the head of the screen. */
export const EndSessions = ({ sessions }: Pick<Props, "sessions">) =>
  sessions.total > 0 && (
    <form method="post">
      <Hidden fields={[accountField(sessions)]} />
      <button className="danger" name="intent" value="endAll">
        {texts.endAll}
      </button>
    </form>
  );

/** The open sessions of an account that the reader manages. */
export const ManagedSessions = ({ sessions, can, errors }: Props) => (
  <>
    <p className="note">{texts.managedIntro}</p>
    <Refusals messages={errors} />
    <SessionTable sessions={sessions} can={can} fields={({ id }) => [accountField(sessions), ["sessionId", id]]} />
  </>
);
