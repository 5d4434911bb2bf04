import { useActionData, useLoaderData } from "@remix-run/react";
import { dateTime } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { ProfileTabs } from "~/components/profile/profile-tabs";
import { versionOf } from "~/components/ui/conflict";
import { Refusals } from "~/components/ui/failure-pane";
import { Deliveries } from "~/components/webhooks/deliveries";
import { EndpointActs } from "~/components/webhooks/endpoint-acts";
import { EndpointForm } from "~/components/webhooks/endpoint-form";
import { EndpointState, receivesOf, WEBHOOKS } from "~/components/webhooks/endpoint-table";
import { ShownSecret } from "~/components/webhooks/shown-secret";
import { TestForm } from "~/components/webhooks/test-form";
import { webhooks as texts } from "~/components/webhooks/texts";
import { webhooks } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { act } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";

export const loader = screen(
  { endpoint: webhooks.read, choices: webhooks.choices, deliveries: webhooks.deliveriesScreen },
  { form: [webhooks.update, ["name", "url"], ({ endpoint }) => endpoint], reveals: true },
);
export const action = submit(
  {
    save: webhooks.update,
    test: webhooks.test,
    rotate: act(webhooks.rotateSecret, {}, { reveals: true }),
    delete: act(webhooks.remove, {}, { to: () => WEBHOOKS }),
  },
  {
    to: `${WEBHOOKS}/:id`,
    notice: ({ intent }) => (intent === "test" ? [notices.done[0], texts.tested] : notices.done),
  },
);
export const meta = pageTitle<typeof loader>(texts.updateHeading, ({ endpoint }) => endpoint.name);

/** An endpoint: its state, its form, a test, further acts and its deliveries. */
export default function Webhook() {
  const data = useLoaderData<typeof loader>();
  const { endpoint, choices, deliveries, can, zone, constraint, formId, revealed, values, errors } = data;
  const actionData = useActionData<typeof action>();
  const refused = actionData?.intent === "save" ? actionData : undefined;
  const { id, name, url, format, events, enabled, disabledReason, rotatedAt, nextTryAt } = endpoint;
  return (
    <>
      <ProfileTabs can={can} current={WEBHOOKS} />
      <ScreenHead title={name} state={<EndpointState {...endpoint} />} zone={zone}>
        <EndpointActs endpoint={endpoint} action={`${WEBHOOKS}/${id}`} />
      </ScreenHead>
      <ShownSecret revealed={revealed} id={id} />
      {!refused && actionData?.intent !== "test" && <Refusals messages={actionData?.lastResult.error ?? errors} />}
      <p>{[texts.formats[format], receivesOf(endpoint)].join(" · ")}</p>
      {disabledReason === "maker" && <p className="note">{texts.endedNote}</p>}
      {enabled && nextTryAt && <p className="note">{texts.nextTry(dateTime(nextTryAt))}</p>}
      {rotatedAt && <p className="note">{texts.rotated(dateTime(rotatedAt))}</p>}
      <EndpointForm
        initial={{ name, url, format, events, enabled }}
        version={versionOf(refused, endpoint)}
        {...{ choices, refused, constraint, formId }}
      />
      {enabled && (
        <TestForm
          endpoint={endpoint}
          events={choices.events}
          formId={formId}
          refused={actionData?.intent === "test" ? actionData : undefined}
        />
      )}
      <Deliveries
        deliveries={deliveries}
        query={{ values, errors }}
        events={choices.allEvents}
        action={WEBHOOKS}
        sendsAgain={enabled}
      />
    </>
  );
}
