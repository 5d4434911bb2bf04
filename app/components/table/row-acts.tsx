import type { ReactNode } from "react";
import { placeOf } from "~/components/ui/icons";
import { ActButton } from "./act-button";
import { dialogOf, type OfferedAct, opensPage } from "./acts";
import { markup } from "./markup";

type ConfirmSubmitProps = {
  /** The screen that handles the posts. */
  action: string;
  /** It contains a table with acts on selected rows. */
  ticks?: boolean;
  children: ReactNode;
};

/** Wraps buttons that need confirmation. With scripts each opens a dialog, without scripts a page. */
export const ConfirmSubmit = ({ action, ticks, children }: ConfirmSubmitProps) => (
  <confirm-submit action={action} class={ticks ? "ticks" : undefined}>
    {children}
  </confirm-submit>
);

type RowProps = {
  /** The screen that handles the posts. */
  action: string;
  id: number;
  /** Name of the row for screen readers. */
  of: string;
  acts: readonly OfferedAct[];
  /** The acts run without their questions, because each can be undone. */
  immediate?: boolean;
  /** The subject that the question names, if it is more than the row's name. */
  about?: string;
  /** A link before the acts, such as Edit. */
  children?: ReactNode;
};

/** Links and acts that are visible; the others are in a menu. */
const VISIBLE = 2;

const asks = (act: OfferedAct): boolean => opensPage(act) || dialogOf(act, "") !== undefined;

/**
 * All acts on one row, in one form. Acts that ask need `<ConfirmSubmit>` around the table. The form states what its
 * buttons share, because a page repeats them hundreds of times.
 */
export function RowActs({ action, id, of, acts, immediate = false, about, children }: RowProps) {
  const confirms = !immediate && acts.some(asks);
  const buttons = acts.map((act) => (
    <ActButton
      key={act.intent}
      act={act}
      ask={immediate ? undefined : dialogOf(act, of)}
      name={<i> {of}</i>}
      postsTo={confirms && !asks(act) ? action : undefined}
    />
  ));
  const visible = children ? VISIBLE - 1 : VISIBLE;
  return (
    <form
      className="quiet"
      data-about={about}
      {...(confirms ? { action: `${action}/confirm` } : { method: "post", action })}
    >
      <input type="hidden" name="ids" value={id} />
      {children}
      {buttons.slice(0, visible)}
      {buttons.length > visible && (
        <details className="drop" name="menu">
          <summary className="act" aria-label={`More for ${of}`} dangerouslySetInnerHTML={{ __html: DOTS }} />
          <div className="menu">{buttons.slice(visible)}</div>
        </details>
      )}
    </form>
  );
}

/** Written once: a style is left to React, which is slow in every row. */
const DOTS = markup(<i className="i" style={{ "--n": placeOf("dots") } as object} />);

/** A link among the acts on a row. `button` looks like the ordinary buttons of a screen. */
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
