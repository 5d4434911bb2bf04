import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { AlertModal } from "./alert-modal";
import type { FrameBrand } from "./brand";
import { clockText } from "../clock";
import { Footer } from "./footer";
import { SearchBox, SearchLink } from "./search-box";
import { isCurrent, type MenuCan, type MenuEntry, menuFor } from "./menu";
import { type Toast, Toasts } from "./toasts";
import { ViewedBy } from "./viewed-by";
import { spoolNote } from "~/texts";

export type Frame = {
  brand: FrameBrand;
  username: string;
  /** The person who opened the session with a sign-in link, if it is not the account's owner. */
  viewedBy?: string;
  can: MenuCan;
  /** The server's clock, in milliseconds since 1970. */
  now: number;
  unapproved?: number;
  /** Clicks and sales are waiting in the spool, so figures do not include them yet. */
  behind?: boolean;
  toasts?: readonly Toast[];
  /** The next alert to read. `mark` identifies it when it is acknowledged. */
  alert?: { mark: string; html?: string; text?: string } | null;
};

type Props = { frame: Frame; light?: boolean; children: ReactNode };

/** Reports of many columns take all of a wide window. */
const FULL_WIDTH = /^\/app\/stats\/(sites|explain)/;

/** Header, menu, notices, screen and footer. The print version has only the screen. */
export function Shell({ frame, light, children }: Props) {
  const { pathname, search } = useLocation();
  if (new URLSearchParams(search).get("print") === "1") {
    return <main className="sheet">{children}</main>;
  }
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="bar">
        <a className="brand" href="/app/home">
          {frame.brand.name}
        </a>
        <SearchBox here={pathname} />
        <live-clock now={frame.now}>{clockText(frame.now)}</live-clock>
        <span className="who">{frame.username}</span>
        <SearchLink here={pathname} />
        <details className="fold">
          <summary>Menu</summary>
        </details>
        <nav aria-label="Main">
          <ul>
            {menuFor(frame.can).map((entry) => (
              <Entry key={entry.to} entry={entry} current={isCurrent(entry, pathname)} unapproved={frame.unapproved} />
            ))}
            <li>
              <form method="post" action="/logout">
                <button>Logout</button>
              </form>
            </li>
          </ul>
        </nav>
      </header>
      <Toasts toasts={frame.toasts ?? []} />
      {frame.alert && (
        <AlertModal html={frame.alert.html} text={frame.alert.text} action="/app/alerts/read">
          <input type="hidden" name="mark" value={frame.alert.mark} />
          <input type="hidden" name="returnUrl" value={pathname + search} />
        </AlertModal>
      )}
      <main id="main" tabIndex={-1} className={FULL_WIDTH.test(pathname) ? "full" : undefined}>
        {frame.viewedBy && <ViewedBy by={frame.viewedBy} username={frame.username} />}
        {frame.behind && (
          <p className="note" role="status">
            {spoolNote}
          </p>
        )}
        {children}
      </main>
      <Footer brand={frame.brand} now={frame.now} light={light} here={pathname + search} />
    </>
  );
}

function Entry({ entry, current, unapproved }: { entry: MenuEntry; current: boolean; unapproved?: number }) {
  return (
    <li>
      <a href={entry.to} aria-current={current ? "page" : undefined}>
        {entry.label}
        {entry.badge && " "}
        {entry.badge && <Badge count={unapproved ?? 0} />}
      </a>
    </li>
  );
}

/** The number of agents waiting for approval. Polled every five seconds while the page is visible. */
function Badge({ count }: { count: number }) {
  return (
    <poll-badge src="/api/accounts/unapproved/count" every="5">
      {count || ""}
    </poll-badge>
  );
}
