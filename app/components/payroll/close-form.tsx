import { payroll as texts } from "~/texts/payroll";
import { Hidden } from "../ui/hidden";

/** Closes a half-month at the rate by which its amounts are shown above. */
export function CloseForm({ rate, formId, cancel }: { rate: number; formId: string; cancel: string }) {
  return (
    <form className="form" method="post">
      <p>{texts.closeWarning}</p>
      <Hidden
        fields={[
          ["phpPerUsd", rate],
          ["formId", formId],
        ]}
      />
      <div className="acts">
        <button className="primary">{texts.closeNow}</button>
        <a href={cancel}>Cancel</a>
      </div>
    </form>
  );
}
