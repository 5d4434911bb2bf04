import { queryOne, execute, writeTransaction } from "../server/kernel/database/transactions";
import { markLinksChanged } from "../server/kernel/database/link-state";
import { keyedHash, newToken } from "../server/kernel/process/secrets";
import { sql } from "../server/kernel/database/sql";
import { clickId } from "../server/tracking/clicks/click-id";

const MS_BETWEEN_CLICKS = 150;

/** A new link that can be sold, its site's secret, and clicks on it. */
export async function createSellableLink(clicks: number): Promise<{ secret: string; clicks: string[] }> {
  const secret = newToken();
  const name = `bench-${Date.now().toString(36)}`;
  // A few a second, as visitors come: a click is looked up by its millisecond.
  const newest = Date.now() - 60_000;
  const times = Array.from({ length: clicks }, (_, i) => new Date(newest - i * MS_BETWEEN_CLICKS));
  const ids = times.map((at) => clickId(at.getTime()));
  await writeTransaction(async () => {
    const row = await queryOne<{ site: number; type: number; agent: number; office: number }>(sql`
      WITH accounts AS (
        INSERT INTO accounts (role, username, password_hash)
        VALUES (10, ${`${name}-o`}, ''), (20, ${`${name}-a`}, '') RETURNING id, role),
      office AS (
        INSERT INTO offices (account_id, office_name, man_first_name, man_last_name)
        SELECT id, ${name}, '', '' FROM accounts WHERE role = 10 RETURNING id),
      agent AS (
        INSERT INTO agents (account_id, company_id, first_name, last_name)
        SELECT a.id, o.id, '', '' FROM accounts a, office o WHERE a.role = 20 RETURNING id, company_id),
      site AS (
        INSERT INTO sites (sitename, shortname, abbr, url, type)
        VALUES (${name}, ${name}, 'bench', 'https://example.org/', 'DATING') RETURNING id),
      type AS (
        INSERT INTO types (site_id, typename, typealias, url)
        SELECT id, 'bench', 'bench', 'https://example.org/' FROM site RETURNING id, site_id)
      SELECT s.id AS site, t.id AS type, g.id AS agent, o.id AS office FROM site s, type t, agent g, office o`);
    if (!row) throw new Error("The link of the benchmark was not made.");
    const { site, type, agent, office } = row;
    await execute(
      sql`INSERT INTO agent_offices (agent_id, company_id, since) VALUES (${agent}, ${office}, '2020-01-01')`,
    );
    await execute(
      sql`INSERT INTO prices (type_id, payout, earning, lpp, since) VALUES (${type}, 500, 20, 1, '2020-01-01')`,
    );
    await execute(
      sql`INSERT INTO site_secrets (site_id, hash, hint) VALUES (${site}, ${keyedHash("site-secret", secret)}, '')`,
    );
    await execute(sql`INSERT INTO office_sites VALUES (${office}, ${site})`);
    await execute(sql`INSERT INTO agent_sites VALUES (${agent}, ${site})`);
    await execute(sql`
      INSERT INTO clicks (id, clicked_at, agent_id, company_id, site_id, type_id, class, is_unique, flags, geo)
      SELECT id, at, ${agent}, ${office}, ${site}, ${type}, 0, false, 0, 'US'
      FROM unnest(${ids}::uuid[], ${times}::timestamptz[]) AS given (id, at)`);
    await markLinksChanged();
  });
  return { secret, clicks: ids };
}
