import { Tabs } from "../frame/tabs";

type Needed = "seeLoginLogs" | "seeCommonLogs";

export type LogsTab = {
  readonly to: string;
  readonly label: string;
  readonly needs?: Needed;
  /** Whether its screen is part of the product yet. */
  readonly stands: boolean;
};

/** The logs in their order, as data. */
export const logsTabs: readonly LogsTab[] = [
  { to: "/app/logs/chat", label: "Chat Logs", stands: true },
  { to: "/app/logs/login", label: "Login Logs", needs: "seeLoginLogs", stands: true },
  { to: "/app/logs/click-outs", label: "Click Logs", stands: true },
  { to: "/app/logs/sale-logs", label: "Raw Sale Logs", stands: true },
  { to: "/app/logs/common-logs", label: "Common Logs", needs: "seeCommonLogs", stands: true },
  { to: "/app/logs/postbacks", label: "Postbacks", stands: true },
];

type Can = Partial<Record<Needed, boolean>>;

export const logsTabsFor = (can: Can, tabs = logsTabs): LogsTab[] =>
  tabs.filter(({ stands, needs }) => stands && (!needs || can[needs]));

/** Where Logs lead, the first first: an agent without a tab has his own login log by its path. */
export const logsFor = (can: Can, tabs = logsTabs): LogsTab[] => [
  ...logsTabsFor(can, tabs),
  ...tabs.filter(({ to }) => to === "/app/logs/login"),
];

/** What the logs share, days, office and agent, goes along from one to the next; page and order are each one's own. */
export function LogsTabs({ can }: { can: Can }) {
  return <Tabs label="Logs" tabs={logsTabsFor(can)} drop={["page", "after", "sortField", "sortAsc"]} />;
}
