import { form as texts } from "~/texts";
import { ActButton } from "./act-button";
import { type Acts, allActs, opensPage, questionOf } from "./acts";

/**
 * The acts on the selected rows of the table whose `select.form` is this form's id. They always ask for confirmation.
 * The note is shown when one is pressed without a selected row. `html` is below the question of an act, by intent.
 */
export function BulkActs({ id, action, acts, html = {} }: Props) {
  return (
    <form className="bulk" id={id} action={`${action}/confirm`}>
      <input type="hidden" name="selected" value="1" />
      {allActs(acts).map((act) => {
        const { intent, bulk, askSelected = questionOf(act, "") } = act;
        if (bulk === undefined) return null;
        const shown = { ...act, html: html[intent] };
        return <ActButton key={intent} act={shown} label={bulk} ask={opensPage(act) ? undefined : askSelected} />;
      })}
      <p className="none-selected" role="alert">
        {texts.noneSelected}
      </p>
    </form>
  );
}

type Props = { id: string; action: string; acts: Acts; html?: Readonly<Record<string, string | undefined>> };
