import type { ReactNode } from "react";
import { LoadingLine } from "./loading-line";

type Props = {
  submit?: string;
  /** Where it is sent, when it is not the screen itself. */
  action?: string;
  /** Criteria that the form keeps but does not show, such as the sorting. */
  kept?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Links beside the button: Clear, Export. */
  acts?: ReactNode;
  /** Sent whatever is in it: the server says what is wrong (STAT-08). */
  alwaysValid?: boolean;
  children: ReactNode;
};

/** A search: a GET of the screen itself, so that its state is its address. It leads back to page 1 (WIDGET-03). */
export function CriteriaForm({ submit = "Search", action, kept = {}, acts, alwaysValid, children }: Props) {
  return (
    <guarded-form>
      <form className="criteria" role="search" action={action}>
        {children}
        {Object.entries(kept).map(
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
