import type { ReactNode } from "react";
import { Back, Hidden, type HiddenField } from "./hidden";

type PageProps = {
  heading: string;
  /** Already cleaned by the server. */
  html?: string;
  /** Where Confirm posts to, with what. */
  action: string;
  fields: readonly HiddenField[];
  /** Where Cancel leads; without it there is none. */
  cancel?: string;
  children?: ReactNode;
};

/** The page that asks where there are no scripts. */
export function ConfirmPage({ heading, html, action, fields, cancel, children }: PageProps) {
  return (
    <form className="form" method="post" action={action}>
      <h1>{heading}</h1>
      {html && <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />}
      {children}
      <Hidden fields={fields} />
      <div className="acts">
        <button className="primary">Confirm</button>
        {cancel && <a href={cancel}>Cancel</a>}
      </div>
    </form>
  );
}

type ActProps = {
  /** What the button reads, and what of ("Suspend", "agent anna"): the second part is for the ear. */
  label: ReactNode;
  of?: string;
  intent: string;
  fields: readonly HiddenField[];
  /** The screen that takes the post. */
  action?: string;
  /** The question; with it the act asks first, on a page or, with scripts, in a dialog. */
  heading?: string;
  html?: string;
  danger?: boolean;
  disabled?: boolean;
};

/** One act on one record, as a form of its own. */
export function Act({ label, of, intent, fields, action = "", heading, html, danger, disabled }: ActProps) {
  const button = (
    <button className={danger ? "act danger" : "act"} name="intent" value={intent} disabled={disabled}>
      {label}
      {of && <span className="unseen"> {of}</span>}
    </button>
  );
  return (
    <form className="inline" {...(heading ? { action: `${action}/confirm` } : { method: "post", action })}>
      <Hidden fields={fields} />
      <Back />
      {heading ? (
        <confirm-submit heading={heading} html={html} action={action}>
          {button}
        </confirm-submit>
      ) : (
        button
      )}
    </form>
  );
}

/**
 * The acts on ticked rows. It stands beside the table, whose boxes belong to it by its id (`select.form`): rows have
 * forms of their own, and a form cannot hold another.
 */
export function BulkForm({ id, children }: { id: string; children: ReactNode }) {
  return (
    <form id={id} className="acts">
      <input type="hidden" name="selected" value="1" />
      <Back />
      {children}
    </form>
  );
}

/** An act on the rows that are ticked, inside the form that they belong to; it always asks first. */
export function BulkAct({
  label,
  intent,
  action,
  heading,
}: {
  label: string;
  intent: string;
  action: string;
  heading: string;
}) {
  return (
    <confirm-submit heading={heading} action={action}>
      <button name="intent" value={intent} formAction={`${action}/confirm`} formMethod="get">
        {label}
      </button>
    </confirm-submit>
  );
}
