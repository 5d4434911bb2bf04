import { logsTabs } from "../logs/logs-tabs";

const LOGS = ["/app/logs/click-outs", "/app/logs/sale-logs", "/app/logs/postbacks"];

/** The logs in which all clicks, events and postbacks of an agent on a site stand. */
export function LogLinks(of: { agentId: number; siteId: number }) {
  const query = new URLSearchParams({ agentId: String(of.agentId), siteId: String(of.siteId) }).toString();
  const logs = logsTabs.filter(({ to, stands }) => stands && LOGS.includes(to));
  return (
    <p className="acts">
      {logs.map(({ to, label }) => (
        <a key={to} className="button" href={`${to}?${query}`}>
          {label}
        </a>
      ))}
    </p>
  );
}
