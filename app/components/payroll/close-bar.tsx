import { payroll as texts } from "~/components/payroll/texts";
import { Checkbox } from "../form/choices";
import { criteria } from "../form/criteria";
import { Hidden } from "../form/hidden";
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
  formId: string;
  cancel: string;
};

/** The total that closing freezes at the rate above, with its button. It stays in sight while the list is read. */
export function CloseBar({ frozen, rate, confirms, messages, hint, formId, cancel }: Props) {
  const field = criteria({ values: {}, errors: messages });
  return (
    <section className="pay-bar">
      <p>
        <strong>{texts.freezes(php(frozen.php), usd(frozen.usd), frozen.accounts)}</strong>
      </p>
      <form method="post">
        <Hidden
          fields={[
            ["phpPerUsd", rate],
            ["formId", formId],
          ]}
        />
        {confirms && (
          <Checkbox
            field={field("confirmRate", { required: true })}
            label={texts.confirmRate(rate)}
            hint={hint}
            value={rate}
          />
        )}
        <div className="acts">
          <button className="primary">{texts.closeNow}</button>
          <a href={cancel}>Cancel</a>
        </div>
      </form>
    </section>
  );
}
