import { Tabs } from "../frame/tabs";

type Needed = "seeTopAgents" | "seePayroll" | "managePayroll";

export type StatsTab = {
  readonly to: string;
  readonly label: string;
  readonly needs?: Needed;
  /** Whether its screen exists yet. */
  readonly stands: boolean;
};

/** The statistics screens in display order. */
export const statsTabs: readonly StatsTab[] = [
  { to: "/app/stats/sites", label: "Sites", stands: true },
  { to: "/app/stats/sites-avp", label: "Sites AVP", stands: true },
  { to: "/app/stats/top-agents", label: "Top Agents", needs: "seeTopAgents", stands: true },
  { to: "/app/stats/office-performance", label: "Office Performance", needs: "seeTopAgents", stands: true },
  { to: "/app/stats/office-performance-chart", label: "Charts", needs: "seeTopAgents", stands: true },
  { to: "/app/stats/sites-payout", label: "Payroll", needs: "seePayroll", stands: true },
  { to: "/app/stats/sites-payout-avp", label: "Payroll AVP", needs: "seePayroll", stands: true },
  { to: "/app/stats/pay-periods", label: "Pay periods", needs: "managePayroll", stands: true },
];

type Can = Partial<Record<Needed, boolean>>;

export const statsTabsFor = (can: Can, tabs = statsTabs): StatsTab[] =>
  tabs.filter(({ stands, needs }) => stands && (!needs || can[needs]));

export function StatsTabs({ can }: { can: Can }) {
  return <Tabs label="Statistics" tabs={statsTabsFor(can)} />;
}
