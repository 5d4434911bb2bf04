import { useActionData, useLoaderData } from "@remix-run/react";
import { DecideClaim, OpenClaim } from "~/components/claims/claim-acts";
import { ClaimState } from "~/components/claims/claim-table";
import { ClaimLinks, ClaimView } from "~/components/claims/claim-view";
import { CLAIMS, claims as texts } from "~/components/claims/texts";
import { pageTitle } from "~/components/frame/page-title";
import { ScreenHead } from "~/components/frame/screen-head";
import { Refusals } from "~/components/ui/failure-pane";
import { claims, periods } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { notices } from "~/texts";

export const loader = screen({ claim: claims.read }, { forms: { open: [claims.open], decide: [claims.decide] } });
export const action = submit(
  { open: claims.open, decide: claims.decide },
  { to: `${CLAIMS}/:id`, notice: [notices.done[0], texts.saved] },
);
export const meta = pageTitle<typeof loader>(texts.heading, ({ claim }) => texts.one(claim.id));

/** One claim, with its evidence, its history, and the next decision. */
export default function OneClaim() {
  const { claim, can, zone, today, constraints, formId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const refusedBy = (intent: string) => (refused?.intent === intent ? refused : undefined);
  const shownInForm = (refused?.intent === "open" && claim.mayOpen) || claim.mayDecide.length > 0;
  return (
    <>
      <ScreenHead
        title={texts.one(claim.id)}
        list={{ to: CLAIMS, label: texts.heading }}
        state={<ClaimState {...claim} />}
        zone={zone}
      >
        <ClaimLinks claim={claim} can={can} periodId={periods.payPeriodId(today)} />
      </ScreenHead>
      {!shownInForm && <Refusals messages={refused?.lastResult.error} />}
      <ClaimView claim={claim} can={can} />
      {claim.mayOpen && <OpenClaim {...{ claim, formId }} refused={refusedBy("open")} constraint={constraints.open} />}
      {claim.mayDecide.length > 0 && (
        <DecideClaim {...{ claim, formId }} refused={refusedBy("decide")} constraint={constraints.decide} />
      )}
    </>
  );
}
