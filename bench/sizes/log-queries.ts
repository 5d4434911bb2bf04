import { queryOne, readTransaction } from "../../server/kernel/database/transactions";
import { EVENTS, isBonus } from "../../server/trade/events";
import type { AnyOperation, AnyStream } from "../../server/kernel/operation/operation";
import { likePattern, sql, type Statement } from "../../server/kernel/database/sql";
import {
  chatScreen,
  clickScreen,
  commonScreen,
  downloadCommon,
  exportChats,
  exportClicks,
  exportLogins,
  exportPostbacks,
  exportSales,
  loginScreen,
  postbackScreen,
  saleScreen,
} from "../../server/logs";

/** A log and its queries: each filter as its form sends it, and as a condition of plain SQL. */
export type Log = {
  log: string;
  screen: AnyOperation;
  download: AnyStream;
  table: Statement;
  time: Statement;
  timeField: string;
  questions: Query[];
};
export type Query = { filter: string; input: Record<string, unknown>; where: Statement };

const query = (filter: string, input: Record<string, unknown>, where = sql`TRUE`): Query => ({
  filter,
  input,
  where,
});

/** Every log with every filter, for the busiest and the rarest rows if the two differ. */
export async function logs(): Promise<Log[]> {
  const sample = await values();
  const { office, quietOffice, agent, quietAgent, site, quietSite, ip, clickId, email, txid, soldClick } = sample;
  const prefix = ip.split(".").slice(0, 2).join(".");
  const byOffice = (id: number) => sql`company_id = ${id}`;
  const byAgent = (id: number) => sql`agent_id = ${id}`;
  const byOwner = [
    query("none", {}),
    query("office", { companyId: office }, byOffice(office)),
    query("agent", { agentId: agent }, byAgent(agent)),
  ];
  const byRareOwner = [
    query("rarest office", { companyId: quietOffice }, byOffice(quietOffice)),
    query("rarest agent", { agentId: quietAgent }, byAgent(quietAgent)),
  ];
  const bySite = query("site", { siteId: site }, sql`site_id = ${site}`);
  const address = (name: string, text: string) => [
    query("address", { [name]: text }, sql`ip = ${text}::inet`),
    query("part of an address", { [name]: "192.0.2." }, sql`host(ip) LIKE '%192.0.2.%'`),
  ];
  return [
    {
      ...{ log: "clicks", screen: clickScreen, download: exportClicks },
      ...{ table: sql`clicks`, time: sql`clicked_at`, timeField: "clickTime" },
      questions: [
        ...byOwner,
        ...byRareOwner,
        bySite,
        query("rarest site", { siteId: quietSite }, sql`site_id = ${quietSite}`),
        query(
          "agent and rarest site",
          { agentId: agent, siteId: quietSite },
          sql`agent_id = ${agent} AND site_id = ${quietSite}`,
        ),
        query("address", { ipAddress: ip }, sql`ip = ${ip}::inet`),
        query("network", { ipAddress: `${prefix}.` }, sql`ip << ${`${prefix}.0.0/16`}::inet`),
        query("click id", { clickId }, sql`id = ${clickId}::uuid`),
      ],
    },
    {
      ...{ log: "sales", screen: saleScreen, download: exportSales },
      ...{ table: sql`sale_events`, time: sql`occurred_at`, timeField: "date" },
      questions: [
        ...byOwner,
        ...byRareOwner,
        bySite,
        query("type of record", { recordType: EVENTS.bonus }, isBonus()),
        query("click id", { clickId: soldClick }, sql`click_id = ${soldClick}::uuid`),
        query("e-mail", { email }, sql`lower(email) = lower(${email})`),
        query("country", { geo: "US" }, sql`geo = 'US'`),
        query("a country without sales", { geo: "ZZ" }, sql`geo = 'ZZ'`),
      ],
    },
    {
      ...{ log: "postbacks", screen: postbackScreen, download: exportPostbacks },
      ...{ table: sql`postbacks`, time: sql`received_at`, timeField: "receivedAt" },
      questions: [
        ...byOwner,
        ...byRareOwner,
        bySite,
        query("verdict", { verdict: "accepted" }, sql`verdict = 'accepted'`),
        query("rare verdict", { verdict: "held" }, sql`verdict = 'held'`),
        query("click id", { clickId: soldClick }, sql`click_id = ${soldClick}::uuid`),
        query("transaction", { txid }, sql`txid = ${txid}`),
      ],
    },
    {
      ...{ log: "calls", screen: commonScreen, download: downloadCommon },
      ...{ table: sql`common_log`, time: sql`at`, timeField: "date" },
      questions: [
        ...byOwner,
        query("role", { role: 20 }, sql`role = 20`),
        query("role without rows", { role: 0 }, sql`role = 0`),
        query("username", { username: "user77" }, sql`username ILIKE ${likePattern("user77")}`),
        query("username that no account has", { username: "nobody" }, sql`username ILIKE ${likePattern("nobody")}`),
        ...address("ip", "192.0.2.9"),
        query("account", { accountId: sample.account }, sql`account_id = ${sample.account}`),
        query("kind", { actionType: "READ" }, sql`action_type = 'READ'`),
        query("name", { actionName: "agents/status" }, sql`action_name ILIKE ${likePattern("agents/status")}`),
        query("code", { responseCode: 422 }, sql`response_code = 422`),
        query("code that never came", { responseCode: 500 }, sql`response_code = 500`),
        query("text", { postParams: "one-of-a-kind" }, sql`post_params::text ILIKE ${likePattern("one-of-a-kind")}`),
      ],
    },
    {
      ...{ log: "sign-ins", screen: loginScreen, download: exportLogins },
      ...{ table: sql`login_log`, time: sql`in_time`, timeField: "inTime" },
      questions: [...byOwner, ...address("ipAddress", "192.0.2.9")],
    },
    {
      ...{ log: "talks", screen: chatScreen, download: exportChats },
      ...{ table: sql`chat_logs`, time: sql`submit_time`, timeField: "submitTime" },
      questions: [...byOwner, bySite],
    },
  ];
}

/** Values to filter by: the busiest and the rarest, and single rows. */
async function values() {
  const row = await readTransaction(() =>
    queryOne<
      Record<"office" | "quietOffice" | "agent" | "quietAgent" | "site" | "quietSite" | "account", number> &
        Record<"ip" | "clickId" | "email" | "txid" | "soldClick", string>
    >(sql`
      WITH halves AS MATERIALIZED (SELECT company_id, agent_id, site_id, sum(hits) AS hits FROM stats_half GROUP BY 1, 2, 3),
      offices AS (SELECT company_id, sum(hits) AS hits FROM halves GROUP BY 1),
      agents AS (SELECT agent_id, sum(hits) AS hits FROM halves GROUP BY 1),
      sites AS (SELECT site_id, sum(hits) AS hits FROM halves GROUP BY 1),
      click AS (SELECT host(ip) AS ip, id FROM clicks WHERE ip IS NOT NULL AND family(ip) = 4 LIMIT 1),
      sale AS (SELECT email, txid, click_id FROM sale_events WHERE email IS NOT NULL AND txid IS NOT NULL LIMIT 1)
      SELECT (SELECT company_id FROM offices ORDER BY hits DESC LIMIT 1) AS office,
        (SELECT company_id FROM offices ORDER BY hits LIMIT 1) AS "quietOffice",
        (SELECT agent_id FROM agents ORDER BY hits DESC LIMIT 1) AS agent,
        (SELECT agent_id FROM agents ORDER BY hits LIMIT 1) AS "quietAgent",
        (SELECT site_id FROM sites ORDER BY hits DESC LIMIT 1) AS site,
        (SELECT site_id FROM sites ORDER BY hits LIMIT 1) AS "quietSite",
        (SELECT account_id FROM agents a JOIN public.agents g ON g.id = a.agent_id ORDER BY hits DESC LIMIT 1) AS account,
        ip, click.id::text AS "clickId", email, txid, click_id::text AS "soldClick"
      FROM click CROSS JOIN sale`),
  );
  if (!row) throw new Error("There is nothing to look for.");
  return row;
}
