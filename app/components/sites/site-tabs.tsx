import { sites as texts } from "~/components/sites/texts";
import { Tabs } from "../frame/tabs";

type Permission = "editCatalogue";
export type SiteTab = {
  readonly to: string;
  readonly label: string;
  readonly needs?: Permission;
};

/** The site screens in display order. */
export const siteTabs: readonly SiteTab[] = [
  { to: "/app/sites/sites", label: texts.tab },
  { to: "/app/sites/company-fees", label: texts.feesTab, needs: "editCatalogue" },
];

type Can = Partial<Record<Permission, boolean>>;

export const siteTabsFor = (can: Can, tabs = siteTabs): SiteTab[] =>
  tabs.filter(({ needs }) => needs === undefined || can[needs]);

/** `current`: the tab whose screen leads to this one. */
export function SiteTabs({ can, current }: { can: Can; current?: string }) {
  return <Tabs label={texts.heading} tabs={siteTabsFor(can)} current={current} />;
}
