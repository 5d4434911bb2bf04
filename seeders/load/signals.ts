import type pg from "pg";
import { fillSiteHours } from "../../models/migrations/0051-site-hours";
import { isoTime } from "../../server/kernel/time";
import { HOUR_MS } from "../../server/kernel/time/durations";
import { newYorkTime } from "../../server/kernel/time/new-york-time";
import type { Company } from "../company";
import { copyRows } from "./copy-rows";

/** The agents of the demo with the same payout destination. */
const SHARING = [4, 7];

/** The figures by hour that signals compare with, a signal that is over, and in the demo an open one. */
export async function writeSignals(client: pg.Client, company: Company): Promise<void> {
  const { accounts, agents, sites, payouts, now } = company;
  await client.query(fillSiteHours(`'${new Date(now).toISOString()}'::timestamptz`));
  const at = (hoursAgo: number) => new Date(now - hoursAgo * HOUR_MS);
  const [site] = sites;
  const superadmin = accounts.find(({ username }) => username === "super")?.id ?? null;
  if (!site) return;
  const address = `/app/logs/click-outs?siteId=${site.id}`;
  const silent = {
    ...{ kind: "silent", subject: site.id, site_id: site.id, agent_id: null, opened_at: at(46), closed_at: at(43) },
    sentence: `${site.sitename} has had no clicks since ${newYorkTime(at(50))}.`,
    expected: "About 34 clicks, as in the same hours of the last four weeks.",
    evidence: { since: isoTime(at(50)), observed: 0, expected: 33.6, address, measure: "clicks" },
    ...{ acknowledged_at: at(45), acknowledged_by: superadmin, note: "Their server was moved. The desk is informed." },
  };
  const sharing = agents.filter(({ id }) => SHARING.includes(id));
  const paid = sharing.filter(({ accountId }) => payouts.some((payout) => payout.accountId === accountId));
  const [first] = paid;
  const names = paid.map(({ accountId }) => accounts[accountId - 1]?.username ?? "");
  const shared = {
    ...{
      kind: "destination",
      subject: first?.accountId ?? null,
      site_id: null,
      agent_id: first?.id ?? null,
      opened_at: at(30),
      closed_at: null,
    },
    sentence: `${names.join(" and ")} are paid to the same destination.`,
    expected: "A destination of their own for each payee.",
    evidence: {
      since: isoTime(at(30)),
      observed: 2,
      expected: 1,
      address: `/app/agents/${first?.id}/payout`,
      payees: names,
    },
    ...{ acknowledged_at: null, acknowledged_by: null, note: null },
  };
  const rows = paid.length === 2 ? [silent, shared] : [silent];
  const columns = Object.keys(silent);
  await copyRows(
    client,
    "signals",
    columns,
    rows.map((row) => Object.values({ ...row, evidence: JSON.stringify(row.evidence) })),
  );
}
