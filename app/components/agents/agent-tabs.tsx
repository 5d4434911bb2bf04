import { agents as texts } from "~/texts";
import { payouts } from "../payouts/texts";
import { Tabs } from "../frame/tabs";
import { ALL_LINKS } from "../links/links-tabs";
import { agentAddress, AGENTS, agentSitesAddress } from "./addresses";

type Props = { agent: { id: number; companyId: number; username: string }; can: { managePayroll: boolean } };

/** The pages about one agent. Those with a screen of their own open with the agent chosen. */
export function AgentTabs({ agent: { id, companyId, username }, can }: Props) {
  const { label, ...names } = texts.tabs;
  const name = encodeURIComponent(username);
  const tabs = [
    { to: agentAddress(id), label: names.figures },
    { to: `${AGENTS}/edit/${id}`, label: names.details },
    { to: agentSitesAddress(id, username), label: names.sites },
    { to: `${ALL_LINKS}?agentId=${name}`, label: names.links },
    { to: `/app/stats/statements?agentId=${name}`, label: names.statement },
    ...(can.managePayroll ? [{ to: `${agentAddress(id)}/payout`, label: payouts.heading }] : []),
    { to: `/app/logs/login?agentId=${id}&companyId=${companyId}`, label: names.logins },
    { to: `${agentAddress(id)}/history`, label: names.history },
  ];
  return <Tabs label={label} tabs={tabs} query={false} />;
}
