import type { ComponentProps, ReactNode } from "react";
import { isRefused } from "../form/criteria";
import { CriteriaLine } from "../form/criteria-line";
import { Refusals } from "../ui/failure-pane";

type Errors = Parameters<typeof isRefused>[0];

/** Keeps a screen from computing figures that it would not show, beside its form. */
export const withoutFigures = (errors: Errors) => (isRefused(errors) ? { figures: false } : {});

type Props = {
  /** Validation messages of the query. */
  errors: Errors;
  printed: boolean;
  parts: ComponentProps<typeof CriteriaLine>["parts"];
  /** Beside the criteria. */
  notes?: ReactNode;
  children: ReactNode;
};

/** A report's result on screen and on paper. If a criterion was rejected, it shows messages instead of figures. */
export function Result({ errors, printed, parts, notes, children }: Props) {
  const refused = isRefused(errors);
  const hasCriteria = parts.some(([, value]) => value);
  return (
    <>
      <Refusals messages={errors} />
      {(printed || (!refused && (hasCriteria || notes))) && (
        <div className="lines">
          {(printed || hasCriteria) && <CriteriaLine printed={printed} parts={refused ? [] : parts} />}
          {!refused && notes}
        </div>
      )}
      {!refused && children}
    </>
  );
}
