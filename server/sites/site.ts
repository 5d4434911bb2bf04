import { z } from "zod";
import { sitesVisible } from "../accounts";
import { one } from "../kernel/database";
import { isoTime } from "../kernel/periods";
import { notFound } from "../kernel/refusal";
import { type Actor, levels } from "../kernel/roles";
import { nothing, sql, type Statement } from "../kernel/sql";

export const CATEGORIES = ["WEBCAMS", "ADULT", "DATING", "CASINO"] as const;

const Secret = z.object({
  id: z.int(),
  /** Its last characters: by them a site's people know which one it is. */
  hint: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});

/** A site as lists answer it. Whom it believes is the superadmin's to know. */
export const ListedSite = z.object({
  id: z.int(),
  sitename: z.string(),
  shortname: z.string(),
  abbr: z.string(),
  url: z.string(),
  clickParam: z.string(),
  contactName: z.string(),
  email: z.string(),
  phoneNum: z.string(),
  type: z.string(),
  note: z.string(),
  status: z.int(),
  active: z.boolean(),
  hidden: z.boolean(),
  specialReport: z.boolean(),
  useApproveSale: z.boolean(),
  avp: z.boolean(),
  typeCount: z.int(),
  version: z.int(),
  allowedAddresses: z.array(z.string()).optional(),
});
export type ListedSite = z.output<typeof ListedSite>;

/** A site as its own call answers it: for superadmins with its live secrets, of which none is told. */
export const Site = ListedSite.extend({ secrets: z.array(Secret).optional() });
export type Site = z.output<typeof Site>;

/** Columns of a site, of `siteTables`. */
export const siteColumns = (actor: Actor): Statement => sql`
  sites.id, sitename, shortname, abbr, url, click_param AS "clickParam", contact_name AS "contactName", email,
  phone_num AS "phoneNum", type, note, active::int AS status, active, hidden, special_report AS "specialReport",
  use_approve_sale AS "useApproveSale", avp, coalesce(type_counts.count, 0)::int AS "typeCount", version${
    actor.role === levels.superadmin ? sql`, allowed_addresses::text[] AS "allowedAddresses"` : nothing
  }`;

export const siteTables = sql`sites
  LEFT JOIN (SELECT site_id, count(*) AS count FROM types GROUP BY site_id) AS type_counts ON site_id = sites.id`;

/** In lists and choices an admin without `showSuspend` finds no suspended site. */
export const listableSites = (actor: Actor): Statement => (actor.showSuspend ? sql`TRUE` : sql`active`);

type SecretRow = { id: number; hint: string; createdAt: Date; lastUsedAt: Date | null };

/** The whole site, if the account may know of it; `locked`: nobody else changes it before this transaction ends. */
export async function findSite(actor: Actor, id: number, { locked = false } = {}): Promise<Site> {
  if (locked) await one(sql`SELECT FROM sites WHERE id = ${id} FOR UPDATE`);
  const superadmin = actor.role === levels.superadmin;
  const secrets = superadmin
    ? sql`, (SELECT coalesce(json_agg(json_build_object('id', id, 'hint', hint, 'createdAt', created_at,
        'lastUsedAt', last_used_at) ORDER BY created_at, id), '[]')
      FROM site_secrets WHERE site_id = sites.id AND revoked_at IS NULL) AS secrets`
    : nothing;
  const row = await one<ListedSite & { secrets?: SecretRow[] }>(sql`
    SELECT ${siteColumns(actor)}${secrets} FROM ${siteTables} WHERE sites.id = ${id} AND ${sitesVisible(actor)}`);
  if (!row) throw notFound();
  const { secrets: live, ...site } = row;
  if (!live) return site;
  const shown = live.map(({ createdAt, lastUsedAt, ...secret }) => ({
    ...secret,
    createdAt: isoTime(new Date(createdAt)),
    lastUsedAt: lastUsedAt && isoTime(new Date(lastUsedAt)),
  }));
  return { ...site, secrets: shown };
}
