import { one, readTransaction } from "../../server/kernel/database/transactions";
import { EVENTS, isBonus } from "../../server/kernel/events";
import type { AnyOperation, AnyStream } from "../../server/kernel/operation/operation";
import { containing, sql, type Statement } from "../../server/kernel/database/sql";
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
  questions: Question[];
};
export type Question = { filter: string; input: Record<string, unknown>; where: Statement };

const asked = (filter: string, input: Record<string, unknown>, where = sql`TRUE`): Question => ({
  filter,
  input,
  where,
});

/** Every log with every filter, for the busiest and the rarest rows if the two differ. */
export async function logs(): Promise<Log[]> {
  const known = await values();
  const { office, quietOffice, agent, quietAgent, site, quietSite, ip, clickId, email, txid, soldClick } = known;
  const part = ip.split(".").slice(0, 2).join(".");
  const ofOffice = (id: number) => sql`company_id = ${id}`;
  const ofAgent = (id: number) => sql`agent_id = ${id}`;
  const whose = [
    asked("none", {}),
    asked("office", { companyId: office }, ofOffice(office)),
    asked("agent", { agentId: agent }, ofAgent(agent)),
  ];
  const rarely = [
    asked("rarest office", { companyId: quietOffice }, ofOffice(quietOffice)),
    asked("rarest agent", { agentId: quietAgent }, ofAgent(quietAgent)),
  ];
  const ofSite = asked("site", { siteId: site }, sql`site_id = ${site}`);
  const address = (name: string, text: string) => [
    asked("address", { [name]: text }, sql`ip = ${text}::inet`),
    asked("part of an address", { [name]: "192.0.2." }, sql`host(ip) LIKE '%192.0.2.%'`),
  ];
  return [
    {
      ...{ log: "clicks", screen: clickScreen, download: exportClicks },
      ...{ table: sql`clicks`, time: sql`clicked_at`, timeField: "clickTime" },
      questions: [
        ...whose,
        ...rarely,
        ofSite,
        asked("rarest site", { siteId: quietSite }, sql`site_id = ${quietSite}`),
        asked(
          "agent and rarest site",
          { agentId: agent, siteId: quietSite },
          sql`agent_id = ${agent} AND site_id = ${quietSite}`,
        ),
        asked("address", { ipAddress: ip }, sql`ip = ${ip}::inet`),
        asked("network", { ipAddress: `${part}.` }, sql`ip << ${`${part}.0.0/16`}::inet`),
        asked("click id", { clickId }, sql`id = ${clickId}::uuid`),
      ],
    },
    {
      ...{ log: "sales", screen: saleScreen, download: exportSales },
      ...{ table: sql`sale_events`, time: sql`occurred_at`, timeField: "date" },
      questions: [
        ...whose,
        ...rarely,
        ofSite,
        asked("type of record", { recordType: EVENTS.bonus }, isBonus()),
        asked("click id", { clickId: soldClick }, sql`click_id = ${soldClick}::uuid`),
        asked("e-mail", { email }, sql`lower(email) = lower(${email})`),
        asked("country", { geo: "US" }, sql`geo = 'US'`),
        asked("a country without sales", { geo: "ZZ" }, sql`geo = 'ZZ'`),
      ],
    },
    {
      ...{ log: "postbacks", screen: postbackScreen, download: exportPostbacks },
      ...{ table: sql`postbacks`, time: sql`received_at`, timeField: "receivedAt" },
      questions: [
        ...whose,
        ...rarely,
        ofSite,
        asked("verdict", { verdict: "accepted" }, sql`verdict = 'accepted'`),
        asked("rare verdict", { verdict: "held" }, sql`verdict = 'held'`),
        asked("click id", { clickId: soldClick }, sql`click_id = ${soldClick}::uuid`),
        asked("transaction", { txid }, sql`txid = ${txid}`),
      ],
    },
    {
      ...{ log: "calls", screen: commonScreen, download: downloadCommon },
      ...{ table: sql`common_log`, time: sql`at`, timeField: "date" },
      questions: [
        ...whose,
        asked("role", { role: 20 }, sql`role = 20`),
        asked("role without rows", { role: 0 }, sql`role = 0`),
        asked("username", { username: "user77" }, sql`username ILIKE ${containing("user77")}`),
        asked("username of nobody", { username: "nobody" }, sql`username ILIKE ${containing("nobody")}`),
        ...address("ip", "192.0.2.9"),
        asked("account", { accountId: known.account }, sql`account_id = ${known.account}`),
        asked("kind", { actionType: "READ" }, sql`action_type = 'READ'`),
        asked("name", { actionName: "agents/status" }, sql`action_name ILIKE ${containing("agents/status")}`),
        asked("code", { responseCode: 422 }, sql`response_code = 422`),
        asked("code that never came", { responseCode: 500 }, sql`response_code = 500`),
        asked("text", { postParams: "one-of-a-kind" }, sql`post_params::text ILIKE ${containing("one-of-a-kind")}`),
      ],
    },
    {
      ...{ log: "sign-ins", screen: loginScreen, download: exportLogins },
      ...{ table: sql`login_log`, time: sql`in_time`, timeField: "inTime" },
      questions: [...whose, ...address("ipAddress", "192.0.2.9")],
    },
    {
      ...{ log: "talks", screen: chatScreen, download: exportChats },
      ...{ table: sql`chat_logs`, time: sql`submit_time`, timeField: "submitTime" },
      questions: [...whose, ofSite],
    },
  ];
}

/** Values to filter by: the busiest and the rarest, and single rows. */
async function values() {
  const found = await readTransaction(() =>
    one<
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
  if (!found) throw new Error("There is nothing to look for.");
  return found;
}
