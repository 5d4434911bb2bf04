import type { ReactNode } from "react";
import { Unbroken } from "./unbroken";

type Props = {
  /** Sentences are `wide`: they have a line of their own. */
  facts: readonly (readonly [label: string, value: ReactNode, wide?: "wide"])[];
};

/** The facts about a record, each below its label. Facts without a value are left out. */
export const Facts = ({ facts }: Props) => (
  <dl className="facts">
    {facts.map(
      ([label, value, wide]) =>
        value !== null &&
        value !== undefined && (
          <div key={label} className={wide}>
            <dt>{label}</dt>
            <dd>{typeof value === "string" ? <Unbroken text={value} /> : value}</dd>
          </div>
        ),
    )}
  </dl>
);
