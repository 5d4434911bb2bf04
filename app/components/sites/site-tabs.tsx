import { sites as texts } from "~/components/sites/texts";
import { Tabs } from "../frame/tabs";

type Permission = "editCatalogue";
export type SiteTab = {
  readonly to: string;
  readonly label: string;
  readonly needs?: Permission;
  /** Whether its screen exists yet. */
  readonly exists: boolean;
};

/** The site screens in display order. */
export const siteTabs: readonly SiteTab[] = [
  { to: "/app/sites/sites", label: texts.tab, exists: true },
  { to: "/app/sites/company-fees", label: texts.feesTab, needs: "editCatalogue", exists: true },
];

type Can = Partial<Record<Permission, boolean>>;

export const siteTabsFor = (can: Can, tabs = siteTabs): SiteTab[] =>
  tabs.filter(({ exists, needs }) => exists && (needs === undefined || can[needs]));

export function SiteTabs({ can }: { can: Can }) {
  return <Tabs label={texts.heading} tabs={siteTabsFor(can)} />;
}
