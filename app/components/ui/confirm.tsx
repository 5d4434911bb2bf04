import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { form as texts } from "~/texts";
import type { Refused } from "../form/form";
import { Hidden, type HiddenField } from "../form/hidden";
import { ActButton } from "../table/act-button";
import { dialogOf, type OfferedAct, questionIn } from "../table/acts";
import { ConfirmSubmit } from "../table/row-acts";

export type ConfirmPageProps = {
  heading: string;
  /** Already sanitized by the server. */
  html?: string;
  /** Target and hidden fields of the Confirm post. */
  action: string;
  fields: readonly HiddenField[];
  /** Target of Cancel. Without it there is no Cancel. */
  cancel?: string;
  /** Shows an optional reason field; with a text as its hint, a required one. */
  reason?: boolean | string;
  /** The act destroys something. */
  danger?: boolean;
  /** A long list of what the act applies to, in a box of its own below the buttons. */
  listed?: { label: string; content: ReactNode };
  children?: ReactNode;
};

/** The confirmation page for browsers without scripts. */
export function ConfirmPage({
  heading,
  html,
  action,
  fields,
  cancel,
  reason,
  danger,
  listed,
  children,
}: ConfirmPageProps) {
  const [question, consequence] = questionIn(heading);
  return (
    <guarded-form>
      <form className="card ask" method="post" action={action} noValidate>
        <h1>{question}</h1>
        {consequence && <p>{consequence}</p>}
        {html && <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />}
        {children}
        {reason && <Reason requiredHint={reason === true ? undefined : reason} />}
        <Hidden fields={fields} />
        <div className="acts">
          <button className={danger ? "danger" : "primary"}>Confirm</button>
          {cancel && (
            <a className="button" href={cancel}>
              Cancel
            </a>
          )}
        </div>
        {listed && (
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrollable region
          <div className="scroll" role="region" aria-label={listed.label} tabIndex={0}>
            {listed.content}
          </div>
        )}
      </form>
    </guarded-form>
  );
}

/** Prefilled with the typed reason when the form is shown again after a new sign-in. */
function Reason({ requiredHint }: { requiredHint?: string }) {
  const actionData: unknown = useActionData();
  const typed = (actionData as Refused | undefined)?.lastResult.initialValue?.reason;
  return (
    <div className="field">
      <label htmlFor="reason">{texts.reason}</label>
      <p className="hint" id="reason-hint">
        {requiredHint ?? texts.reasonHint}
      </p>
      <input
        id="reason"
        name="reason"
        maxLength={255}
        required={requiredHint !== undefined}
        aria-describedby="reason-hint"
        defaultValue={typeof typed === "string" ? typed : undefined}
      />
    </div>
  );
}

type ActProps = {
  act: OfferedAct;
  /** Replaces the label of the act. */
  label?: ReactNode;
  /** The record it acts on ("agent anna"), for screen readers. */
  of?: string;
  fields: readonly HiddenField[];
  /** The screen that handles the post. */
  action?: string;
  /** Renders an ordinary button, for an act on a whole screen. Acts in rows are less prominent. */
  standing?: boolean;
  /** The act that the page is for. */
  primary?: boolean;
};

/** One act on one record, as its own form. */
export function Act({ act, label, of, fields, action = "", standing = false, primary }: ActProps) {
  const question = dialogOf(act, of ?? "");
  const name = of && <span className="unseen"> {of}</span>;
  const button = <ActButton act={act} ask={question} label={label} name={name} inline={!standing} primary={primary} />;
  return (
    <form className="inline" {...(question ? { action: `${action}/confirm` } : { method: "post", action })}>
      <Hidden fields={fields} />
      {question ? <ConfirmSubmit action={action}>{button}</ConfirmSubmit> : button}
    </form>
  );
}
