import { useActionData, useLoaderData } from "@remix-run/react";
import { AgentTabs } from "~/components/agents/agent-tabs";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { ConfirmPayout } from "~/components/payouts/confirm-payout";
import { PayoutForm } from "~/components/payouts/payout-form";
import { payouts as texts } from "~/components/payouts/texts";
import { Status } from "~/components/ui/state";
import { agents, identity, payouts } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";

export const loader = screen(
  { agent: agents.card, payout: payouts.readAgent, ways: identity.confirmForm },
  { form: [payouts.saveAgent], needs: "managePayroll" },
);
export const action = submit(
  { save: payouts.saveAgent, confirm: payouts.confirmAgent },
  {
    to: "/app/agents/:id/payout",
    notice: ({ method }) => [notices.saved[0], method === undefined ? texts.confirmedNotice : texts.saved],
  },
);
export const meta = pageTitle<typeof loader>(texts.heading, ({ payout }) => payout.name);

/** How an agent is paid. */
export default function AgentPayout() {
  const { agent, payout, ways, can, zone, constraint, formId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <AgentTabs agent={agent} can={can}>
        <ScreenHead
          title={texts.title(payout.name)}
          state={<Status {...agent} />}
          zone={payout.changedAt !== null && zone}
        />
      </AgentTabs>
      <PayoutForm {...{ payout, ways, refused, constraint, formId }} intro={texts.agent}>
        <ConfirmPayout payout={payout} action={`/app/agents/${payout.id}/payout`} />
      </PayoutForm>
    </>
  );
}
