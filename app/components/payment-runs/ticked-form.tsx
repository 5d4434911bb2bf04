import { criteria } from "../form/criteria";
import { Hidden } from "../form/hidden";
import { TextInput } from "../form/inputs";
import { paymentRuns as texts } from "./texts";

type Messages = Readonly<Record<string, readonly string[] | null | undefined>>;

type Props = {
  /** The id that the checkboxes of the table refer to. */
  id: string;
  note: string;
  intent: string;
  submit: string;
  formId: string;
  /** The response of an action that rejected the form. */
  refused?: { lastResult: { initialValue?: unknown; error?: Messages | null } };
};

/** An act on ticked rows, with a reason. It opens above a bar that stays in sight, so that rows can still be ticked. */
export function TickedForm({ id, note, intent, submit, formId, refused }: Props) {
  const { agentIds: unticked, reason } = refused?.lastResult.error ?? {};
  const values = (refused?.lastResult.initialValue ?? {}) as Record<string, unknown>;
  const field = criteria({ values, errors: { reason: reason ?? undefined } });
  return (
    <details className="ticked" open={Boolean(unticked ?? reason)}>
      <summary className="button">{submit}</summary>
      <div className="stack">
        <p className="note">{note}</p>
        <guarded-form>
          <form className="form" method="post" id={id} noValidate aria-label={submit}>
            <Hidden fields={[["formId", formId]]} />
            {unticked && <p className="error">{unticked.join(" ")}</p>}
            <TextInput field={field("reason", { required: true })} label={texts.reason} />
            <div className="acts">
              <button name="intent" value={intent}>
                {submit}
              </button>
            </div>
          </form>
        </guarded-form>
      </div>
    </details>
  );
}
