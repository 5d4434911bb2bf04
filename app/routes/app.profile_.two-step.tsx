import { useActionData, useLoaderData } from "@remix-run/react";
import { dateOnly, dateTime } from "~/components/formats";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { ProfileTabs } from "~/components/profile/profile-tabs";
import { passkeyActs } from "~/components/profile/acts";
import { Passkeys } from "~/components/profile/passkeys";
import { newCodes, RecoveryCodes } from "~/components/profile/recovery-codes";
import { TwoStepChanges } from "~/components/profile/two-step-changes";
import { TwoStepReset } from "~/components/profile/two-step-reset";
import { TwoStepSetup } from "~/components/profile/two-step-setup";
import { Facts } from "~/components/ui/facts";
import { Refusals } from "~/components/ui/failure-pane";
import { identity } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { act, actsBy, singleId } from "~/http/forms/acts.server";
import { submit } from "~/http/forms/submit.server";
import { returnUrl } from "~/http/return-url";
import { notices, profile, twoStep as texts } from "~/texts";

const PATH = "/app/profile/two-step";
const { begin, confirm, read, renewCodes, replace, reset, switchOff } = identity.twoStep;
const { add, list, remove } = identity.passkeys;

export const loader = screen(
  { state: read, keys: list, ways: identity.confirmForm },
  {
    forms: {
      ...{ confirm: [confirm], renewCodes: [renewCodes], replace: [replace], switchOff: [switchOff], reset: [reset] },
      addPasskey: [add],
    },
    reveals: true,
  },
);
export const action = submit(
  {
    ...{ begin, replace, switchOff, reset },
    ...{ addPasskey: act(add, {}, { reveals: true }), ...actsBy(remove, passkeyActs, singleId) },
    ...{ confirm: act(confirm, {}, { reveals: true }), renewCodes: act(renewCodes, {}, { reveals: true }) },
  },
  // The first step only shows a key: a notice of success would say that two-step sign-in is on.
  { to: PATH, notice: ({ intent }) => (intent === "begin" || intent === "replace" ? undefined : notices.done) },
);
export const meta = pageTitle(texts.heading);

/** After the new codes: the page that the person wanted before they had to set it up. */
const nextPage = ({ returnUrl: wanted }: Record<string, unknown>) =>
  typeof wanted === "string" ? returnUrl(wanted) : PATH;

/** Two-step sign-in: enabled with an authenticator app or passkeys, disabled with the password and one of them. */
export default function TwoStep() {
  const { state, keys, ways, me, can, zone, constraints, formId, revealed, values } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { enabled, required, app, since, pending, recoveryCodesLeft } = state;
  const codes = newCodes(revealed);
  const formProps = (intent: "confirm" | "renewCodes" | "replace" | "switchOff" | "reset" | "addPasskey") => ({
    constraint: constraints[intent],
    refused: refused?.intent === intent ? refused : undefined,
    formId,
  });
  return (
    <>
      <ProfileTabs can={can} />
      <ScreenHead title={texts.heading} zone={since !== null && zone} />
      {refused?.intent === "begin" && <Refusals messages={refused.lastResult.error} />}
      {codes && <RecoveryCodes codes={codes} username={me.username} next={nextPage(values)} />}
      <p>{app ? texts.on : enabled ? texts.onByPasskey : texts.off}</p>
      {!enabled && me.secondStepUntil && <p>{texts.setUpBy(dateOnly(me.secondStepUntil))}</p>}
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
          {!app && (
            <form method="post">
              <input type="hidden" name="formId" value={formId} />
              <button className={pending || enabled ? undefined : "primary"} name="intent" value="begin">
                {pending ? texts.renew : enabled ? texts.beginApp : texts.begin}
              </button>
            </form>
          )}
          <Passkeys rows={keys.passkeys} action={PATH} {...formProps("addPasskey")} />
          {enabled && <TwoStepChanges {...{ app, required, ways }} propsOf={formProps} />}
          {can.resetTwoStep && <TwoStepReset {...formProps("reset")} />}
        </>
      )}
    </>
  );
}
