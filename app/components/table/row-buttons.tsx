import { placeOf } from "~/components/ui/icons";
import { ActButton } from "./act-button";
import { dialogOf, type OfferedAct, opensPage } from "./acts";
import { escaped, markup } from "./markup";

export const asks = (act: OfferedAct): boolean => opensPage(act) || dialogOf(act, "") !== undefined;

/** Written once: a style is left to React, which is slow in every row. */
const DOTS = markup(<i className="i" style={{ "--n": placeOf("dots") } as object} />);

type ButtonsProps = {
  acts: readonly OfferedAct[];
  /** Name of the row for screen readers. */
  of: string;
  /** How many are not in the menu. */
  visible: number;
  ask?: typeof dialogOf;
  /** The target of those that do not ask, if the form opens confirmations. */
  postsTo?: string | undefined;
};

/** The buttons of a row; those that are not visible are in a menu, which says the name for them. */
export function Buttons({ acts, of, visible, ask, postsTo }: ButtonsProps) {
  const buttons = acts.map((act, place) => (
    <ActButton
      key={act.intent}
      act={act}
      ask={ask?.(act, of)}
      name={place < visible && <i> {of}</i>}
      postsTo={asks(act) ? undefined : postsTo}
    />
  ));
  return (
    <>
      {buttons.slice(0, visible)}
      {buttons.length > visible && (
        <details className="drop" name="menu">
          <summary className="act" aria-label={`More for ${of}`} dangerouslySetInnerHTML={{ __html: DOTS }} />
          <div className="menu">{buttons.slice(visible)}</div>
        </details>
      )}
    </>
  );
}

/** A placeholder for the row's name: a noncharacter of Unicode, which no text contains. */
const NAME = "\uFDD1";
const writtenButtons = new Map<string, string>();

/** Hundreds of rows have the same few sets of buttons, in which only the name differs: each set is written once. */
export function immediateButtons(acts: readonly OfferedAct[], visible: number, of: string): string {
  const key = [visible, ...acts.flatMap(({ intent, label, tip, disabled }) => [intent, label, tip, disabled])].join(
    "\n",
  );
  let html = writtenButtons.get(key);
  if (html === undefined) {
    html = markup(<Buttons acts={acts} visible={visible} of={NAME} />);
    writtenButtons.set(key, html);
  }
  const name = escaped(of);
  return html.replaceAll(NAME, () => name);
}
