import type pg from "pg";
import type { Words } from "../../kernel/addresses/address";
import { flagsInSql } from "../../trade/flags";
import { type Client, sql } from "../../kernel/database/sql";
import type { Coded } from "../../links";
import { readLegacyLinks } from "./legacy-links";
import { readNamedLinks } from "./named-links";
import { buildLinkCopy, type LinkCopy, type LinkRows } from "./link-copy";
import { readBlackList, readBlackListFor } from "./black-list";

/**
 * Reads a copy in one REPEATABLE READ transaction, so that its parts are consistent. `progress` is called after each
 * page of a long black list. Parts of `before` that have not changed are reused.
 */
export async function readLinks(
  client: pg.Client,
  before: LinkCopy | undefined,
  progress: () => void = () => undefined,
): Promise<LinkCopy> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    const version = await readVersion(client);
    const rows = await readLinkRows(client);
    const blackList = await readBlackList(client, before, progress);
    const legacy = await readLegacyLinks(rowsBy(client), before?.legacy);
    const named = await readNamedLinks(rowsBy(client), before?.named);
    const secrets = new Set(await readSecrets(client));
    return buildLinkCopy({ version, rows, blackList, legacy, secrets, named }, before);
  } finally {
    await client.query("COMMIT");
  }
}

/**
 * Reads a copy with only one link and only the black list entries that contain the address, in the open transaction.
 */
export async function readOneLink(client: Client, link: Coded, address: Words | undefined): Promise<LinkCopy> {
  const rows = await readLinkRows(client, link);
  const blackList = await readBlackListFor(client, address);
  return buildLinkCopy({ version: 0, rows, blackList, legacy: { newest: 0, byCode: new Map() } });
}

/** The version of all links. Reads in the open transaction, if there is one. */
export async function readVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>({ text: "SELECT version FROM link_state" });
  return rows[0]?.version ?? 0;
}

/** Keyed hashes of the secrets and pixel keys in force, in hex. */
export async function readSecrets(client: Client): Promise<string[]> {
  const text = `
    SELECT encode(hash, 'hex') AS hash FROM site_secrets WHERE revoked_at IS NULL
    UNION ALL SELECT encode(hash, 'hex') FROM site_pixel_keys WHERE revoked_at IS NULL ORDER BY 1`;
  const { rows } = await client.query<{ hash: string }>({ text });
  return rows.map(({ hash }) => hash);
}

export const rowsBy = (client: Client) => async (text: string, values?: unknown[]) =>
  (await client.query<unknown[]>({ text, values, rowMode: "array" })).rows;

/** Without a value there is no condition. The statement is not prepared, so it is planned for the value sent. */
const idFilter = (column: string) => `($1::int IS NULL OR ${column} = $1)`;

const SITE_FLAGS = flagsInSql(sql`avp`, sql`use_approve_sale`).text;
const SITES = `SELECT id, active, ${SITE_FLAGS} FROM sites WHERE ${idFilter("id")} ORDER BY id`;
const TYPES = `
  SELECT t.id, t.site_id, t.active, t.bbr_ch, t.url, s.click_param, array_to_string(t.allowed_hosts, ',')
  FROM types t JOIN sites s ON s.id = t.site_id WHERE ${idFilter("t.id")}`;
// Lists of IDs as text: parsing arrays of 40,000 numbers would block the event loop for longer than a click may take.
const AGENTS = `
  SELECT g.id, g.company_id, a.active, a.approved, o.active, own.list, office.list
  FROM agents g
  JOIN accounts a ON a.id = g.account_id
  JOIN offices c ON c.id = g.company_id
  JOIN accounts o ON o.id = c.account_id
  LEFT JOIN (
    SELECT agent_id, string_agg(site_id::text, ',') AS list FROM agent_sites WHERE ${idFilter("agent_id")} GROUP BY agent_id
  ) own ON own.agent_id = g.id
  LEFT JOIN (
    SELECT company_id, string_agg(site_id::text, ',') AS list FROM office_sites
    WHERE $1::int IS NULL OR company_id = (SELECT company_id FROM agents WHERE id = $1) GROUP BY company_id
  ) office
    ON office.company_id = g.company_id
  WHERE a.deleted_at IS NULL AND ${idFilter("g.id")}`;

/** All sites, types and agents, or only those of one link. Reads in the open transaction. */
export async function readLinkRows(client: Client, only?: Coded): Promise<LinkRows> {
  const rowsOf = rowsBy(client);
  return {
    sites: (await rowsOf(SITES, [only?.siteId])) as LinkRows["sites"],
    types: (await rowsOf(TYPES, [only?.typeId])) as LinkRows["types"],
    agents: (await rowsOf(AGENTS, [only?.agentId])) as LinkRows["agents"],
  };
}
