import type { ReactNode } from "react";
import { Unbroken } from "./unbroken";

type Props = { facts: readonly (readonly [label: string, value: ReactNode])[] };

/** The facts about a record, each below its label. Facts without a value are left out. */
export const Facts = ({ facts }: Props) => (
  <dl className="facts">
    {facts.map(
      ([label, value]) =>
        value !== null &&
        value !== undefined && (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{typeof value === "string" ? <Unbroken text={value} /> : value}</dd>
          </div>
        ),
    )}
  </dl>
);
