import type { ReactElement } from "react";
import { clockText } from "../clock";
import { Icon } from "../ui/icon";
import { isCurrent, type MenuEntry, menuFor, thumbs } from "./menu";
import { SearchBox, SearchLink } from "./search-box";
import type { Frame } from "./frame";

type Props = { frame: Frame; /** Path of the current screen. */ here: string };

/**
 * The brand, the search, who is signed in, the clock and the menu: a rail from 1,100 px, below that a bar with a rail of
 * icons, on phones a bar with a menu to open. Agents also have four entries in reach of the thumb.
 */
export function Bar({ frame, here }: Props) {
  const isAgent = !frame.can.seeAgents;
  const entries = menuFor(frame.can);
  return (
    <header className={isAgent ? "bar dock" : "bar"}>
      <a className="brand" data-mark={frame.brand.name.slice(0, 1)} href="/app/home">
        {frame.brand.name}
      </a>
      <SearchBox here={here} />
      <div className="me">
        <b className="who">{frame.username}</b>
        <live-clock now={frame.now}>{clockText(frame.now)}</live-clock>
      </div>
      <SearchLink here={here} />
      {isAgent && (
        <nav className="thumbs" aria-label="Quick">
          <ul>
            {thumbs.map((entry) => (
              <Entry key={entry.to} entry={entry} current={isCurrent(entry, here)} />
            ))}
          </ul>
        </nav>
      )}
      <details className="fold">
        <summary>
          <Icon name="menu" />
          Menu <Unread count={frame.unread} />
        </summary>
      </details>
      <nav className="menus" aria-label="Main">
        <ul>
          {entries.map((entry) => (
            <Entry
              key={entry.to}
              entry={entry}
              current={isCurrent(entry, here)}
              badge={entry.badge && badges[entry.badge](frame)}
            />
          ))}
          <li className="gap">
            <form method="post" action="/logout">
              <button>
                <Icon name="logout" />
                Logout
              </button>
            </form>
          </li>
        </ul>
      </nav>
    </header>
  );
}

function Entry({ entry, current, badge }: { entry: MenuEntry; current: boolean; badge?: ReactElement }) {
  return (
    <li className={entry.gap && "gap"}>
      <a href={entry.to} aria-current={current ? "page" : undefined}>
        <Icon name={entry.icon} />
        {entry.label}
        {badge && " "}
        {badge}
      </a>
    </li>
  );
}

/** The number of unread messages, as of when the page was opened. */
const Unread = ({ count = 0 }: { count?: number }) =>
  count > 0 && (
    <b className="count">
      {count}
      <span className="unseen"> unread</span>
    </b>
  );

const badges: Readonly<Record<NonNullable<MenuEntry["badge"]>, (frame: Frame) => ReactElement>> = {
  unapproved: ({ unapproved = 0 }) => <Badge count={unapproved} />,
  unread: ({ unread }) => <Unread count={unread} />,
};

/** The number of agents waiting for approval. Polled every five seconds while the page is visible. */
const Badge = ({ count }: { count: number }) => (
  <poll-badge src="/api/accounts/unapproved/count" every="5">
    {count || ""}
  </poll-badge>
);
