import { useLoaderData, useLocation } from "@remix-run/react";
import { period as periodText } from "~/components/formats";
import { pageTitle } from "~/components/frame/page-title";
import { php, usd } from "~/components/payroll/money";
import { payroll as texts } from "~/components/payroll/texts";
import { NamedRows } from "~/components/table/confirm-screen";
import { ConfirmPage } from "~/components/ui/confirm";
import { InfoPage } from "~/components/ui/info";
import { payroll } from "~/gate.server";
import { screen } from "~/http/screen.server";

export const loader = screen({ closing: payroll.closeScreen });
export const meta = pageTitle<typeof loader>(texts.heading, () => texts.asksClose);

/** The confirmation page for closing a half-month at the rate in the address. */
export default function ConfirmClose() {
  const { closing, values, errors, formId } = useLoaderData<typeof loader>();
  const action = useLocation().pathname.replace(/\/confirm\/?$/, "");
  const { period, impossible, frozen, phpPerUsd } = closing;
  const wrong = impossible ?? errors.phpPerUsd?.join(" ") ?? (phpPerUsd === null ? texts.noRate : null);
  if (wrong !== null) return <InfoPage text={wrong} back={action} />;
  const total = texts.freezes(php(frozen.php), usd(frozen.usd), frozen.accounts);
  const confirmed = typeof values.confirmRate === "string" ? values.confirmRate : undefined;
  return (
    <ConfirmPage
      heading={texts.asksClose}
      action={action}
      cancel={`${action}?phpPerUsd=${phpPerUsd}`}
      fields={[
        ["phpPerUsd", String(phpPerUsd)],
        ...(confirmed === undefined ? [] : [["confirmRate", confirmed] as const]),
        ["formId", formId],
      ]}
    >
      <NamedRows names={[periodText(period)]} />
      <p>
        <strong>{texts.freezesAt(total, String(phpPerUsd))}</strong>
      </p>
      <p>{texts.closeWarning}</p>
    </ConfirmPage>
  );
}
