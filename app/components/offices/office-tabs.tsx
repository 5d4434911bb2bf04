import { Tabs } from "../frame/tabs";

type Permission = "editCatalogue";
export type OfficeTab = {
  readonly to: string;
  readonly label: string;
  readonly needs?: Permission;
  /** Whether its screen exists yet. */
  readonly exists: boolean;
};

/** The office screens in display order. */
export const officeTabs: readonly OfficeTab[] = [
  { to: "/app/offices/offices", label: "Offices", exists: true },
  { to: "/app/offices/domains", label: "Domains", needs: "editCatalogue", exists: true },
];

export function OfficeTabs({ can }: { can: Partial<Record<Permission, boolean>> }) {
  return (
    <Tabs
      label="Offices"
      tabs={officeTabs.filter(({ exists, needs }) => exists && (needs === undefined || can[needs]))}
    />
  );
}
