import type { ReactNode } from "react";
import { agents as texts } from "~/texts";
import { payouts } from "../payouts/texts";
import { Tabs } from "../frame/tabs";
import { ALL_LINKS } from "../links/links-tabs";
import { agentAddress, AGENTS, agentSitesAddress } from "./addresses";

type Props = {
  agent: { id: number; companyId: number; username: string };
  can: { managePayroll: boolean };
  /** The tab whose screen has an address of its own. */
  current?: "links" | "statement" | "logins";
  /** The head of the screen. */
  children: ReactNode;
};

/** The pages about one agent. Those with a screen of their own open with the agent chosen. */
export function AgentTabs({ agent: { id, companyId, username }, can, current, children }: Props) {
  const { label, ...names } = texts.tabs;
  const name = encodeURIComponent(username);
  const links = `${ALL_LINKS}?agentId=${name}`;
  const statement = `/app/stats/statements?agentId=${name}`;
  const logins = `/app/logs/login?agentId=${id}&companyId=${companyId}`;
  const tabs = [
    { to: agentAddress(id), label: names.figures },
    { to: `${AGENTS}/edit/${id}`, label: names.details },
    { to: agentSitesAddress(id, username), label: names.sites },
    { to: links, label: names.links },
    { to: statement, label: names.statement },
    ...(can.managePayroll ? [{ to: `${agentAddress(id)}/payout`, label: payouts.heading }] : []),
    { to: logins, label: names.logins },
    { to: `${agentAddress(id)}/history`, label: names.history },
  ];
  return (
    <>
      <nav className="crumbs" aria-label={texts.trail}>
        <a href={AGENTS}>{texts.all}</a> › {current ? <a href={agentAddress(id)}>{username}</a> : username}
      </nav>
      {children}
      <Tabs label={label} tabs={tabs} query={false} current={current && { links, statement, logins }[current]} />
    </>
  );
}
