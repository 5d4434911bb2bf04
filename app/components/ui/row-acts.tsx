import type { ReactNode } from "react";

type AsksProps = {
  /** The screen that takes the posts. */
  action: string;
  /** The question takes a reason, which may stay empty. */
  reason?: boolean;
  children: ReactNode;
};

/** Around buttons with a question: with scripts each asks in a dialog, without them on a page. */
export const Asks = ({ action, reason, children }: AsksProps) => (
  <confirm-submit action={action} reason={reason ? "" : undefined}>
    {children}
  </confirm-submit>
);

export type RowAct = {
  intent: string;
  label: string;
  /** The question; without it the act is done at once. */
  ask?: string;
  /** The question is none: it tells why the act cannot be done, and is answered by OK. */
  info?: boolean;
  danger?: boolean;
  disabled?: boolean;
  /** More about it, as a tip. */
  tip?: string;
  /** The act that undoes it: inside <row-act> the button becomes that one at once, before the server has answered. */
  undo?: { intent: string; label: string; tip?: string };
};

type RowProps = {
  /** The screen that takes the posts. */
  action: string;
  id: number;
  /** What the row is called, for the ear. */
  of: string;
  acts: readonly RowAct[];
  /** Links among the acts, such as Edit. */
  children?: ReactNode;
};

/** The acts on one row, in one form; those that ask need `<Asks>` around the table. */
export function RowActs({ action, id, of, acts, children }: RowProps) {
  return (
    <form className="inline" action={`${action}/confirm`}>
      <input type="hidden" name="ids" value={id} />
      {children}
      {acts.map((act) => (
        <ActButton key={act.intent} {...act} of={of} action={action} />
      ))}
    </form>
  );
}

/** Acts on the ticked rows of the table whose `select.form` is this form's id. They always ask first. */
export function BulkActs({ id, action, acts }: { id: string; action: string; acts: readonly RowAct[] }) {
  return (
    <form className="acts" id={id} action={`${action}/confirm`}>
      <input type="hidden" name="selected" value="1" />
      {acts.map(({ intent, label, ask }) => (
        <button key={intent} name="intent" value={intent} data-ask={ask}>
          {label}
        </button>
      ))}
    </form>
  );
}

type ButtonProps = RowAct & { of: string; action: string };

function ActButton({ intent, label, ask, info, danger, disabled, tip, undo, of, action }: ButtonProps) {
  return (
    <button
      className={danger ? "act danger" : "act"}
      name="intent"
      value={intent}
      disabled={disabled}
      title={tip}
      data-undo={undo && [undo.intent, undo.label, undo.tip].filter(Boolean).join("|")}
      data-info={info || undefined}
      {...(ask ? { "data-ask": ask } : { formMethod: "post", formAction: action })}
    >
      {label}
      <span className="unseen"> {of}</span>
    </button>
  );
}
