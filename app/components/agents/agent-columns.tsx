import type { agents, Output } from "~/gate.server";
import { count, dateTime } from "../formats";
import { Bars } from "../table/bars";
import type { Column } from "../table/column";
import { PasswordCell, type PasswordView } from "../people/password-cell";
import { possibleActs } from "../table/acts";
import { RowActs, RowLink } from "../table/row-acts";
import { ShortText } from "../ui/short-text";
import { agents as texts } from "~/texts";
import { agentAddress, AGENTS, agentSitesAddress } from "./addresses";
import { AgentStatus } from "./agent-status";
import { statusActs } from "./acts";

export type ListedAgent = Output<typeof agents.listScreen>["agents"]["items"][number];

/** The columns of the agent list. `offices` adds the office column, for accounts that see several offices. */
export const agentColumns = (offices: boolean, passwords: PasswordView): Column<ListedAgent>[] => [
  {
    ...{ key: "username", label: "Username", head: true, sort: true },
    cell: ({ id, username, firstName, lastName }) => (
      <>
        <a href={agentAddress(id)}>{username}</a>
        <small>{`${firstName} ${lastName}`.trim()}</small>
      </>
    ),
  },
  {
    ...{ key: "password", nowrap: true, label: "Password", screenOnly: true },
    // A text without an element, because the list has many.
    cell: (agent) => agent.plainPassword ?? <PasswordCell {...passwords} account={agent} />,
  },
  ...(offices
    ? [
        {
          key: "officeName",
          label: "Office",
          sort: true,
          cell: ({ officeName }: ListedAgent) => <ShortText text={officeName ?? ""} />,
        } as const,
      ]
    : []),
  { key: "regTime", label: "Registered", nowrap: true, sort: true, cell: ({ regTime }) => dateTime(regTime) },
  {
    ...{ key: "lastLoginTime", label: "Last Login", nowrap: true, sort: true },
    cell: ({ lastLoginTime }) => lastLoginTime && dateTime(lastLoginTime),
  },
  {
    ...{ key: "loginCount", label: "Login Times", numeric: true, sort: true },
    cell: ({ id, companyId, loginCount }) => (
      <a href={`/app/logs/login?agentId=${id}&companyId=${companyId}`}>{count(loginCount)}</a>
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
    ...{ key: "sales", label: "Sales", sub: texts.thisHalf, title: texts.recent, numeric: true, sort: true },
    cell: ({ sales, recent }) => (
      <>
        <Bars of={recent} /> <b className="units">{count(sales)}</b>
      </>
    ),
  },
  {
    ...{ key: "lastSale", label: "Last sale", nowrap: true, sort: true },
    cell: ({ lastSale }) => lastSale,
  },
  {
    ...{ key: "actions", label: "Actions", acts: true },
    cell: (agent) => (
      <RowActs action={AGENTS} id={agent.id} of={agent.username} acts={possibleActs(statusActs, agent)} immediate>
        <RowLink href={`${AGENTS}/edit/${agent.id}`} of={agent.username}>
          Edit
        </RowLink>
      </RowActs>
    ),
  },
];
