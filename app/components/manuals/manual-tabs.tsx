import { manuals as texts } from "~/components/manuals/texts";
import { ShortText } from "../ui/short-text";

type Props = { tabs: readonly { id: number; title: string }[]; open: number };

/** One tab per manual. */
export function ManualTabs({ tabs, open }: Props) {
  return (
    <nav className="tabs" aria-label={texts.read}>
      <ul>
        {tabs.map(({ id, title }) => (
          <li key={id}>
            <a href={`/app/how-to-sell?manual=${id}`} aria-current={id === open ? "page" : undefined}>
              <ShortText text={title} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
