import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { TermList } from "~/components/glossary/term-list";
import { glossary, type Term, terms } from "~/components/glossary/terms";
import { screen } from "~/http/screen.server";

export const loader = screen({});
export const meta = pageTitle(glossary.heading);

/** All words that reports and price lists use. */
export default function Glossary() {
  return (
    <>
      <ScreenHead title={glossary.heading} />
      <section className="card">
        <TermList of={Object.keys(terms) as Term[]} />
      </section>
    </>
  );
}
