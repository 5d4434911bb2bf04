import { manuals as texts } from "~/components/manuals/texts";
import { ShortText } from "../ui/short-text";

type Props = { tabs: readonly { id: number; title: string; sold: boolean }[]; open: number };

/** One tab per manual. Those of sites that the account cannot sell say so. */
export function ManualTabs({ tabs, open }: Props) {
  return (
    <nav className="tabs" aria-label={texts.read}>
      <ul>
        {tabs.map(({ id, title, sold }) => (
          <li key={id}>
            <a href={`/app/how-to-sell?manual=${id}`} aria-current={id === open ? "page" : undefined}>
              <ShortText text={title} />
              {!sold && <small className="note"> {texts.notSold}</small>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
