import { dateTime, statusLabel } from "../formats";
import type { Column } from "../table/column";
import { type RowAct, RowActs } from "../table/row-acts";
import { agents as texts } from "~/texts";

export const AGENTS = "/app/agents";

export type ListedAgent = {
  id: number;
  companyId: number;
  officeName?: string;
  username: string;
  plainPassword?: string;
  active: boolean;
  hidden: boolean;
  approved: boolean;
  loginBlocked: boolean;
  regTime: string;
  lastLoginTime: string | null;
  loginCount: number;
  sitesCount: number;
};

/** The columns of the agent list. `offices` adds the office column, for accounts that see several offices. */
export const agentColumns = (offices: boolean): Column<ListedAgent>[] => [
  { key: "username", label: "Username", head: true, sort: true, cell: ({ username }) => username },
  { key: "password", label: "Password", cell: ({ plainPassword = texts.passwordUnseen }) => plainPassword },
  ...(offices
    ? [{ key: "officeName", label: "Office", sort: true, cell: ({ officeName }: ListedAgent) => officeName } as const]
    : []),
  { key: "regTime", label: "Registered", nowrap: true, sort: true, cell: ({ regTime }) => dateTime(regTime) },
  {
    ...{ key: "lastLoginTime", label: "Last Login", nowrap: true, sort: true },
    cell: ({ lastLoginTime }) => lastLoginTime && dateTime(lastLoginTime),
  },
  {
    ...{ key: "loginCount", label: "Login Times", numeric: true, sort: true },
    cell: ({ id, companyId, loginCount }) => (
      <a href={`/app/logs/login?agentId=${id}&companyId=${companyId}`}>{loginCount}</a>
    ),
  },
  {
    ...{ key: "active", label: "Status", primary: true, sort: true },
    cell: ({ active, hidden, approved }) => (
      <>
        <span data-status>{statusLabel(active, hidden)}</span>
        {!approved && <p className="note">{texts.waiting}</p>}
      </>
    ),
  },
  {
    ...{ key: "sitesCount", label: "Sites", numeric: true, sort: true },
    cell: ({ id, username, sitesCount }) => (
      <a href={`${AGENTS}/${id}/${encodeURIComponent(username)}/sites`}>{sitesCount}</a>
    ),
  },
  { key: "actions", label: "Actions", acts: true, cell: (agent) => <Acts agent={agent} /> },
];

const ACTIVITY = [
  { intent: "suspend", label: "Suspend" },
  { intent: "activate", label: "Activate" },
] as const;
const VISIBILITY = [
  { intent: "hide", label: "Hide" },
  { intent: "show", label: "Show" },
] as const;
const SIGN_IN = [
  { intent: "disableLogin", label: "Disable login" },
  { intent: "enableLogin", label: "Enable login", tip: texts.enableTip },
] as const;

/** The action that is currently possible, with its inverse. */
const toggle = ([off, on]: readonly [RowAct, RowAct], isOn: boolean): RowAct =>
  isOn ? { ...off, undo: on } : { ...on, undo: off };

function Acts({ agent }: { agent: ListedAgent }) {
  const { id, username, active, hidden, loginBlocked } = agent;
  return (
    <RowActs
      action={AGENTS}
      id={id}
      of={username}
      acts={[toggle(ACTIVITY, active), toggle(VISIBILITY, !hidden), toggle(SIGN_IN, !loginBlocked)]}
    >
      <a className="act" href={`${AGENTS}/edit/${id}`}>
        Edit<span className="unseen"> {username}</span>
      </a>
    </RowActs>
  );
}
