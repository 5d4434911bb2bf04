import { settingsTabs, settingsTabsFor } from "~/components/settings/settings-tabs";
import { firstScreen } from "~/http/first-screen.server";

export const loader = firstScreen((can) => [...settingsTabsFor(can), ...settingsTabs]);
