import { Account, Agent, Domain, type Signal, type SignalKind } from "~models";
import { selectColumns, sql } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import { HOUR_MS } from "../kernel/time/durations";
import { sharedDestinations } from "../payouts";
import { clickMoment } from "../tracking";
import { isSale } from "../trade/events";
import { type About, aboutAgent, aboutDestination, aboutDomain, aboutSite, type Payee } from "./about";
import { hourOf, readFigures } from "./hours";
import { destinations, domain as domainVerdict, instant, SITE_KINDS, siteVerdicts, type Verdict } from "./rules";
import { INSTANT } from "./thresholds";

/** The verdict about a subject. A subject without one is clear. */
export type Finding = {
  kind: SignalKind;
  subject: number;
  siteId: number | null;
  agentId: number | null;
  companyId: number | null;
  state: Verdict["state"];
  about?: About;
};

export async function readFindings(at: Date, open: readonly Signal[]): Promise<Finding[]> {
  const parts = [await ofSites(at, open), await ofAgents(at), await ofDestinations(at), await ofDomains()];
  return parts.flat();
}

const nobody = { siteId: null, agentId: null, companyId: null };

async function ofSites(at: Date, open: readonly Signal[]): Promise<Finding[]> {
  const sites = await readFigures(at);
  return sites.flatMap((site) => {
    const { siteId, history, last } = site;
    const { evidence } = open.find(({ kind, subject }) => kind === "silent" && subject === siteId) ?? {};
    const verdicts = siteVerdicts(history, last, hourOf(at), evidence?.measure === "sales" ? "sales" : "clicks");
    return SITE_KINDS.map((kind): Finding => {
      const verdict = verdicts[kind];
      const about = verdict.state === "fault" ? aboutSite(kind, verdict, site, verdicts.measure, at) : undefined;
      return { ...nobody, kind, subject: siteId, siteId, state: verdict.state, about };
    });
  });
}

const LISTED_SALES = 20;
const moment = clickMoment(sql`click_id`);
const isInstant = sql`occurred_at >= ${moment} AND occurred_at < ${moment} + ${INSTANT.seconds} * interval '1 second'`;
type AgentSales = { agent: number; sales: number; instant: number; saleIds: (number | string)[] | null };

async function ofAgents(at: Date): Promise<Finding[]> {
  const since = new Date(at.getTime() - INSTANT.window * HOUR_MS);
  const agents = await queryRows<AgentSales>(sql`
    SELECT agent_id AS agent, count(*)::int AS sales, (count(*) FILTER (WHERE ${isInstant}))::int AS instant,
      (array_agg(id ORDER BY id DESC) FILTER (WHERE ${isInstant}))[1:${LISTED_SALES}] AS "saleIds"
    FROM sale_events WHERE occurred_at >= ${since}::timestamptz AND occurred_at <= ${at}::timestamptz
      AND ${isSale()} AND sign = 1
    GROUP BY agent_id`);
  const all = { sales: 0, instant: 0 };
  for (const { sales, instant } of agents) {
    all.sales += sales;
    all.instant += instant;
  }
  const assessed = agents.map((row) => ({ ...row, agentId: row.agent, verdict: instant(row, all, hourOf(at)) }));
  const names = await namesOf(assessed.flatMap(({ agentId, verdict }) => (verdict.state === "fault" ? [agentId] : [])));
  return assessed.map(({ agentId, saleIds, verdict }): Finding => {
    const { username = "", companyId = null } = names.get(agentId) ?? {};
    const ids = (saleIds ?? []).map(Number);
    const about = verdict.state === "fault" ? aboutAgent(verdict, { agentId, username, saleIds: ids }, at) : undefined;
    return { ...nobody, kind: "instant", subject: agentId, agentId, companyId, state: verdict.state, about };
  });
}

async function namesOf(agentIds: readonly number[]) {
  const agents = await Agent.findAll({ where: { id: [...agentIds] }, include: "account" });
  return new Map(
    agents.map(({ id, companyId, account }) => [id, { companyId, username: account?.username ?? "" }] as const),
  );
}

const usernames = selectColumns(Account, ["username"]);

/** A manager sees it only if all of the payees are of their office. */
async function ofDestinations(at: Date): Promise<Finding[]> {
  const shared = destinations(await sharedDestinations());
  const payees = await queryRows<Omit<Payee, "name"> & { username: string }>(sql`
    SELECT accounts.id AS "accountId", agents.id AS "agentId", coalesce(agents.company_id, offices.id) AS "companyId", ${usernames}
    FROM accounts LEFT JOIN agents ON agents.account_id = accounts.id LEFT JOIN offices ON offices.account_id = accounts.id
    WHERE accounts.id = ANY(${[...shared.values()].flat()}::int[]) AND deleted_at IS NULL ORDER BY accounts.id`);
  return [...shared].flatMap(([subject, accountIds]): Finding[] => {
    const own = payees
      .filter(({ accountId }) => accountIds.includes(accountId))
      .map(({ username, ...payee }): Payee => ({ ...payee, name: username }));
    const [first, ...others] = own;
    if (!first || others.length === 0) return [];
    const companyId = others.every((other) => other.companyId === first.companyId) ? first.companyId : null;
    const about = aboutDestination(own, at);
    return [{ ...nobody, kind: "destination", subject, agentId: first.agentId, companyId, state: "fault", about }];
  });
}

const domainNames = selectColumns(Domain, ["id", "domain"]);
type Check = { id: number; domain: string; failures: number; since: Date; error: string | null };

async function ofDomains(): Promise<Finding[]> {
  const checks = await queryRows<Check>(sql`
    SELECT ${domainNames}, failures, coalesce(failing_since, checked_at) AS since, error
    FROM domain_checks JOIN domains ON domains.id = domain_id AND NOT hidden`);
  return checks.map(({ id, domain, failures, since, error }): Finding => {
    const verdict = domainVerdict({ failures, since: hourOf(since) });
    const about = verdict.state === "fault" ? aboutDomain(verdict, domain, error ?? "") : undefined;
    return { ...nobody, kind: "domain", subject: id, state: verdict.state, about };
  });
}
