import { CLAIMS, claims } from "../claims/texts";
import { Tabs } from "../frame/tabs";
import { agentSales } from "./texts";

type Permission = "seeLoginLogs" | "seeCommonLogs" | "seeSignals";

export type LogsTab = {
  readonly to: string;
  readonly label: string;
  readonly needs?: Permission;
};

/** The logs in display order. */
export const logsTabs: readonly LogsTab[] = [
  { to: "/app/logs/chat", label: "Chat Logs" },
  { to: "/app/logs/login", label: "Login Logs", needs: "seeLoginLogs" },
  { to: "/app/logs/click-outs", label: "Click Logs" },
  { to: "/app/logs/sale-logs", label: "Raw Sale Logs" },
  { to: "/app/logs/common-logs", label: "Common Logs", needs: "seeCommonLogs" },
  { to: "/app/logs/postbacks", label: "Postbacks" },
  { to: "/app/logs/sales", label: agentSales.heading },
  { to: CLAIMS, label: claims.heading },
  { to: "/app/logs/signals", label: "Signals", needs: "seeSignals" },
];

type Can = Partial<Record<Permission, boolean>>;

export const logsTabsFor = (can: Can, tabs = logsTabs): LogsTab[] => tabs.filter(({ needs }) => !needs || can[needs]);

/**
 * The logs that /app/logs can redirect to; it takes the first. The login log comes last because an agent without a tab
 * for it can still open their own login log.
 */
export const logsFor = (can: Can, tabs = logsTabs): LogsTab[] => [
  ...logsTabsFor(can, tabs),
  ...tabs.filter(({ to }) => to === "/app/logs/login"),
];

/** Days, office and agent carry over from one log to the next. Page and sort order do not. */
export function LogsTabs({ can }: { can: Can }) {
  return <Tabs label="Logs" tabs={logsTabsFor(can)} drop={["page", "after", "sortField", "sortAsc"]} />;
}
