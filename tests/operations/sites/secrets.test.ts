import { expect } from "vitest";
import { withFixedTime } from "../../../server/kernel/time/now";
import { queryOne, queryRows } from "../../../server/kernel/database/transactions";
import { keyedHash } from "../../../server/kernel/process/secrets";
import { sql } from "../../../server/kernel/database/sql";
import { create, makeSecret, read, revokeSecret } from "../../../server/sites";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../../world/builders";
import { test } from "../../world/rollback";
import { fields } from "./world";

const NOBODYS = 2_147_483_647;
const stored = (id: number) =>
  queryRows<{ id: number; hash: Buffer; revoked: boolean }>(sql`
      SELECT id, hash, revoked_at IS NOT NULL AS revoked FROM site_secrets WHERE site_id = ${id} ORDER BY id`);

test("a secret is shown once and stored as a keyed hash; at most two are valid, and revoking one makes room [POST-01, TRUST-21]", async () => {
  const { actor } = await aSuperadmin();
  const { id } = await ask(create, actor, fields());
  const made = await withFixedTime("2026-03-01T17:00:00Z", () => ask(makeSecret, actor, { id }));
  expect(made).toEqual({ id: made.id, secret: made.secret, createdAt: "2026-03-01T12:00:00.000-05:00" });
  expect(made.secret).toMatch(/^[\w-]{32}$/);
  const second = await ask(makeSecret, actor, { id });
  expect(second.secret).not.toBe(made.secret);
  const { secrets, version } = await ask(read, actor, { id });
  expect(secrets).toEqual([
    { id: made.id, hint: made.secret.slice(-4), createdAt: made.createdAt, lastUsedAt: null },
    { id: second.id, hint: second.secret.slice(-4), createdAt: second.createdAt, lastUsedAt: null },
  ]);
  expect(version).toBe(1);
  expect((await stored(id)).map(({ hash }) => hash)).toEqual(
    [made, second].map(({ secret }) => keyedHash("site-secret", secret)),
  );
  expect(await refused(makeSecret, actor, { id })).toEqual({ status: 409 });
  expect(await ask(revokeSecret, actor, { id, secretId: made.id })).toEqual({ deleted: 1 });
  expect(await stored(id)).toMatchObject([{ revoked: true }, { revoked: false }]);
  expect(await refused(revokeSecret, actor, { id, secretId: made.id })).toEqual({ status: 404 });
  expect((await ask(read, actor, { id })).secrets?.map((secret) => secret.id)).toEqual([second.id]);
  await ask(makeSecret, actor, { id });
  const trail = await queryRows<{ before: unknown; after: unknown }>(
    sql`SELECT before, after FROM audit WHERE record = 'siteSecret' AND record_id = ${String(made.id)} ORDER BY id`,
  );
  const kept = { siteId: id, hint: made.secret.slice(-4) };
  expect(trail).toEqual([
    { before: null, after: kept },
    { before: kept, after: null },
  ]);
  const everywhere = await queryOne<{ n: number }>(
    sql`SELECT count(*) AS n FROM audit WHERE after::text LIKE ${`%${made.secret}%`}`,
  );
  expect(everywhere).toEqual({ n: 0 });
});

test("a secret of another site cannot be revoked; only superadmins create and revoke [ROLE-12, TRUST-13]", async () => {
  const { actor } = await aSuperadmin();
  const [a, b] = [await ask(create, actor, fields()), await ask(create, actor, fields())];
  const made = await ask(makeSecret, actor, { id: a.id });
  expect(await refused(revokeSecret, actor, { id: b.id, secretId: made.id })).toEqual({ status: 404 });
  expect(await refused(makeSecret, actor, { id: NOBODYS })).toEqual({ status: 404 });
  for (const other of [await anAdmin(), await anOffice(), await anAgent()]) {
    expect(await refused(makeSecret, other.actor, { id: a.id })).toEqual({ status: 403 });
    expect(await refused(revokeSecret, other.actor, { id: a.id, secretId: made.id })).toEqual({ status: 403 });
  }
  expect(await stored(a.id)).toMatchObject([{ revoked: false }]);
});
