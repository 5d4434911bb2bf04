import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { OfficePages } from "~/components/offices/office-pages";
import { ConfirmPayout } from "~/components/payouts/confirm-payout";
import { PayoutForm } from "~/components/payouts/payout-form";
import { payouts as texts } from "~/components/payouts/texts";
import { Status } from "~/components/ui/state";
import { identity, offices, payouts } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";

export const loader = screen(
  { office: offices.card, payout: payouts.readOffice, ways: identity.confirmForm },
  { form: [payouts.saveOffice], needs: "managePayroll" },
);
export const action = submit(
  { save: payouts.saveOffice, confirm: payouts.confirmOffice },
  {
    to: "/app/offices/:id/payout",
    notice: ({ method }) => [notices.saved[0], method === undefined ? texts.confirmedNotice : texts.saved],
  },
);
export const meta = pageTitle<typeof loader>(texts.heading, ({ payout }) => payout.name);

/** How an office is paid. */
export default function OfficePayout() {
  const { office, payout, ways, can, zone, constraint, formId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <OfficePages office={office} can={can}>
        <ScreenHead
          title={texts.title(payout.name)}
          state={<Status {...office} />}
          zone={payout.changedAt !== null && zone}
        />
      </OfficePages>
      <PayoutForm {...{ payout, ways, refused, constraint, formId }} intro={texts.office}>
        <ConfirmPayout payout={payout} action={`/app/offices/${payout.id}/payout`} />
      </PayoutForm>
    </>
  );
}
