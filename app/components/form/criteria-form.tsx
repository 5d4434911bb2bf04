import type { ReactNode } from "react";
import { Icon } from "../ui/icon";
import { Dated } from "../ui/line-breaks";
import { Applied, Chips } from "./applied";
import { LoadingLine } from "../ui/loading-line";

type Props = {
  submit?: string;
  /** Target path; the current screen by default. */
  action?: string;
  /** Criteria kept as hidden fields, such as the sort order. */
  hiddenValues?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** The criteria in force, in a few words. On a phone they stand in for the form, which opens from there. */
  summary?: string;
  /** Opens the collapsed form, because one of its fields has a message. */
  unfolded?: boolean;
  /** Set on reports, whose line of criteria has the filters in force. */
  named?: boolean;
  /** Links next to the submit button: Clear, Export. */
  acts?: ReactNode;
  /** Submits without browser validation; the server reports what is wrong (STAT-08). */
  alwaysValid?: boolean;
  children: ReactNode;
};

/**
 * A search form. It submits with GET so that the address holds the state of the screen. A search returns to page 1
 * (WIDGET-03).
 */
export function CriteriaForm({
  submit = "Search",
  action,
  hiddenValues = {},
  summary,
  unfolded,
  named = false,
  acts,
  alwaysValid,
  children,
}: Props) {
  const form = (
    <guarded-form>
      <form className="criteria" role="search" action={action} noValidate>
        {children}
        {Object.entries(hiddenValues).map(
          ([name, value]) =>
            value !== undefined && <input key={name} type="hidden" name={name} value={String(value)} />,
        )}
        <div className="acts">
          <button className="primary" formNoValidate={alwaysValid}>
            {submit}
          </button>
          <LoadingLine />
          {acts}
        </div>
      </form>
    </guarded-form>
  );
  if (summary === undefined) return form;
  return (
    <Applied.Provider value={named ? null : []}>
      <div>
        <details className="filters" open={unfolded}>
          <summary className="button">
            <span>
              Filters: <Dated text={summary} />
            </span>
            <Icon name="down" />
          </summary>
        </details>
        {form}
      </div>
      <Chips />
    </Applied.Provider>
  );
}
