import { Tabs } from "../frame/tabs";

/** The screens of the statistics in their order; each is named here when it stands. */
const tabs = [{ to: "/app/stats/sites", label: "Sites" }] as const;

export function StatsTabs() {
  return <Tabs label="Statistics" tabs={tabs} />;
}
