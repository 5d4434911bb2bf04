import { count, dateTime } from "../formats";
import type { Column } from "../table/column";
import { type RowAct, RowActs } from "../table/row-acts";
import { agents as texts } from "~/texts";
import { agentAddress, AGENTS, agentSitesAddress } from "./addresses";
import { AgentStatus } from "./agent-status";

export type ListedAgent = {
  id: number;
  companyId: number;
  officeName?: string;
  username: string;
  firstName: string;
  lastName: string;
  plainPassword?: string;
  active: boolean;
  hidden: boolean;
  approved: boolean;
  rejected: boolean;
  loginBlocked: boolean;
  regTime: string;
  lastLoginTime: string | null;
  loginCount: number;
  sitesCount: number;
  sales: number;
  lastSale: string | null;
};

/** The columns of the agent list. `offices` adds the office column, for accounts that see several offices. */
export const agentColumns = (offices: boolean): Column<ListedAgent>[] => [
  {
    ...{ key: "username", label: "Username", head: true, sort: true },
    cell: ({ id, username, firstName, lastName }) => (
      <>
        <a href={agentAddress(id)}>{username}</a>
        <small className="note">{`${firstName} ${lastName}`.trim()}</small>
      </>
    ),
  },
  {
    ...{ key: "password", label: "Password", screenOnly: true },
    cell: ({ plainPassword = texts.passwordUnseen }) => plainPassword,
  },
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
    cell: (agent) => <AgentStatus agent={agent} />,
  },
  {
    ...{ key: "sitesCount", label: "Sites", numeric: true, sort: true },
    cell: ({ id, username, sitesCount }) => <a href={agentSitesAddress(id, username)}>{sitesCount}</a>,
  },
  {
    ...{ key: "sales", label: "Sales", sub: texts.thisHalf, numeric: true, sort: true },
    cell: ({ sales }) => count(sales),
  },
  {
    ...{ key: "lastSale", label: "Last sale", nowrap: true, sort: true },
    cell: ({ lastSale }) => lastSale,
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
