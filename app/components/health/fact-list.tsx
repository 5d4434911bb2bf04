import { Fragment, type ReactNode } from "react";
import { Dated } from "../ui/line-breaks";

type Props = { id: string; heading: string; facts: readonly (readonly [string, ReactNode])[]; children?: ReactNode };

/** A section of the page: a list of names and values. */
export function Facts({ id, heading, facts, children }: Props) {
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <dl className="facts">
        {facts.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{typeof value === "string" ? <Dated text={value} /> : value}</dd>
          </Fragment>
        ))}
      </dl>
      {children}
    </section>
  );
}
