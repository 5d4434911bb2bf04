import { Tabs } from "../frame/tabs";

type Needed = "seeLoginLogs" | "seeCommonLogs";

export type LogsTab = {
  readonly to: string;
  readonly label: string;
  readonly needs?: Needed;
  /** Whether its screen exists yet. */
  readonly stands: boolean;
};

/** The logs in display order. */
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
