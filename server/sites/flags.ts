import { now } from "../kernel/clock";
import { run } from "../kernel/database";
import { sql } from "../kernel/sql";

/**
 * Notes what the sites' flags are from now on. Events keep those that held when they were first reported, so each
 * change is a version of its own.
 */
export async function flagsFrom(siteIds: readonly number[]): Promise<void> {
  await run(sql`
    INSERT INTO site_flags (site_id, since, use_approve_sale, avp)
    SELECT id, ${now()}::timestamptz, use_approve_sale, avp FROM sites WHERE id = ANY(${siteIds}::int[])
    ON CONFLICT (site_id, since)
      DO UPDATE SET use_approve_sale = excluded.use_approve_sale, avp = excluded.avp`);
}
