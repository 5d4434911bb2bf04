import { Tabs } from "../frame/tabs";

type Needed = "editCatalogue";
export type OfficeTab = {
  readonly to: string;
  readonly label: string;
  readonly needs?: Needed;
  /** Whether its screen exists yet. */
  readonly stands: boolean;
};

/** The office screens in display order. */
export const officeTabs: readonly OfficeTab[] = [
  { to: "/app/offices/offices", label: "Offices", stands: true },
  { to: "/app/offices/domains", label: "Domains", needs: "editCatalogue", stands: true },
];

export function OfficeTabs({ can }: { can: Partial<Record<Needed, boolean>> }) {
  return (
    <Tabs
      label="Offices"
      tabs={officeTabs.filter(({ stands, needs }) => stands && (needs === undefined || can[needs]))}
    />
  );
}
