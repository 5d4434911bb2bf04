import { useLocation } from "@remix-run/react";

export type Tab = { to: string; label: string };

/** Neighbouring screens; the query goes along from one to the next (SHELL-33). */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const { pathname, search } = useLocation();
  return (
    <nav className="tabs" aria-label={label}>
      <ul>
        {tabs.map(({ to, label: text }) => (
          <li key={to}>
            <a href={to + search} aria-current={pathname === to ? "page" : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
