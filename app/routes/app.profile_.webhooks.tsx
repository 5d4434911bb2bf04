import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { ProfileTabs } from "~/components/profile/profile-tabs";
import { Pager } from "~/components/table/pager";
import { Refusals } from "~/components/ui/failure-pane";
import { EndpointForm } from "~/components/webhooks/endpoint-form";
import { EndpointTable, WEBHOOKS } from "~/components/webhooks/endpoint-table";
import { webhooks as texts } from "~/components/webhooks/texts";
import { webhooks } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { act } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";

type Answer = { id: number; endpointId?: number };

export const loader = screen(
  { list: webhooks.listScreen, choices: webhooks.choices },
  { forms: { create: [webhooks.create] } },
);
export const action = submit(
  { create: act(webhooks.create, {}, { reveals: true }), again: webhooks.sendAgain },
  {
    to: ({ id, endpointId = id }: Answer) => `${WEBHOOKS}/${endpointId}`,
    notice: ({ intent }) => (intent === "again" ? [notices.done[0], texts.sentAgain] : notices.done),
  },
);
export const meta = pageTitle(texts.heading);

/** The addresses that receive events, and the form for another one. */
export default function Webhooks() {
  const { list, choices, can, zone, constraints, formId } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const refused = actionData?.intent === "create" ? actionData : undefined;
  return (
    <>
      <ProfileTabs can={can} />
      <ScreenHead title={texts.heading} zone={list.total > 0 && zone} />
      <p className="note">{choices.postbacksOnly ? texts.ofAgentIntro : texts.intro}</p>
      {!refused && <Refusals messages={actionData?.lastResult.error} />}
      <EndpointTable endpoints={list.items} withOffice={choices.offices !== null} />
      <Pager page={list.asked.page} pageSize={list.asked.pageSize} total={list.total} />
      <EndpointForm
        initial={{ format: choices.postbacksOnly ? "postback" : "signed" }}
        constraint={constraints.create}
        {...{ choices, refused, formId }}
      />
    </>
  );
}
