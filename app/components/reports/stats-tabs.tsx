import { statements } from "~/components/statements/texts";
import { Tabs } from "../frame/tabs";

type Permission = "seeTopAgents" | "seePayroll";

export type StatsTab = {
  readonly to: string;
  readonly label: string;
  readonly needs?: Permission;
  /** Its criteria are not those of the reports. */
  readonly ownQuery?: true;
};

const PAY_PERIODS = "/app/stats/pay-periods";

/** The statistics screens in display order. */
export const statsTabs: readonly StatsTab[] = [
  { to: "/app/stats/sites", label: "Sites" },
  { to: "/app/stats/sites-avp", label: "Sites AVP" },
  { to: "/app/stats/top-agents", label: "Top Agents", needs: "seeTopAgents" },
  { to: "/app/stats/office-performance", label: "Office Performance", needs: "seeTopAgents" },
  { to: "/app/stats/office-performance-chart", label: "Charts", needs: "seeTopAgents" },
  { to: "/app/stats/sites-payout", label: "Payroll", needs: "seePayroll" },
  { to: "/app/stats/sites-payout-avp", label: "Payroll AVP", needs: "seePayroll" },
  { to: PAY_PERIODS, label: "Pay periods", needs: "seePayroll" },
  { to: "/app/stats/statements", label: statements.several, ownQuery: true },
];

type Can = Partial<Record<Permission, boolean>>;

export const statsTabsFor = (can: Can, tabs = statsTabs): StatsTab[] =>
  tabs.filter(({ needs }) => !needs || can[needs]);

/** Query parameters that open a figure of one report. */
const OF_FIGURE = ["of", "report", "page", "siteIds"];

/** `report` is the last segment of the report that a screen was opened from. Its tab is marked. */
export function StatsTabs({ can, report }: { can: Can; report?: string }) {
  return (
    <Tabs
      label="Statistics"
      tabs={statsTabsFor(can)}
      {...(report === undefined ? {} : { current: `/app/stats/${report}`, drop: OF_FIGURE })}
    />
  );
}

/** The same on the screens of one half-month and of payment runs, whose criteria are not those of the reports. */
export function PayPeriodTabs({ can }: { can: Can }) {
  const tabs = statsTabsFor(can).map((tab): StatsTab => ({ ...tab, ownQuery: true }));
  return <Tabs label="Statistics" tabs={tabs} current={PAY_PERIODS} />;
}
