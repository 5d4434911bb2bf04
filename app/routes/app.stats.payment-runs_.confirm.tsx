import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/frame/page-title";
import { ConfirmPage } from "~/components/ui/confirm";
import { NamedRows } from "~/components/table/named-rows";
import { payroll } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";
import { paymentRuns as texts } from "~/components/payment-runs/texts";

export const loader = confirmLoader(texts.asks, { needs: "managePayroll", queries: { names: payroll.namedRuns } });
export const meta = pageTitle<typeof loader>(texts.heading, ({ question }) => question.heading);

/** The confirmation page for undoing a payment run. */
export default function ConfirmUndo() {
  const { question, names } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage {...question}>
      <NamedRows names={names} />
      <p>{texts.undoNote}</p>
    </ConfirmPage>
  );
}
