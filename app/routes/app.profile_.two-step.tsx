import { useActionData, useLoaderData } from "@remix-run/react";
import { dateTime } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { ProfileTabs } from "~/components/profile/profile-tabs";
import { newCodes, RecoveryCodes } from "~/components/profile/recovery-codes";
import { TwoStepConfirmed } from "~/components/profile/two-step-confirmed";
import { TwoStepReset } from "~/components/profile/two-step-reset";
import { TwoStepSetup } from "~/components/profile/two-step-setup";
import { Facts } from "~/components/ui/facts";
import { Refusals } from "~/components/ui/failure-pane";
import { identity } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { act } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { notices, profile, twoStep as texts } from "~/texts";

const PATH = "/app/profile/two-step";
const { begin, confirm, read, renewCodes, reset, switchOff } = identity.twoStep;

export const loader = screen(
  { state: read },
  { forms: { confirm: [confirm], renewCodes: [renewCodes], switchOff: [switchOff], reset: [reset] }, reveals: true },
);
export const action = submit(
  {
    ...{ begin, switchOff, reset },
    ...{ confirm: act(confirm, {}, { reveals: true }), renewCodes: act(renewCodes, {}, { reveals: true }) },
  },
  // The first step only shows a key: a notice of success would say that two-step sign-in is on.
  { to: PATH, notice: ({ intent }) => (intent === "begin" ? undefined : notices.done) },
);
export const meta = pageTitle(texts.heading);

/** Two-step sign-in: enabled with an authenticator app, disabled with password and code. */
export default function TwoStep() {
  const { state, me, can, zone, constraints, formId, revealed } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { enabled, since, pending, recoveryCodesLeft } = state;
  const codes = newCodes(revealed);
  const formProps = (intent: "confirm" | "renewCodes" | "switchOff" | "reset") => ({
    constraint: constraints[intent],
    refused: refused?.intent === intent ? refused : undefined,
    formId,
  });
  return (
    <>
      <ProfileTabs can={can} />
      <ScreenHead title={texts.heading} zone={since !== null && zone} />
      {refused?.intent === "begin" && <Refusals messages={refused.lastResult.error} />}
      {codes && <RecoveryCodes codes={codes} username={me.username} next={PATH} />}
      <p>{enabled ? texts.on : texts.off}</p>
      {since && (
        <Facts
          facts={[
            [profile.since, dateTime(since)],
            [texts.left, recoveryCodesLeft],
          ]}
        />
      )}
      {!codes && (
        <>
          {pending && <TwoStepSetup pending={pending} {...formProps("confirm")} />}
          {!enabled && (
            <form method="post">
              <input type="hidden" name="formId" value={formId} />
              <button className={pending ? undefined : "primary"} name="intent" value="begin">
                {pending ? texts.renew : texts.begin}
              </button>
            </form>
          )}
          {enabled && (
            <>
              <TwoStepConfirmed
                {...{ id: "renew", heading: texts.renewCodesHeading, intent: "renewCodes", submit: texts.renewCodes }}
                {...formProps("renewCodes")}
              >
                <p>{texts.renewCodesText}</p>
              </TwoStepConfirmed>
              <TwoStepConfirmed
                {...{ id: "off", heading: texts.switchOffHeading, intent: "switchOff", submit: texts.switchOff }}
                {...formProps("switchOff")}
              />
            </>
          )}
          {can.resetTwoStep && <TwoStepReset {...formProps("reset")} />}
        </>
      )}
    </>
  );
}
