import type { ReactNode } from "react";

/** A section of the widget gallery with one widget in its states. */
export function Show({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export const LONG = "Unbroken".repeat(32).slice(0, 255);
