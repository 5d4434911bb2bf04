import type { ReactNode } from "react";
import { dialogOf, type OfferedAct } from "./acts";
import { markup } from "./markup";
import { asks, Buttons, immediateButtons } from "./row-buttons";

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

/**
 * All acts on one row, in one form. Acts that ask need `<ConfirmSubmit>` around the table. The form states what its
 * buttons share, because a page repeats them hundreds of times.
 */
export function RowActs({ action, id, of, acts, immediate = false, about, children }: RowProps) {
  const visible = children ? VISIBLE - 1 : VISIBLE;
  if (immediate) {
    const html = markup(<Ids id={id} />) + markup(children) + immediateButtons(acts, visible, of);
    return <form className="quiet" method="post" action={action} dangerouslySetInnerHTML={{ __html: html }} />;
  }
  const confirms = acts.some(asks);
  return (
    <form
      className="quiet"
      data-about={about}
      {...(confirms ? { action: `${action}/confirm` } : { method: "post", action })}
    >
      <Ids id={id} />
      {children}
      <Buttons acts={acts} visible={visible} of={of} ask={dialogOf} postsTo={confirms ? action : undefined} />
    </form>
  );
}

const Ids = ({ id }: { id: number }) => <input type="hidden" name="ids" value={id} />;

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
