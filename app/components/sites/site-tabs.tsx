import { sites as texts } from "~/components/sites/texts";
import { Tabs } from "../frame/tabs";

type Needed = "editCatalogue";
export type SiteTab = {
  readonly to: string;
  readonly label: string;
  readonly needs?: Needed;
  /** Whether its screen exists yet. */
  readonly stands: boolean;
};

/** The site screens in display order. */
export const siteTabs: readonly SiteTab[] = [
  { to: "/app/sites/sites", label: texts.tab, stands: true },
  { to: "/app/sites/company-fees", label: texts.feesTab, needs: "editCatalogue", stands: true },
];

type Can = Partial<Record<Needed, boolean>>;

export const siteTabsFor = (can: Can, tabs = siteTabs): SiteTab[] =>
  tabs.filter(({ stands, needs }) => stands && (needs === undefined || can[needs]));

export function SiteTabs({ can }: { can: Can }) {
  return <Tabs label={texts.heading} tabs={siteTabsFor(can)} />;
}
