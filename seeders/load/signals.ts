import type pg from "pg";
import { fillSiteHours } from "../../models/migrations/0051-site-hours";
import { isoTime, newYorkTime } from "../../server/kernel/time";
import { HOUR_MS } from "../../server/kernel/time/durations";
import { type Agent, type Company, officeAt } from "../company";
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
    ...{
      kind: "silent",
      subject: site.id,
      site_id: site.id,
      agent_id: null,
      company_id: null,
      opened_at: at(46),
      closed_at: at(43),
    },
    sentence: `${site.sitename} has had no clicks since ${newYorkTime(at(50))}.`,
    expected: "About 34 clicks, as in the same hours of the last four weeks.",
    evidence: { since: isoTime(at(50)), observed: 0, expected: 33.6, address, measure: "clicks" },
    ...{ acknowledged_at: at(45), acknowledged_by: superadmin, note: "Their server was moved. The desk is informed." },
  };
  const paid = agents.filter(
    ({ id, accountId }) => SHARING.includes(id) && payouts.some((payout) => payout.accountId === accountId),
  );
  const shared = paid.length === SHARING.length ? [sharedDestination(company, paid, at(30))] : [];
  const rows = [silent, ...shared];
  const columns = Object.keys(silent);
  await copyRows(
    client,
    "signals",
    columns,
    rows.map((row) => Object.values({ ...row, evidence: JSON.stringify(row.evidence) })),
  );
}

/** As the evaluation finds it, so that it stays open. */
function sharedDestination({ accounts, now }: Company, paid: readonly Agent[], openedAt: Date) {
  const [first] = paid.toSorted((a, b) => a.accountId - b.accountId);
  const names = paid.map(({ accountId }) => accounts[accountId - 1]?.username ?? "");
  const offices = new Set(paid.map((agent) => officeAt(agent, now)));
  const [office = null] = offices;
  const address = `/app/agents/${first?.id}/payout`;
  return {
    ...{ kind: "destination", subject: first?.accountId ?? 0, site_id: null, agent_id: first?.id ?? null },
    ...{ company_id: offices.size === 1 ? office : null, opened_at: openedAt, closed_at: null },
    sentence: `${names.join(" and ")} are paid to the same destination.`,
    expected: "A destination of their own for each payee.",
    evidence: { since: isoTime(openedAt), observed: names.length, expected: 1, address, payees: names },
    ...{ acknowledged_at: null, acknowledged_by: null, note: null },
  };
}
