import { Tabs } from "../frame/tabs";

type Permission = "editCatalogue";
export type OfficeTab = {
  readonly to: string;
  readonly label: string;
  readonly needs?: Permission;
};

/** The office screens in display order. */
export const officeTabs: readonly OfficeTab[] = [
  { to: "/app/offices/offices", label: "Offices" },
  { to: "/app/offices/domains", label: "Domains", needs: "editCatalogue" },
];

export function OfficeTabs({ can }: { can: Partial<Record<Permission, boolean>> }) {
  return <Tabs label="Offices" tabs={officeTabs.filter(({ needs }) => needs === undefined || can[needs])} />;
}
