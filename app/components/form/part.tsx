import type { ReactNode } from "react";

type Props = {
  heading: string;
  /** Says why the fields are there. */
  note?: ReactNode;
  /** Id of the heading, as the target of links. */
  id?: string;
  /** It has one field, which the heading names. The field's own label is for screen readers. */
  alone?: boolean;
  children: ReactNode;
};

/** A part of a long form: its name, and its fields on a card. The form must have `layout="parts"`. */
export function Part({ heading, note, id, alone, children }: Props) {
  return (
    <section className={alone ? "part alone" : "part"}>
      <header>
        <h2 id={id}>{heading}</h2>
        {note && <p className="note">{note}</p>}
      </header>
      <div className="card fields">{children}</div>
    </section>
  );
}
