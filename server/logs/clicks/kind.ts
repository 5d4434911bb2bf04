import { z } from "zod";
import { Click, Site, Type } from "~models";
import { abilities } from "../../accounts";
import { type RowOf, selectColumns, sql } from "../../kernel/database/sql";
import type { Actor } from "../../kernel/operation/roles";
import { isoTime } from "../../kernel/periods";
import { classNames } from "../../tracking";
import { compileTarget, type Subs, type Target } from "../../types";
import { SubIds } from "../sub-ids";
import { agentShown, type Kind, officeNames, siteNames, typeNames } from "../reader/kind";

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

const clickColumns = selectColumns(
  Click,
  ["id", "companyId", "agentId", "siteId", "typeId", "geo", "subs", "class", "reason", "referer"],
  { from: "l", as: { clickTime: "clickedAt", unique: "isUnique" } },
);
const typeColumns = selectColumns(Type, [], { from: "t", as: { target: "url", ch: "bbrCh" } });
const siteColumns = selectColumns(Site, ["clickParam"], { from: "s" });

export type ClickRecord = RowOf<typeof clickColumns> &
  RowOf<typeof typeColumns> &
  RowOf<typeof siteColumns> &
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
    ${clickColumns}, ${typeColumns}, ${siteColumns}, ${officeNames}, ${siteNames}, ${typeNames}, ${agentShown} AS "agentUsername",
    host(l.ip) AS "fromIp"`,
  joins: sql`
    JOIN offices o ON o.id = l.company_id JOIN agents g ON g.id = l.agent_id JOIN accounts a ON a.id = g.account_id
    JOIN sites s ON s.id = l.site_id JOIN types t ON t.id = l.type_id`,
} satisfies Kind<ClickField>;

/** A click (CLICK-09) with its class. */
export const ClickRow = z
  .object({
    id: z.string(),
    /** The same as `id`, under the name that sale rows and postbacks use. */
    clickId: z.string(),
    companyId: z.int(),
    officeName: z.string().optional(),
    agentId: z.int(),
    agentUsername: z.string().optional(),
    siteId: z.int(),
    sitename: z.string(),
    typeId: z.int(),
    typename: z.string(),
    url: z.string(),
    clickTime: z.string(),
    fromIp: z.string().nullable().optional(),
    uniques: z.int().optional(),
    referer: z.string().nullable().optional(),
    class: z.enum(classNames),
    /** The sub IDs sub1 to sub5 that the click had; null without any. */
    subs: SubIds.nullable(),
  })
  .meta({ id: "Click", description: "A click on a tracked link." });
export type ClickRow = z.output<typeof ClickRow>;

/** Rows as this account may see them. `url` is the link's current redirect target, filled with the click's values. */
export function clickRows(actor: Actor, records: readonly ClickRecord[]): ClickRow[] {
  const can = abilities(actor);
  const targets = new Map<number, Target>();
  return records.map((click) => {
    const target = targets.get(click.typeId) ?? targetOf(click);
    targets.set(click.typeId, target);
    // Fields are added by name: spreading them creates a dictionary-mode object, at a twentieth of the page's CPU.
    const row: ClickRow = {
      id: click.id,
      clickId: click.id,
      companyId: click.companyId,
      agentId: click.agentId,
      siteId: click.siteId,
      sitename: click.sitename,
      typeId: click.typeId,
      typename: click.typename,
      url: target(fillingOf(click)),
      clickTime: isoTime(click.clickTime),
      class: classNames[click.class] ?? "ok",
      subs: click.subs,
    };
    if (can.chooseOffice) row.officeName = click.officeName;
    if (can.chooseAgent) row.agentUsername = click.agentUsername;
    if (can.seeIp) row.fromIp = click.fromIp;
    if (can.seeIp) row.uniques = Number(click.unique);
    if (can.seeReferrer) row.referer = click.referer;
    return row;
  });
}

/** A target URL that does not compile is shown unchanged. */
function targetOf({ target, clickParam }: ClickRecord): Target {
  try {
    return compileTarget(target, clickParam);
  } catch {
    return () => target;
  }
}

const fillingOf = ({ id, agentId, companyId, siteId, typeId, ch, geo, subs }: ClickRecord) => ({
  clickid: id,
  agentid: agentId,
  officeid: companyId,
  siteid: siteId,
  typeid: typeId,
  ch,
  geo,
  subs,
});
