import { type Term, terms } from "./terms";

/** Words with their meanings. */
export const TermList = ({ of }: { of: readonly Term[] }) => (
  <dl className="meanings">
    {of.map((term) => (
      <div key={term}>
        <dt>{terms[term][0]}</dt>
        <dd>{terms[term][1]}</dd>
      </div>
    ))}
  </dl>
);
