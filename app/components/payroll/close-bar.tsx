import { useLocation } from "@remix-run/react";
import { payroll as texts } from "~/components/payroll/texts";
import { Checkbox } from "../form/choices";
import { criteria } from "../form/criteria";
import { Hidden } from "../form/hidden";
import { ConfirmSubmit } from "../table/row-acts";
import { php, usd } from "./money";

type Props = {
  /** Everything that closing freezes, on all pages. */
  frozen: { accounts: number; php: number; usd: number | null };
  /** The rate used for the amounts above, pesos per dollar. */
  rate: string;
  /**
   * Whether an unusual rate must be confirmed. The checkbox value contains the rate, so a different rate needs a new
   * confirmation.
   */
  confirms: boolean;
  /** Why the rate was rejected or is unusual. */
  messages: { confirmRate?: readonly string[] };
  hint?: string | null;
  cancel: string;
};

/** The total that closing freezes at the rate above, with its button, which asks first. It stays in sight while the list is read. */
export function CloseBar({ frozen, rate, confirms, messages, hint, cancel }: Props) {
  const { pathname } = useLocation();
  const total = texts.freezes(php(frozen.php), usd(frozen.usd), frozen.accounts);
  const field = criteria({ values: {}, errors: messages });
  return (
    <section className="pay-bar">
      <p>
        <strong>{total}</strong>
      </p>
      <form action={`${pathname}/confirm`} noValidate>
        <Hidden fields={[["phpPerUsd", rate]]} />
        {confirms && (
          <Checkbox
            field={field("confirmRate", { required: true })}
            label={texts.confirmRate(rate)}
            hint={hint}
            value={rate}
          />
        )}
        <div className="acts">
          <ConfirmSubmit action={pathname}>
            <button
              className="primary"
              data-ask={texts.asksClose}
              data-html={`<p><strong>${texts.freezesAt(total, rate)}</strong></p><p>${texts.closeWarning}</p>`}
            >
              {texts.closeNow}
            </button>
          </ConfirmSubmit>
          <a className="cancel" href={cancel}>
            Cancel
          </a>
        </div>
      </form>
    </section>
  );
}
