import { useLoaderData } from "@remix-run/react";
import { AgentTabs } from "~/components/agents/agent-tabs";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { RecordHistory } from "~/components/history/record-history";
import { history as texts } from "~/components/history/texts";
import { Refusals } from "~/components/ui/failure-pane";
import { Status } from "~/components/ui/state";
import { agents, logs } from "~/gate.server";
import { screen } from "~/http/screen.server";

export const loader = screen(
  { agent: agents.card, history: logs.history },
  { prepare: (values) => ({ ...values, record: "agent" }), names: ["record"] },
);
export const meta = pageTitle<typeof loader>(texts.heading, ({ agent }) => agent.username);

/** The changes of an agent, each with its time, author and fields. */
export default function AgentHistory() {
  const { agent, history, can, zone, errors } = useLoaderData<typeof loader>();
  return (
    <>
      <AgentTabs agent={agent} can={can}>
        <ScreenHead title={texts.title(history.name)} state={<Status {...agent} />} zone={zone} />
      </AgentTabs>
      <Refusals messages={errors} />
      <RecordHistory history={history} />
    </>
  );
}
