import { useActionData, useLoaderData } from "@remix-run/react";
import { AgentTabs } from "~/components/agents/agent-tabs";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { actInput, EndSessions, ManagedSessions } from "~/components/people/managed-sessions";
import { Status } from "~/components/ui/state";
import { agents, identity } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices, sessions as texts } from "~/texts";

const { end, endAll, screen: sessionsScreen } = identity.managedSessions;

export const loader = screen(
  { agent: agents.card, sessions: sessionsScreen },
  { prepare: (values) => ({ ...values, kind: "agent" }) },
);
export const action = submit(
  { end, endAll },
  { to: "/app/agents/:id/sessions", notice: notices.done, prepare: actInput },
);
export const meta = pageTitle<typeof loader>(texts.heading, ({ agent }) => agent.username);

/** The sessions of an agent, for those who manage them. */
export default function AgentSessions() {
  const { agent, sessions, can, zone, errors } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <AgentTabs agent={agent} can={can}>
        <ScreenHead title={texts.of(agent.username)} state={<Status {...agent} />} zone={sessions.total > 0 && zone}>
          <EndSessions sessions={sessions} />
        </ScreenHead>
      </AgentTabs>
      <ManagedSessions sessions={sessions} can={can} errors={refused ? refused.lastResult.error : errors} />
    </>
  );
}
