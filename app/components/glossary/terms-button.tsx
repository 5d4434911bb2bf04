import { TermList } from "./term-list";
import { glossary, GLOSSARY, type Term } from "./terms";

/**
 * Opens the meanings of a screen's words over the page, without scripts; without words it leads to all of them. Browsers
 * that have no popovers have the link in the footer only.
 */
export function TermsButton({ of }: { of: readonly Term[] }) {
  if (of.length === 0) return <a href={GLOSSARY}>{glossary.open}</a>;
  return (
    <>
      <button type="button" className="terms" {...{ popovertarget: "terms" }}>
        {glossary.open}
      </button>
      <div id="terms" {...{ popover: "" }}>
        <TermList of={of} />
        <a href={GLOSSARY}>{glossary.all}</a>
      </div>
    </>
  );
}
