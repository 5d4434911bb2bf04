import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { form as texts } from "~/texts";
import type { Refused } from "./form";
import { Hidden, type HiddenField } from "./hidden";
import { Asks } from "./row-acts";

type PageProps = {
  heading: string;
  /** Already cleaned by the server. */
  html?: string;
  /** Where Confirm posts to, with what. */
  action: string;
  fields: readonly HiddenField[];
  /** Where Cancel leads; without it there is none. */
  cancel?: string;
  /** Asks for the reason, which may stay empty. */
  reason?: boolean;
  children?: ReactNode;
};

/** The page that asks where there are no scripts. */
export function ConfirmPage({ heading, html, action, fields, cancel, reason, children }: PageProps) {
  return (
    <form className="form" method="post" action={action}>
      <h1>{heading}</h1>
      {html && <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />}
      {children}
      {reason && <Reason />}
      <Hidden fields={fields} />
      <div className="acts">
        <button className="primary">Confirm</button>
        {cancel && <a href={cancel}>Cancel</a>}
      </div>
    </form>
  );
}

/** Filled with what was typed where the form comes back after a new sign-in. */
function Reason() {
  const answered: unknown = useActionData();
  const typed = (answered as Refused | undefined)?.lastResult.initialValue?.reason;
  return (
    <div className="field">
      <label htmlFor="reason">{texts.reason}</label>
      <p className="hint" id="reason-hint">
        {texts.reasonHint}
      </p>
      <input
        id="reason"
        name="reason"
        maxLength={255}
        aria-describedby="reason-hint"
        defaultValue={typeof typed === "string" ? typed : undefined}
      />
    </div>
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
  /** The question is none: it tells why the act cannot be done, and is answered by OK. */
  info?: boolean;
  danger?: boolean;
  disabled?: boolean;
  /** Stands by itself, of a whole screen: a button like others. In rows acts are quiet. */
  standing?: boolean;
};

/** One act on one record, as a form of its own. */
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
      {heading ? <Asks action={action}>{button}</Asks> : button}
    </form>
  );
}
