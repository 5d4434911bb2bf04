import { useLocation } from "@remix-run/react";

export type Tab = {
  to: string;
  label: string;
  /** The query does not carry over to this screen. */
  ownQuery?: true;
};

type Props = {
  label: string;
  tabs: readonly Tab[];
  /** Query parameters that do not carry over, because only one of the screens uses them. */
  drop?: readonly string[];
  /** Path of the tab that the screen belongs to, if it is not the screen itself. */
  current?: string;
};

/** Tabs between related screens. The query carries over from one to the next (SHELL-33). */
export function Tabs({ label, tabs, drop = [], current }: Props) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  for (const name of drop) params.delete(name);
  const query = drop.some((name) => search.includes(name)) ? `?${params}` : search;
  const hasTab = tabs.some(({ to }) => to === pathname);
  // A screen below that of a tab, such as one statement, is marked as part of it.
  const isPart = (to: string) => (current === undefined ? !hasTab && pathname.startsWith(`${to}/`) : current === to);
  const currentAt = (to: string) => (pathname === to ? "page" : isPart(to) ? "true" : undefined);
  return (
    <nav className="tabs" aria-label={label}>
      <ul>
        {tabs.map(({ to, label: text, ownQuery }) => (
          <li key={to}>
            <a href={ownQuery ? to : to + query} aria-current={currentAt(to)}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
