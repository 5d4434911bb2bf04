import { logsTabs } from "../logs/logs-tabs";

const LOGS = ["/app/logs/click-outs", "/app/logs/sale-logs", "/app/logs/postbacks"];

type Props = {
  /** The agent and site of the link. */
  chain: { agent: { id: number } | null; site: { id: number } | null } | null;
  clicks: readonly { clickTime: string }[];
  events: readonly { date: string }[];
  postbacks: readonly { receivedAt: string }[];
  /** First and last day searched for traces, in New York time. */
  since: string;
  today: string;
};

/** Times arrive as New York local time. */
const dayOf = (time: string) => time.slice(0, "2026-01-01".length);

/** Links to the logs of an agent's clicks, events and postbacks on a site, back to the oldest trace shown. */
export function LogLinks({ chain, clicks, events, postbacks, since, today }: Props) {
  if (!chain?.agent || !chain.site) return null;
  const times = [...clicks.map((row) => row.clickTime), ...events.map((row) => row.date)];
  // The logs default to the last seven days, but a click or a customer can have older traces than a link.
  const [start = since] = [since, ...[...times, ...postbacks.map((row) => row.receivedAt)].map(dayOf)].sort();
  const filters = { agentId: String(chain.agent.id), siteId: String(chain.site.id), start, end: today };
  const query = new URLSearchParams(filters).toString();
  const logs = logsTabs.filter(({ to }) => LOGS.includes(to));
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
