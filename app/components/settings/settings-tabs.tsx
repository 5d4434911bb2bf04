import { Tabs } from "../frame/tabs";

type Needed = "seeSettings" | "manageOptions";

export type SettingsTab = {
  readonly to: string;
  readonly label: string;
  readonly needs: Needed;
  /** Whether its screen exists yet. */
  readonly stands: boolean;
};

/** The settings screens in display order. /app/settings redirects to the first that the account may see. */
export const settingsTabs: readonly SettingsTab[] = [
  { to: "/app/settings/black-list-ip", label: "Black List Ip", needs: "seeSettings", stands: true },
  { to: "/app/settings/options", label: "System Options", needs: "manageOptions", stands: true },
];

type Can = Partial<Record<Needed, boolean>>;

export const settingsTabsFor = (can: Can, tabs = settingsTabs): SettingsTab[] =>
  tabs.filter(({ stands, needs }) => stands && can[needs]);

export function SettingsTabs({ can }: { can: Can }) {
  return <Tabs label="Settings" tabs={settingsTabsFor(can)} />;
}
