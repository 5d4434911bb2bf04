import { search as texts } from "~/components/search/texts";
import { Icon } from "../ui/icon";

export const SEARCH = "/app/search";

/** The search in the header; on narrow screens a link to its page, which has a field of its own. */
export function SearchBox({ here }: { here: string }) {
  if (here === SEARCH) return null;
  return (
    <>
      <form className="seek" role="search" aria-label={texts.placeLabel} action={SEARCH}>
        <input type="search" name="q" aria-label={texts.label} placeholder={texts.placeholder} maxLength={300} />
      </form>
      <a href={SEARCH}>
        <Icon name="search" label={texts.label} />
      </a>
    </>
  );
}
