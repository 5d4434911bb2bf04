import type { ComponentProps, ReactNode } from "react";
import { CriteriaLine } from "../ui/criteria-line";
import { Refusals } from "../ui/failure-pane";

type Errors = Readonly<Record<string, readonly string[] | undefined>>;

/** Fields that change no figure. */
const ORDER = ["page", "pageSize", "sortField", "sortAsc", "print"];

/** True where a criterion was refused: the report at hand then has other criteria than those that were asked for. */
export const isRefused = (errors: Errors): boolean => Object.keys(errors).some((name) => !ORDER.includes(name));

type Props = {
  /** The messages that the query got. */
  errors: Errors;
  printed: boolean;
  /** The criteria in one line. */
  parts: ComponentProps<typeof CriteriaLine>["parts"];
  /** The figures. */
  children: ReactNode;
};

/** What a report answers, on the screen and on paper. Where a criterion was refused it has messages and no figures. */
export function Result({ errors, printed, parts, children }: Props) {
  const refused = isRefused(errors);
  return (
    <>
      <Refusals messages={errors} />
      {(!refused || printed) && <CriteriaLine printed={printed} parts={refused ? [] : parts} />}
      {!refused && children}
    </>
  );
}
