import type { ReactNode } from "react";
import { agents as texts, sessions } from "~/texts";
import { ALL_LINKS } from "../links/links-tabs";
import { payouts } from "../payouts/texts";
import { RecordTabs } from "../records/record-tabs";
import { agentAddress, AGENTS, agentSitesAddress } from "./addresses";

type Props = {
  agent: { id: number; companyId: number; username: string };
  can: { managePayroll: boolean };
  /** The tab of a screen whose address does not name the agent. */
  current?: "links" | "statement" | "logins";
  /** The head of the screen. */
  children: ReactNode;
};

/** The pages about one agent. Those with a screen of their own open with the agent chosen. */
export function AgentTabs({ agent: { id, companyId, username }, can, current, children }: Props) {
  const { tabs: names } = texts;
  const name = encodeURIComponent(username);
  const tabs = [
    { to: agentAddress(id), label: names.figures },
    { to: `${AGENTS}/edit/${id}`, label: names.details },
    { to: agentSitesAddress(id, username), label: names.sites },
    { to: `${ALL_LINKS}?agentId=${name}`, label: names.links },
    { to: `/app/stats/statements?agentId=${name}`, label: names.statement },
    ...(can.managePayroll ? [{ to: `${agentAddress(id)}/payout`, label: payouts.heading }] : []),
    { to: `/app/logs/login?agentId=${id}&companyId=${companyId}`, label: names.logins },
    { to: `${agentAddress(id)}/sessions`, label: sessions.heading },
    { to: `${agentAddress(id)}/history`, label: names.history },
  ];
  return (
    <RecordTabs
      list={{ to: AGENTS, label: texts.all }}
      name={username}
      home={current && agentAddress(id)}
      tabs={tabs}
      current={current && names[current]}
    >
      {children}
    </RecordTabs>
  );
}
