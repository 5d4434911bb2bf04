import type { ReactNode } from "react";
import { LoadingLine } from "../ui/loading-line";

type Props = {
  submit?: string;
  /** Target path; the current screen by default. */
  action?: string;
  /** Criteria kept as hidden fields, such as the sort order. */
  hiddenValues?: Readonly<Record<string, string | number | boolean | undefined>>;
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
export function CriteriaForm({ submit = "Search", action, hiddenValues = {}, acts, alwaysValid, children }: Props) {
  return (
    <guarded-form>
      <form className="criteria" role="search" action={action}>
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
}
