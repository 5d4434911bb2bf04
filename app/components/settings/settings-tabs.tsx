import { Tabs } from "../frame/tabs";

type Permission = "seeSettings" | "manageOptions";

export type SettingsTab = {
  readonly to: string;
  readonly label: string;
  readonly needs: Permission;
};

/** The settings screens in display order. /app/settings redirects to the first that the account may see. */
export const settingsTabs: readonly SettingsTab[] = [
  { to: "/app/settings/black-list-ip", label: "Black List Ip", needs: "seeSettings" },
  { to: "/app/settings/options", label: "System Options", needs: "manageOptions" },
];

type Can = Partial<Record<Permission, boolean>>;

export const settingsTabsFor = (can: Can, tabs = settingsTabs): SettingsTab[] => tabs.filter(({ needs }) => can[needs]);

/** `current`: the tab whose screen leads to this one. */
export function SettingsTabs({ can, current }: { can: Can; current?: string }) {
  return <Tabs label="Settings" tabs={settingsTabsFor(can)} current={current} />;
}
