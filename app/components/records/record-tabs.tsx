import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { type Crumb, Crumbs } from "../frame/crumbs";

export type RecordTab = Crumb;
type Props = {
  /** The list that the record belongs to, for people who may open it. */
  list?: RecordTab;
  name: string;
  /** The address of the record's own page, on screens that are not only about the record. */
  home?: string;
  tabs: readonly RecordTab[];
  /** Label of the current tab, if its address is not that of the screen. */
  current?: string;
  /** The head of the screen, between the way back and the tabs. */
  children: ReactNode;
};

/**
 * The screens of one record. Unlike `Tabs`, the query does not carry over: some of the screens are reports and lists
 * that have a query of their own.
 */
export function RecordTabs({ list, name, home, tabs, current, children }: Props) {
  const { pathname, search } = useLocation();
  const here =
    tabs.find(({ label }) => label === current) ??
    tabs.find(({ to }) => to === pathname + search) ??
    tabs.find(({ to }) => to.split("?")[0] === pathname);
  return (
    <>
      <Crumbs list={list}>{home ? <a href={home}>{name}</a> : name}</Crumbs>
      {children}
      <nav className="tabs" aria-label={name}>
        <ul>
          {tabs.map((tab) => (
            <li key={tab.label}>
              <a href={tab.to} aria-current={tab === here ? "page" : undefined}>
                {tab.label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
