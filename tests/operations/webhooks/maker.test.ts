import { expect } from "vitest";
import { WebhookEndpoint } from "~models";
import { endAccess, setPassword } from "../../../server/accounts";
import { setStatus } from "../../../server/offices";
import { sql } from "../../../server/kernel/database/sql";
import { queryRows } from "../../../server/kernel/database/transactions";
import { countDisabled } from "../../../server/webhooks/search";
import { ofOffice, read, search, update } from "../../../server/webhooks";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anOffice, aSuperadmin } from "../../world/builders";
import { test } from "../../world/rollback";
import { anEndpoint } from "./world";

/** An office with an endpoint of its manager and one that a superadmin made for it. */
async function aCompany() {
  const [office, { actor: boss }] = [await anOffice({ username: "fired" }), await aSuperadmin()];
  const [own, given] = [
    await anEndpoint({ companyId: office.id, createdBy: office.accountId }),
    await anEndpoint({ companyId: office.id, createdBy: boss.accountId }),
  ];
  return { office, boss, own, given };
}
const stateOf = async ({ id }: { id: number }) => {
  const { enabled, disabledReason } = (await WebhookEndpoint.findByPk(id))!;
  return [enabled, disabledReason];
};
const ENDED = [false, "maker"];
const LIVE = [true, null];

test("the endpoints of a blocked manager end with them, and others of the office do not", async () => {
  const { office, boss, own, given } = await aCompany();
  await ask(setStatus, boss, { ids: [office.id], loginBlocked: true });
  expect([await stateOf(own), await stateOf(given)]).toEqual([ENDED, LIVE]);
  expect(await ask(read, boss, { id: own.id })).toMatchObject({ state: "disabled", disabledReason: "maker" });
  expect(await countDisabled(boss)).toBe(1);
  const trail = await queryRows(
    sql`SELECT operation, after FROM audit WHERE record = 'webhookEndpoint' AND record_id = ${String(own.id)}`,
  );
  expect(trail).toEqual([{ operation: "webhooks.endWithMaker", after: { enabled: false, disabledReason: "maker" } }]);
});

test("an endpoint ends with the person who chose its address, also if another person created it", async () => {
  const { office, boss, own, given } = await aCompany();
  await ask(update, office.actor, { id: given.id, url: "https://thief.example.org/x" });
  await ask(update, boss, { id: own.id, url: "https://tracker.example.org/x" });
  await ask(setStatus, boss, { ids: [office.id], loginBlocked: true });
  expect([await stateOf(own), await stateOf(given)]).toEqual([LIVE, ENDED]);
});

test("a password that somebody else sets ends the endpoints, one's own new password does not", async () => {
  const { office, own } = await aCompany();
  await setPassword(office.accountId, "chosen-by-the-owner", { exceptSessionId: 1, keepTokens: true });
  expect(await stateOf(own)).toEqual(LIVE);
  await endAccess(office.accountId, { sessionId: 1 });
  expect(await stateOf(own)).toEqual(LIVE);
  await setPassword(office.accountId, "chosen-by-another");
  expect(await stateOf(own)).toEqual(ENDED);
});

test("only a superadmin enables an endpoint again that ended with its maker", async () => {
  const { office, boss, own } = await aCompany();
  await endAccess(office.accountId);
  const enabled = ["Only a superadmin can enable this webhook again."];
  expect(await refused(update, office.actor, { id: own.id, enabled: true })).toEqual({
    status: 422,
    data: { enabled },
  });
  // The other fields can be saved.
  expect(await ask(update, office.actor, { id: own.id, name: "Kept" })).toMatchObject({ name: "Kept", enabled: false });
  expect(await ask(update, boss, { id: own.id, enabled: true })).toMatchObject({
    ...{ state: "working", disabledReason: null, createdBy: "fired" },
  });
  expect(await ask(update, office.actor, { id: own.id, enabled: false })).toMatchObject({ state: "off" });
  expect(await ask(update, office.actor, { id: own.id, enabled: true })).toMatchObject({ state: "working" });
});

test("an endpoint that had failed or was turned off before its maker's access ended is enabled by superadmins only", async () => {
  const { office, boss } = await aCompany();
  const theirs = { companyId: office.id, createdBy: office.accountId, enabled: false };
  const failed = await anEndpoint({ ...theirs, disabledAt: new Date(), disabledReason: "failures" });
  const off = await anEndpoint(theirs);
  await ask(setStatus, boss, { ids: [office.id], loginBlocked: true });
  await ask(setStatus, boss, { ids: [office.id], loginBlocked: false });
  for (const [endpoint, state] of [
    [failed, "disabled"],
    [off, "off"],
  ] as const) {
    expect(await ask(read, office.actor, { id: endpoint.id })).toMatchObject({ state, disabledReason: "maker" });
    expect(await refused(update, office.actor, { id: endpoint.id, enabled: true })).toMatchObject({ status: 422 });
    expect(await ask(update, boss, { id: endpoint.id, enabled: true })).toMatchObject({ state: "working" });
  }
  const trail = await queryRows(sql`
    SELECT before FROM audit WHERE operation = 'webhooks.endWithMaker'
      AND record_id IN (${String(failed.id)}, ${String(off.id)}) ORDER BY record_id::int`);
  expect(trail).toEqual([{ before: { enabled: false, disabledReason: "failures" } }, { before: { enabled: false } }]);
});

test("an office's page lists its endpoints with state and maker, for superadmins and its own manager", async () => {
  const { office, boss, own, given } = await aCompany();
  await anEndpoint();
  const other = await anOffice();
  for (const actor of [boss, office.actor]) {
    const { items, total } = await ask(ofOffice, actor, { id: office.id });
    expect([total, items.map(({ id }) => id).toSorted((a, b) => a - b)]).toEqual([2, [own.id, given.id]]);
    expect(items.find(({ id }) => id === own.id)).toMatchObject({ createdBy: "fired", state: "working" });
    expect(await ask(search, actor, { companyId: office.id })).toEqual({ items, total });
  }
  expect(await refused(ofOffice, other.actor, { id: office.id })).toMatchObject({ status: 404 });
  expect(await refused(search, other.actor, { companyId: office.id })).toMatchObject({ status: 404 });
  expect(await refused(ofOffice, (await anAdmin()).actor, { id: office.id })).toMatchObject({ status: 403 });
});
