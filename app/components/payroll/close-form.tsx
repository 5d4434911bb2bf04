import { payroll as texts } from "~/texts/payroll";
import { Checkbox } from "../ui/choices";
import { criteria } from "../ui/criteria";
import { Hidden } from "../ui/hidden";

type Props = {
  /** As the amounts above are shown by it. */
  rate: string;
  /** An unusual rate is confirmed by a tick, which names it: another rate needs another tick. */
  confirms: boolean;
  /** What the rate was refused for, or why it is unusual. */
  messages: { confirmRate?: readonly string[] };
  hint?: string | null;
  formId: string;
  cancel: string;
};

/** Closes a half-month at the rate by which its amounts are shown above. */
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
