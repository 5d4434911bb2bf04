import { search as texts } from "~/components/search/texts";
import { Icon } from "../ui/icon";

export const SEARCH = "/app/search";

type Props = { /** Path of the current screen. */ here: string };

/** The search in the header of wide screens. Its own page has a larger field. */
export const SearchBox = ({ here }: Props) =>
  here !== SEARCH && (
    <form className="seek" role="search" aria-label={texts.placeLabel} action={SEARCH}>
      <Icon name="search" />
      <input type="search" name="q" aria-label={texts.label} placeholder={texts.placeholder} />
    </form>
  );

/** The link to the search on narrow screens. */
export const SearchLink = ({ here }: Props) =>
  here !== SEARCH && (
    <a className="find" href={SEARCH}>
      <Icon name="search" label={texts.label} />
    </a>
  );
