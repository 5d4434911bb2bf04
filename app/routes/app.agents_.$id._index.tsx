import { useActionData, useLoaderData } from "@remix-run/react";
import { agentAddress } from "~/components/agents/addresses";
import { statusActs } from "~/components/agents/acts";
import { AgentActs } from "~/components/agents/agent-acts";
import { AgentFacts, nameOf } from "~/components/agents/agent-facts";
import { AgentFigures } from "~/components/agents/agent-figures";
import { AgentTabs } from "~/components/agents/agent-tabs";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { Refusals } from "~/components/ui/failure-pane";
import { Status } from "~/components/ui/state";
import { agents as agentOperations, approvals, identity, reports } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { viewingHeaders } from "~/http/viewing.server";
import { act, actsBy } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { agents as texts, notices } from "~/texts";

export const loader = screen({ agent: agentOperations.card, figures: reports.agentFigures });
export const action = submit(
  {
    ...actsBy(agentOperations.setStatus, statusActs),
    approve: approvals.approve,
    reject: approvals.reject,
    request: approvals.request,
    viewAs: act(identity.viewAs, ({ ids }) => ({ agentId: ids })),
  },
  {
    to: (_answer, { ids }) => agentAddress(Number(ids)),
    notice: ({ intent }) => (intent === "request" ? asked : notices.done),
    named: agentOperations.named,
    opens: viewingHeaders,
  },
);
const asked = [notices.done[0], texts.askedAgain] as const;
export const meta = pageTitle<typeof loader>(texts.tabs.label, ({ agent }) => agent.username);

/** One agent: figures with the reports behind them, person and status, and the acts. */
export default function Agent() {
  const { agent, figures, can, zone, errors } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <AgentTabs agent={agent} can={can}>
        <ScreenHead title={texts.titleOf(agent.username, nameOf(agent))} state={<Status {...agent} />} zone={zone}>
          <AgentActs agent={agent} can={can} />
        </ScreenHead>
      </AgentTabs>
      <Refusals messages={refused ? refused.lastResult.error : errors} />
      <AgentFigures username={agent.username} periods={figures.periods} />
      <AgentFacts agent={agent} />
    </>
  );
}
