import type { ReactNode } from "react";

type ConfirmSubmitProps = {
  /** The screen that handles the posts. */
  action: string;
  /** The confirmation has an optional reason field. */
  reason?: boolean;
  children: ReactNode;
};

/** Wraps buttons that need confirmation. With scripts each opens a dialog, without scripts a page. */
export const ConfirmSubmit = ({ action, reason, children }: ConfirmSubmitProps) => (
  <confirm-submit action={action} reason={reason ? "" : undefined}>
    {children}
  </confirm-submit>
);

export type RowAct = {
  intent: string;
  label: string;
  /** The confirmation question. Without it the action runs immediately. */
  ask?: string;
  /** Opens the confirmation page, with scripts too, because it needs more than a yes. */
  opens?: boolean;
  /** `ask` explains why the action is not possible. OK is the only button. */
  info?: boolean;
  danger?: boolean;
  disabled?: boolean;
  /** Tooltip. */
  tip?: string;
  /** The inverse action. Inside <row-act> the button switches to it immediately, before the server responds. */
  undo?: { intent: string; label: string; tip?: string };
};

type RowProps = {
  /** The screen that handles the posts. */
  action: string;
  id: number;
  /** Name of the row for screen readers. */
  of: string;
  acts: readonly RowAct[];
  /** Links next to the actions, such as Edit. */
  children?: ReactNode;
};

/** All actions on one row, in one form. Actions with `ask` need `<Asks>` around the table. */
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

/**
 * Actions on the selected rows of the table whose `select.form` is this form's id. They always ask for confirmation.
 */
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

function ActButton({ intent, label, ask, opens, info, danger, disabled, tip, undo, of, action }: ButtonProps) {
  return (
    <button
      className={danger ? "act danger" : "act"}
      name="intent"
      value={intent}
      disabled={disabled}
      title={tip}
      data-undo={undo && [undo.intent, undo.label, undo.tip].filter(Boolean).join("|")}
      data-info={info || undefined}
      {...(opens ? {} : ask ? { "data-ask": ask } : { formMethod: "post", formAction: action })}
    >
      {label}
      <span className="unseen"> {of}</span>
    </button>
  );
}
