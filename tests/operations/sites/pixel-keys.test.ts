import { expect } from "vitest";
import { queryRows } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { create, makePixelKey, read, revokePixelKey } from "../../../server/sites";
import { history } from "../../../server/logs";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../../world/builders";
import { test } from "../../world/rollback";
import { fields } from "./world";

const NOBODYS = 2_147_483_647;

test("a pixel is off until a key is created; two overlap, and one that is revoked leaves the list [POST-23]", async () => {
  const { actor } = await aSuperadmin();
  const { id } = await ask(create, actor, fields());
  expect((await ask(read, actor, { id })).pixelKeys).toEqual([]);
  const made = await ask(makePixelKey, actor, { id });
  expect(made.key).toMatch(/^px_[\w-]{32}$/);
  const second = await ask(makePixelKey, actor, { id });
  const listed = [made, second].map((one) => ({ ...one, lastUsedAt: null }));
  expect((await ask(read, actor, { id })).pixelKeys).toEqual(listed);
  expect(await refused(makePixelKey, actor, { id })).toEqual({ status: 409 });
  expect(await ask(revokePixelKey, actor, { id, keyId: made.id })).toEqual({ deleted: 1 });
  expect(await refused(revokePixelKey, actor, { id, keyId: made.id })).toEqual({ status: 404 });
  expect((await ask(read, actor, { id })).pixelKeys).toEqual(listed.slice(1));
  const trail = await queryRows<{ before: unknown; after: unknown }>(
    sql`SELECT before, after FROM audit WHERE record = 'sitePixelKey' AND record_id = ${String(made.id)} ORDER BY id`,
  );
  expect(trail).toEqual([
    { before: null, after: { siteId: id } },
    { before: { siteId: id }, after: null },
  ]);
  const { items } = await ask(history, actor, { record: "site", id });
  expect(items.filter(({ record }) => record === "sitePixelKey")).toHaveLength(3);
});

test("only superadmins create, see and revoke pixel keys, each at its own site [POST-23]", async () => {
  const { actor } = await aSuperadmin();
  const [a, b] = [await ask(create, actor, fields()), await ask(create, actor, fields())];
  const made = await ask(makePixelKey, actor, { id: a.id });
  expect(await refused(revokePixelKey, actor, { id: b.id, keyId: made.id })).toEqual({ status: 404 });
  expect(await refused(makePixelKey, actor, { id: NOBODYS })).toEqual({ status: 404 });
  const admin = await anAdmin();
  expect(await ask(read, admin.actor, { id: a.id })).not.toHaveProperty("pixelKeys");
  for (const other of [admin, await anOffice(), await anAgent()]) {
    expect(await refused(makePixelKey, other.actor, { id: a.id })).toEqual({ status: 403 });
    expect(await refused(revokePixelKey, other.actor, { id: a.id, keyId: made.id })).toEqual({ status: 403 });
  }
});
