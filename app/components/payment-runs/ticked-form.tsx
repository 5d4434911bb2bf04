import { criteria } from "../form/criteria";
import { Hidden } from "../form/hidden";
import { TextInput } from "../form/inputs";
import { paymentRuns as texts } from "./texts";

type Messages = Readonly<Record<string, readonly string[] | null | undefined>>;

type Props = {
  /** The id that the checkboxes of the table refer to. */
  id: string;
  heading: string;
  note: string;
  intent: string;
  submit: string;
  formId: string;
  /** The response of an action that rejected the form. */
  refused?: { lastResult: { initialValue?: unknown; error?: Messages | null } };
};

/** An act on the rows ticked in the table above it, with a reason. */
export function TickedForm({ id, heading, note, intent, submit, formId, refused }: Props) {
  const { agentIds: unticked, reason } = refused?.lastResult.error ?? {};
  const values = (refused?.lastResult.initialValue ?? {}) as Record<string, unknown>;
  const field = criteria({ values, errors: { reason: reason ?? undefined } });
  return (
    <section className="stack" aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{heading}</h2>
      <p className="note">{note}</p>
      <guarded-form>
        <form className="form" method="post" id={id} noValidate>
          <Hidden fields={[["formId", formId]]} />
          {unticked && <p className="error">{unticked.join(" ")}</p>}
          <TextInput field={field("reason", { required: true })} label={texts.reason} autoComplete="off" />
          <div className="acts">
            <button name="intent" value={intent}>
              {submit}
            </button>
          </div>
        </form>
      </guarded-form>
    </section>
  );
}
