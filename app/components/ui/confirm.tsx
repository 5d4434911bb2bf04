import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { form as texts } from "~/texts";
import type { Refused } from "../form/form";
import { Hidden, type HiddenField } from "../form/hidden";
import { ConfirmSubmit } from "../table/row-acts";

type PageProps = {
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
  /** The page shows a table, for which a form's width is too little. */
  wide?: boolean;
  children?: ReactNode;
};

/** The confirmation page for browsers without scripts. */
export function ConfirmPage({ heading, html, action, fields, cancel, reason, wide, children }: PageProps) {
  return (
    <form className={wide ? "stack" : "form"} method="post" action={action}>
      <h1>{heading}</h1>
      {html && <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />}
      {children}
      {reason && <Reason requiredHint={reason === true ? undefined : reason} />}
      <Hidden fields={fields} />
      <div className="acts">
        <button className="primary">Confirm</button>
        {cancel && <a href={cancel}>Cancel</a>}
      </div>
    </form>
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
  /** The button text and the record it acts on ("Suspend", "agent anna"). Only screen readers get the second part. */
  label: ReactNode;
  of?: string;
  intent: string;
  fields: readonly HiddenField[];
  /** The screen that handles the post. */
  action?: string;
  /** The confirmation question. If set, a dialog asks first, or a page where there are no scripts. */
  heading?: string;
  html?: string;
  /** The heading explains why the action is not possible. OK is the only button. */
  info?: boolean;
  danger?: boolean;
  disabled?: boolean;
  /** Renders an ordinary button, for an action on a whole screen. Actions in rows are less prominent. */
  standing?: boolean;
};

/** One action on one record, as its own form. */
export function Act({
  label,
  of,
  intent,
  fields,
  action = "",
  heading,
  html,
  info,
  danger,
  disabled,
  standing,
}: ActProps) {
  const button = (
    <button
      className={[!standing && "act", danger && "danger"].filter(Boolean).join(" ") || undefined}
      name="intent"
      value={intent}
      disabled={disabled}
      data-ask={heading}
      data-html={html}
      data-info={info || undefined}
    >
      {label}
      {of && <span className="unseen"> {of}</span>}
    </button>
  );
  return (
    <form className="inline" {...(heading ? { action: `${action}/confirm` } : { method: "post", action })}>
      <Hidden fields={fields} />
      {heading ? <ConfirmSubmit action={action}>{button}</ConfirmSubmit> : button}
    </form>
  );
}
