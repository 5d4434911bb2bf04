import type { ReactNode } from "react";
import type { OfferedAct } from "./acts";
import { escaped } from "./markup";

type Props = {
  act: OfferedAct;
  /** The question of the dialog. Without it the button sends its form. */
  ask?: string;
  /** Replaces the label of the act. */
  label?: ReactNode;
  /** Follows the label, for screen readers. */
  name?: ReactNode;
  /** Acts in rows are less prominent than ordinary buttons. */
  inline?: boolean;
  /** The act that the page is for. */
  primary?: boolean;
  /** Target of an act that runs immediately in a form that opens confirmations. */
  postsTo?: string;
};

/** The button of an act. <confirm-submit> makes a dialog of its `data-` attributes. */
export function ActButton({ act, ask, label = act.label, name, inline = false, primary, postsTo }: Props) {
  const { intent, danger, disabled, tip, impossible, note, reason } = act;
  const html = act.html ?? (note && `<p>${escaped(note)}</p>`);
  return (
    <button
      className={[inline && "act", primary && "primary", danger && "danger"].filter(Boolean).join(" ") || undefined}
      name="intent"
      value={intent}
      disabled={disabled}
      title={tip}
      data-info={impossible ? true : undefined}
      data-ask={ask}
      data-html={ask && html}
      data-reason={ask && reason ? true : undefined}
      {...(postsTo === undefined ? undefined : { formMethod: "post", formAction: postsTo })}
    >
      {label}
      {name}
    </button>
  );
}
