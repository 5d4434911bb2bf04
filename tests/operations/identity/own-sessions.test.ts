import { afterEach, expect } from "vitest";
import * as identity from "../../../server/identity";
import { withFixedTime, now } from "../../../server/kernel/time/now";
import { config } from "../../../server/kernel/process/config";
import { queryRows } from "../../../server/kernel/database/transactions";
import { perform } from "../../../server/kernel/operation/perform";
import type { Actor } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { test } from "../../world/rollback";
import { later } from "./two-step";
import { aPerson, askerOf, bearerOf, from, PASSWORD, signIn } from "./world";

const { list, end, endOthers } = identity.ownSessions;
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const hours = (count: number) => new Date(now().getTime() + count * 60 * 60_000);
const listOf = (actor: Actor, input = {}) => perform(list, actor, input, from());

const brandBefore = config().BRAND;
afterEach(() => void Object.assign(config(), { BRAND: brandBefore }));

test("sessions are listed with device, address and last use, and the current one is marked", async () => {
  const person = await aPerson("agent");
  const { token } = await signIn(person, PASSWORD, { ...from("form", "198.51.100.4"), userAgent: CHROME });
  const actor = (await identity.authenticateSession(token, from()))!;
  await bearerOf(person);
  await bearerOf(await aPerson("agent"));
  const { items, total } = await listOf(actor);
  expect(total).toBe(2);
  expect(items.find(({ current }) => current)).toEqual({
    id: actor.sessionId,
    kind: "browser",
    tokenName: null,
    by: null,
    device: "Chrome on Linux",
    ip: "198.51.100.4",
    createdAt: expect.stringMatching(/-0[45]:00$/),
    lastSeenAt: expect.stringMatching(/-0[45]:00$/),
    expiresAt: expect.stringMatching(/-0[45]:00$/),
    current: true,
  });
  expect(items.find(({ current }) => !current)).toMatchObject({
    kind: "bearer",
    device: "test browser".split(" ")[0],
  });
});

test("a session opened by a client token shows the token's name; sessions that have ended are not listed", async () => {
  const person = await aPerson("admin");
  const actor = (await askerOf(await bearerOf(person))) as Actor;
  const give = { accountId: person.accountId, kind: "client", name: "nightly" };
  const { token } = await perform(identity.remoteTokens.create, actor, give, from());
  await perform(identity.loginRemote, null, { token }, from());
  expect((await listOf(actor)).items.map(({ tokenName }) => tokenName).sort()).toEqual(["nightly", null].sort());
  await withFixedTime(hours(13), async () => expect(await listOf(actor)).toEqual({ items: [], total: 0 }));
});

test("addresses are absent where the brand hides them", async () => {
  const actor = (await askerOf(await bearerOf(await aPerson("agent")))) as Actor;
  expect((await listOf(actor)).items[0]).toHaveProperty("ip", "192.0.2.1");
  Object.assign(config(), { BRAND: "plain" });
  expect((await listOf(actor)).items[0]).not.toHaveProperty("ip");
});

test("the list has pages and sorts by last use or opening time", async () => {
  const person = await aPerson("agent");
  const first = (await askerOf(await bearerOf(person))) as Actor;
  for (const hour of [1, 2, 3]) await withFixedTime(hours(hour), () => bearerOf(person));
  const { items, total } = await listOf(first, { page: 2, pageSize: 3 });
  expect([total, items.map(({ id }) => id)]).toEqual([4, [first.sessionId]]);
  const oldest = await listOf(first, { sortField: "createdAt", sortAsc: true, pageSize: 1 });
  expect(oldest.items[0]?.id).toBe(first.sessionId);
  await expect(listOf(first, { sortField: "ip" })).rejects.toMatchObject({ status: 422 });
});

test("a session can be ended at once; another person's, an ended and an unknown one are 404 [TRUST-13]", async () => {
  const person = await aPerson("company");
  const [mine, other] = [await bearerOf(person), await bearerOf(person)];
  const [actor, otherActor] = [(await askerOf(mine)) as Actor, (await askerOf(other)) as Actor];
  const foreign = (await askerOf(await bearerOf(await aPerson("company")))) as Actor;
  const ending = (id: number | null) => perform(end, actor, { id }, from());
  expect(await ending(otherActor.sessionId)).toEqual({ deleted: 1 });
  expect([await askerOf(other), (await askerOf(mine))?.sessionId]).toEqual([null, actor.sessionId]);
  for (const id of [foreign.sessionId, otherActor.sessionId, 2_000_000_000]) {
    await expect(ending(id)).rejects.toMatchObject({ status: 404 });
  }
  const [log] = await queryRows<{ out_time: Date | null }>(
    sql`SELECT out_time FROM login_log WHERE session_id = ${otherActor.sessionId}`,
  );
  expect(log?.out_time).not.toBeNull();
});

test("all other sessions end together, each with its audit row, and the current one stays [TRUST-16, TRUST-26]", async () => {
  const person = await aPerson("agent");
  const stranger = await bearerOf(await aPerson("agent"));
  const [mine, ...others] = [await bearerOf(person), await bearerOf(person), await bearerOf(person)];
  const actor = (await askerOf(mine)) as Actor;
  expect(await perform(endOthers, actor, {}, from())).toEqual({ deleted: 2 });
  for (const token of others) expect(await askerOf(token)).toBeNull();
  expect(await askerOf(mine)).not.toBeNull();
  expect(await askerOf(stranger)).not.toBeNull();
  const audit = await queryRows(sql`
      SELECT 1 FROM audit WHERE operation = 'auth.sessions.endOthers' AND account_id = ${person.accountId}`);
  expect(audit).toHaveLength(2);
  expect(await perform(endOthers, actor, {}, from())).toEqual({ deleted: 0 });
});

test("sessions end, and tokens are revoked, without the password again, long after the sign-in", async () => {
  const person = await aPerson("agent");
  const bearer = await bearerOf(person);
  const made = await perform(
    identity.remoteTokens.create,
    (await askerOf(bearer)) as Actor,
    { kind: "client" },
    from(),
  );
  const others = [await bearerOf(person), await bearerOf(person)] as const;
  await later(2 * 60 * 60, async () => {
    const actor = (await askerOf(bearer)) as Actor;
    await perform(end, actor, { id: ((await askerOf(others[0])) as Actor).sessionId }, from());
    await perform(endOthers, actor, {}, from());
    await perform(identity.remoteTokens.revoke, actor, { id: made.id }, from());
    for (const token of [...others, made.token]) expect(await askerOf(token)).toBeNull();
  });
});
