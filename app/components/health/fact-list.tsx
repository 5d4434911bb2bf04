import type { ReactNode } from "react";
import { Facts as FactList } from "../ui/facts";

type Props = { id: string; heading: string; facts: readonly (readonly [string, ReactNode])[]; children?: ReactNode };

/** A section of the page: a list of names and values. */
export function Facts({ id, heading, facts, children }: Props) {
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <FactList facts={facts} />
      {children}
    </section>
  );
}
