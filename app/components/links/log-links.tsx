import { logsTabs } from "../logs/logs-tabs";

const LOGS = ["/app/logs/click-outs", "/app/logs/sale-logs", "/app/logs/postbacks"];

type Props = {
  /** Whose link it is. */
  chain: { agent: { id: number } | null; site: { id: number } | null } | null;
  clicks: readonly { clickTime: string }[];
  events: readonly { date: string }[];
  postbacks: readonly { receivedAt: string }[];
  /** The days whose traces are looked for, in New York. */
  since: string;
  today: string;
};

/** Times are given as New York's clock shows them. */
const dayOf = (time: string) => time.slice(0, "2026-01-01".length);

/** The logs in which all clicks, events and postbacks of an agent on a site stand, as far back as those that are shown. */
export function LogLinks({ chain, clicks, events, postbacks, since, today }: Props) {
  if (!chain?.agent || !chain.site) return null;
  const times = [...clicks.map((row) => row.clickTime), ...events.map((row) => row.date)];
  // They would open with the last seven days; a click or a customer may have older traces than a link.
  const [start = since] = [since, ...[...times, ...postbacks.map((row) => row.receivedAt)].map(dayOf)].sort();
  const of = { agentId: String(chain.agent.id), siteId: String(chain.site.id), start, end: today };
  const query = new URLSearchParams(of).toString();
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
