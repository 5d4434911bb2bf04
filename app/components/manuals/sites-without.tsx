import { manuals as texts } from "~/components/manuals/texts";
import { ShortText } from "../ui/short-text";

const MAX_SITES = 10;

/** Sites without a manual. Each links to the form for a new one, with the site's name as title. */
export function SitesWithout({ sites }: { sites: readonly { id: number; sitename: string }[] }) {
  if (sites.length === 0) return null;
  return (
    <p className="note">
      {texts.without}:{" "}
      {sites.slice(0, MAX_SITES).map(({ id, sitename }, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <a href={`/app/site-manuals/create?siteId=${id}`}>
            <ShortText text={sitename} />
          </a>
        </span>
      ))}
      {sites.length > MAX_SITES && ` ${texts.many}`}
    </p>
  );
}
