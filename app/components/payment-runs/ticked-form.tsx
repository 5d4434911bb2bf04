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

/**
 * An act on ticked rows, with a reason. It takes the place of what its bar says as long as rows are ticked, so that nothing
 * moves; CSS alone shows it and counts the rows.
 */
export function TickedForm({ id, note, intent, submit, formId, refused }: Props) {
  const { agentIds: unticked, reason } = refused?.lastResult.error ?? {};
  const values = (refused?.lastResult.initialValue ?? {}) as Record<string, unknown>;
  const field = criteria({ values, errors: { reason: reason ?? undefined } });
  return (
    <guarded-form class={unticked ? "ticked refused" : "ticked"}>
      <form method="post" id={id} noValidate aria-label={submit}>
        <Hidden fields={[["formId", formId]]} />
        <div>
          <b />
          <p className={unticked ? "error" : "note"}>{unticked?.join(" ") ?? note}</p>
        </div>
        <TextInput field={field("reason", { required: true })} label={texts.reason} />
        <button name="intent" value={intent}>
          {submit}
        </button>
      </form>
    </guarded-form>
  );
}
