import { type Account, Agent, Office, Site, Type } from "~models";
import { findOneVisible } from "../../accounts";
import { sql, type Statement } from "../../kernel/database/sql";
import { auditKey } from "../../kernel/operation/audit";
import { notFound } from "../../kernel/operation/refusal";
import { type Actor, hasRole, type RoleName } from "../../kernel/operation/roles";

export const historyRecords = ["agent", "office", "site", "type"] as const;
export type HistoryRecord = (typeof historyRecords)[number];

type Found = {
  name: string;
  /** Selects the keys (record, record_id) of its rows in the audit. */
  keys: Statement;
};

/** Joins the keys, without the parts that need a higher role. */
const keysFor = (actor: Actor, own: Statement, parts: readonly (readonly [RoleName, Statement])[]): Statement =>
  parts.reduce((keys, [role, part]) => (hasRole(actor, role) ? sql`${keys} UNION ALL ${part}` : keys), own);

/** Changes that people made to their own sign-in: profile, password, two-step sign-in. */
const ofAccount = (accountId: number) =>
  [
    ["company", auditKey("account", accountId)],
    ["company", auditKey("twoStep", accountId)],
  ] as const;

/**
 * The record with this id, and what counts as its history: its own changes and those of its parts. Throws 404 if the
 * actor cannot see it.
 */
export const findRecord: Record<HistoryRecord, (actor: Actor, id: number) => Promise<Found>> = {
  async agent(actor, id) {
    const agent = await findOneVisible(Agent, actor, id);
    const name = (agent.account as Account).username;
    return { name, keys: keysFor(actor, auditKey("agent", id), ofAccount(agent.accountId)) };
  },
  async office(actor, id) {
    const office = await findOneVisible(Office, actor, id);
    const prices = sql`SELECT 'price', id::text FROM prices WHERE company_id = ${id}`;
    const parts = [...ofAccount(office.accountId), ["admin", prices]] as const;
    return { name: office.officeName, keys: keysFor(actor, auditKey("office", id), parts) };
  },
  async site(actor, id) {
    requireCatalogue(actor);
    const { sitename } = await findOneVisible(Site, actor, id);
    const secrets = sql`SELECT 'siteSecret', id::text FROM site_secrets WHERE site_id = ${id}`;
    const pixels = sql`SELECT 'sitePixelKey', id::text FROM site_pixel_keys WHERE site_id = ${id}`;
    const manual = sql`SELECT 'siteManual', id::text FROM site_manuals WHERE site_id = ${id}`;
    const links = sql`SELECT 'siteDeveloperLink', id::text FROM site_developer_links WHERE site_id = ${id}`;
    const parts = [secrets, pixels, manual, links].map((part) => ["superadmin", part] as const);
    return { name: sitename, keys: keysFor(actor, auditKey("site", id), parts) };
  },
  async type(actor, id) {
    requireCatalogue(actor);
    const { typename } = await findOneVisible(Type, actor, id);
    const prices = sql`SELECT 'price', id::text FROM prices WHERE type_id = ${id}`;
    return { name: typename, keys: keysFor(actor, auditKey("type", id), [["admin", prices]]) };
  },
};

/** Managers and agents see sites where they sell, but never how the sites are set up. */
function requireCatalogue(actor: Actor): void {
  if (!hasRole(actor, "admin")) throw notFound();
}

/** Fields that only superadmins see on the screens of these records. */
const SUPERADMIN_FIELDS: Partial<Record<string, RegExp>> = {
  site: /^allowedAddresses$/,
  type: /earning$/i,
  price: /earning$/i,
};

/** The stored state of a record without the fields that the actor does not see on its screens. */
export function visibleFields(actor: Actor, record: string, value: unknown): unknown {
  const hidden = hasRole(actor, "superadmin") ? undefined : SUPERADMIN_FIELDS[record];
  if (!hidden || value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !hidden.test(name)));
}
