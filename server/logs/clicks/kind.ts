import { Click, Site, Type } from "~models";
import { type RowOf, selected, sql } from "../../kernel/database/sql";
import type { Subs } from "../../types";
import type { Kind } from "../reader/kind";
import { agentShown, officeNames, siteNames, typeNames } from "../reader/names";

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

const ofClick = selected(
  Click,
  ["id", "companyId", "agentId", "siteId", "typeId", "geo", "subs", "class", "reason", "referer"],
  { from: "l", as: { clickTime: "clickedAt", unique: "isUnique" } },
);
const ofType = selected(Type, [], { from: "t", as: { target: "url", ch: "bbrCh" } });
const ofSite = selected(Site, ["clickParam"], { from: "s" });

export type ClickFound = RowOf<typeof ofClick> &
  RowOf<typeof ofType> &
  RowOf<typeof ofSite> &
  RowOf<typeof officeNames> &
  RowOf<typeof siteNames> &
  RowOf<typeof typeNames> & { agentUsername: string; subs: Subs | null; fromIp: string | null };

/** Clicks of every class, under the agent's office at that time. */
export const clickLog = {
  table: sql`clicks`,
  time: sql`l.clicked_at`,
  timeField: "clickTime",
  id: "uuid",
  agent: sql`l.agent_id`,
  company: sql`l.company_id`,
  columns,
  select: sql`
    ${ofClick}, ${ofType}, ${ofSite}, ${officeNames}, ${siteNames}, ${typeNames}, ${agentShown} AS "agentUsername",
    host(l.ip) AS "fromIp"`,
  joins: sql`
    JOIN offices o ON o.id = l.company_id JOIN agents g ON g.id = l.agent_id JOIN accounts a ON a.id = g.account_id
    JOIN sites s ON s.id = l.site_id JOIN types t ON t.id = l.type_id`,
} satisfies Kind<ClickField>;
