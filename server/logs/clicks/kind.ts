import { sql } from "../../kernel/sql";
import type { Subs } from "../../types";
import type { Kind } from "../reader/kind";
import { agentShown } from "../reader/names";

export const clickFields = [
  ...["officeName", "agentUsername", "sitename", "typename", "url", "clickTime", "fromIp", "uniques", "referer"],
] as unknown as readonly [ClickField, ...ClickField[]];
export type ClickField = keyof typeof columns;

const columns = {
  officeName: sql`lower(o.office_name)`,
  agentUsername: sql`lower(${agentShown})`,
  sitename: sql`lower(s.sitename)`,
  typename: sql`lower(t.typename)`,
  url: sql`lower(t.url)`,
  clickTime: sql`l.clicked_at`,
  fromIp: sql`l.ip`,
  uniques: sql`l.is_unique`,
  referer: sql`lower(l.referer)`,
};

export type ClickFound = {
  id: string;
  companyId: number;
  officeName: string;
  agentId: number;
  agentUsername: string;
  siteId: number;
  sitename: string;
  typeId: number;
  typename: string;
  target: string;
  clickParam: string;
  ch: number;
  geo: string;
  subs: Subs | null;
  class: number;
  reason: string | null;
  clickTime: Date;
  fromIp: string | null;
  unique: boolean;
  referer: string | null;
};

/** Clicks of every class, under the office that the agent had then. */
export const clickLog = {
  table: sql`clicks`,
  time: sql`l.clicked_at`,
  timeField: "clickTime",
  id: "uuid",
  agent: sql`l.agent_id`,
  company: sql`l.company_id`,
  columns,
  select: sql`
    l.id, l.company_id AS "companyId", o.office_name AS "officeName", l.agent_id AS "agentId",
    ${agentShown} AS "agentUsername", l.site_id AS "siteId", s.sitename, l.type_id AS "typeId", t.typename, t.url AS target,
    s.click_param AS "clickParam", t.bbr_ch AS ch, l.geo, l.subs, l.class, l.reason, l.clicked_at AS "clickTime",
    host(l.ip) AS "fromIp", l.is_unique AS "unique", l.referer`,
  joins: sql`
    JOIN offices o ON o.id = l.company_id JOIN agents g ON g.id = l.agent_id JOIN accounts a ON a.id = g.account_id
    JOIN sites s ON s.id = l.site_id JOIN types t ON t.id = l.type_id`,
} satisfies Kind<ClickField>;
