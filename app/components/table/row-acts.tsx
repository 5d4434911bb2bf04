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

const isDirect = ({ ask, opens }: RowAct): boolean => !ask && !opens;

/**
 * All actions on one row, in one form. Actions with `ask` need `<ConfirmSubmit>` around the table. The form states what
 * its buttons share, because a page repeats them hundreds of times.
 */
export function RowActs({ action, id, of, acts, children }: RowProps) {
  const direct = acts.every(isDirect);
  return (
    <form className="quiet" {...(direct ? { method: "post", action } : { action: `${action}/confirm` })}>
      <input type="hidden" name="ids" value={id} />
      {children}
      {acts.map((act) => {
        const { intent, label, ask, opens, info, danger, disabled, tip } = act;
        return (
          <button
            key={intent}
            className={danger ? "danger" : undefined}
            name="intent"
            value={intent}
            disabled={disabled}
            title={tip}
            data-info={info || undefined}
            data-ask={opens ? undefined : ask}
            {...(!direct && isDirect(act) ? { formMethod: "post", formAction: action } : undefined)}
          >
            {label}
            <i> {of}</i>
          </button>
        );
      })}
    </form>
  );
}

/** A link among the actions on a row. `button` looks like the ordinary buttons of a screen. */
export const RowLink = ({
  href,
  of,
  button,
  children,
}: {
  href: string;
  of: string;
  button?: boolean;
  children: ReactNode;
}) => (
  <a className={button ? "act button" : "act"} href={href}>
    {children}
    <i> {of}</i>
  </a>
);

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
