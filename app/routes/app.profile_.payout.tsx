import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { PayoutForm } from "~/components/payouts/payout-form";
import { payouts as texts } from "~/components/payouts/texts";
import { ProfileTabs } from "~/components/profile/profile-tabs";
import { identity, payouts } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";

export const loader = screen({ payout: payouts.readOwn, ways: identity.confirmForm }, { form: [payouts.saveOwn] });
export const action = submit(
  { save: payouts.saveOwn },
  { to: "/app/profile/payout", notice: [notices.saved[0], texts.saved] },
);
export const meta = pageTitle(texts.heading);

/** How the signed-in agent or office is paid. */
export default function OwnPayout() {
  const { payout, ways, can, zone, constraint, formId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <ProfileTabs can={can} />
      <ScreenHead title={texts.heading} zone={payout.changedAt !== null && zone} />
      <PayoutForm
        {...{ payout, ways, refused, constraint, formId }}
        intro={can.seeAgents ? texts.ownOffice : texts.own}
      />
    </>
  );
}
