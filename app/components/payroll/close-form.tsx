import { payroll as texts } from "~/components/payroll/texts";
import { Checkbox } from "../form/choices";
import { criteria } from "../form/criteria";
import { Hidden } from "../form/hidden";

type Props = {
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

/** Closes a half-month at the rate used for the amounts above. */
export function CloseForm({ rate, confirms, messages, hint, formId, cancel }: Props) {
  const field = criteria({ values: {}, errors: messages });
  return (
    <form className="form" method="post">
      <p>{texts.closeWarning}</p>
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
  );
}
