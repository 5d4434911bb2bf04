import { beforeAll, describe, expect, it } from "vitest";
import { endSessions, setPassword } from "../../../server/accounts";
import * as identity from "../../../server/identity";
import { withFixedTime } from "../../../server/kernel/time/now";
import { overrideConfig } from "../../../server/kernel/process/config";
import { execute } from "../../../server/kernel/database/transactions";
import { isoTime } from "../../../server/kernel/time";
import { perform, performStream } from "../../../server/kernel/operation/perform";
import type { Actor } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import * as logs from "../../../server/logs";
import { type Account, anAdmin, anAgent, anOffice, aSuperadmin } from "../../world/builders";
import { inRollback } from "../../world/database";
import { PASSWORD } from "../../world/shared";
import { test } from "../../world/rollback";
import { from } from "./world";

const START = "2026-06-10T13:00:00.000Z";
const after = (minutes: number) => new Date(Date.parse(START) + minutes * 60_000);
const read = (actor: Actor, input: Record<string, unknown> = {}) => perform(logs.searchLogins, actor, input, from);
const of = async (actor: Actor, input: Record<string, unknown> = {}) =>
  (await read(actor, input)).items.map(({ username }) => username);

const refused = (field: string) => ({ status: 422, data: { [field]: [expect.stringMatching(/^[A-Z].*\.?$/)] } });

async function login(who: Pick<Account, "username">, ip = "192.0.2.1"): Promise<Actor> {
  const given = { username: who.username, password: PASSWORD };
  const { token } = await perform(identity.login, null, given, { ...from, channel: "call", ip });
  const actor = await identity.authenticateBearer(token, from);
  if (!actor) throw new Error("The session is over already.");
  return actor;
}

/** Two offices with an agent each, an admin and a superadmin, who sign in once, a minute apart. */
async function everybody() {
  const north = await anOffice({ officeName: "North" });
  const south = await anOffice({ officeName: "South" });
  const ada = await anAgent({ office: north });
  const bob = await anAgent({ office: south });
  const admin = await anAdmin();
  const root = await aSuperadmin();
  const people = [north, south, ada, bob, admin, root];
  for (const [index, who] of people.entries())
    await withFixedTime(after(index), () => login(who, `192.0.2.${index + 1}`));
  return { north, south, ada, bob, admin, root };
}

describe("scope", () => {
  test("agents read their own sign-ins, managers their office's, admins all, newest first [LOGIN-LOG-07, LOGIN-LOG-09, ROLE-16]", async () => {
    const { north, south, ada, bob, admin, root } = await everybody();
    expect(await of(ada.actor)).toEqual([ada.username]);
    expect(await of(north.actor)).toEqual([ada.username, north.username]);
    const all = [root, admin, bob, ada, south, north].map(({ username }) => username);
    expect(await of(admin.actor)).toEqual(all);
    expect(await of(root.actor)).toEqual(all);
  });

  test("the sign-ins of an agent who moves stay with the old office", async () => {
    const { north, south, ada } = await everybody();
    await execute(sql`UPDATE agents SET company_id = ${south.id} WHERE id = ${ada.id}`);
    expect(await of(north.actor)).toContain(ada.username);
    expect(await of(south.actor)).not.toContain(ada.username);
  });

  test("filters are office, agent, address and days; another office's are 404, a filter that the role lacks is 422 [API-39]", async () => {
    const { north, south, ada, bob, admin } = await everybody();
    expect(await of(admin.actor, { companyId: south.id })).toEqual([bob.username, south.username]);
    expect(await of(admin.actor, { agentId: bob.id })).toEqual([bob.username]);
    expect(await of(admin.actor, { ipAddress: " 192.0.2.3 " })).toEqual([ada.username]);
    expect(await of(admin.actor, { ipAddress: "2.0.2.33" })).toEqual([]);
    expect(await of(admin.actor, { ipAddress: "0.2.3" })).toEqual([ada.username]);
    expect(await of(admin.actor, { ipAddress: "%" })).toEqual([]);
    expect(await of(admin.actor, { start: "2026-06-10", end: "2026-06-10" })).toHaveLength(6);
    expect(await of(admin.actor, { start: "2026-06-11", end: "2026-06-11" })).toEqual([]);
    expect(await of(north.actor, { agentId: ada.id })).toEqual([ada.username]);
    await expect(read(north.actor, { agentId: bob.id })).rejects.toMatchObject({ status: 404 });
    await expect(read(admin.actor, { companyId: 2_000_000_000 })).rejects.toMatchObject({ status: 404 });
    await expect(read(north.actor, { companyId: north.id })).rejects.toMatchObject(refused("companyId"));
    await expect(read(ada.actor, { agentId: ada.id })).rejects.toMatchObject(refused("agentId"));
  });

  it.each([
    ["page", { page: 0 }],
    ["pageSize", { pageSize: 501 }],
    ["sortField", { sortField: "agentId" }],
    ["sortAsc", { sortAsc: "perhaps" }],
    ["companyId", { companyId: "1" }],
    ["agentId", { agentId: -1 }],
    ["ipAddress", { ipAddress: "1".repeat(65) }],
    ["ipAddress", { ipAddress: "\0" }],
    ["start", { start: "2026-06-31", end: "2026-07-01" }],
    ["start", { start: "2026-06-11", end: "2026-06-10" }],
    ["start", { start: "2026-06-11" }],
  ])("an invalid %s is refused at its field", async (field, input) => {
    const { actor } = await inRollback(() => anAdmin());
    await expect(read(actor, input)).rejects.toMatchObject(refused(field));
  });
});

describe("a row", () => {
  test("has id, username, agent, office, address, in and out, with New York's offset [LOGIN-LOG-08]", async () => {
    const { ada, north, admin } = await everybody();
    const [row] = (await read(admin.actor, { agentId: ada.id })).items;
    expect(row).toEqual({
      id: expect.any(Number) as number,
      username: ada.username,
      agentId: ada.id,
      companyId: north.id,
      ip: "192.0.2.3",
      inTime: "2026-06-10T09:02:00.000-04:00",
      outTime: expect.any(String) as string,
      by: null,
    });
  });

  test("has no address, to read, filter or sort by, where the brand hides them [LOGIN-LOG-05]", async () => {
    const { admin } = await everybody();
    overrideConfig({ BRAND: "plain" });
    try {
      const { items } = await read(admin.actor);
      expect(items).toHaveLength(6);
      expect(items.filter((row) => "ip" in row)).toEqual([]);
      await expect(read(admin.actor, { sortField: "ip" })).rejects.toMatchObject(refused("sortField"));
      await expect(read(admin.actor, { ipAddress: "192.0.2.3" })).rejects.toMatchObject(refused("ipAddress"));
      const lines = await textOf(admin.actor);
      expect(lines[0]).toMatch(
        /^Username,Login \(New York\),Logout \(New York\),By,Login \(UTC offset\),Logout \(UTC offset\)$/,
      );
      expect(lines.join()).not.toContain("192.0.2");
    } finally {
      overrideConfig({ BRAND: "harbor" });
    }
  });

  test("sorts by each of its columns, both ways, then by id [LOGIN-LOG-06]", async () => {
    const { admin, north, root } = await everybody();
    const oldest = await of(admin.actor, { sortField: "inTime", sortAsc: true });
    expect([oldest[0], oldest[5]]).toEqual([north.username, root.username]);
    const names = await of(admin.actor, { sortField: "username", sortAsc: true });
    expect(names).toEqual([...oldest].sort(new Intl.Collator("en", { numeric: true }).compare));
    expect(await of(admin.actor, { sortField: "ip", sortAsc: false })).toEqual([...oldest].reverse());
    expect(await of(admin.actor, { sortField: "outTime", sortAsc: true })).toHaveLength(6);
  });
});

describe("a session ended", () => {
  let outOf: (who: Account) => Promise<string | null | undefined>;
  beforeAll(() => {
    outOf = async ({ actor }) => (await read(actor)).items[0]?.outTime;
  });
  const iso = (minutes: number) => isoTime(after(minutes));
  const live = async () => {
    const agent = await anAgent();
    const session = await withFixedTime(after(0), () => login(agent));
    await withFixedTime(after(1), async () => expect(await outOf(agent)).toBeNull());
    return { agent, session };
  };

  test("when its account signed out", async () => {
    const { agent, session } = await live();
    await withFixedTime(after(30), () => perform(identity.logout, session, {}, from));
    expect(await outOf(agent)).toBe(iso(30));
  });

  test("when it expired, before and after the timer recorded it", async () => {
    const { agent } = await live();
    const TWELVE_HOURS = 12 * 60;
    await withFixedTime(after(TWELVE_HOURS - 1), async () => expect(await outOf(agent)).toBeNull());
    await withFixedTime(after(TWELVE_HOURS + 9), async () => expect(await outOf(agent)).toBe(iso(TWELVE_HOURS)));
    await withFixedTime(after(TWELVE_HOURS + 10), () => identity.deleteExpired());
    expect(await outOf(agent)).toBe(iso(TWELVE_HOURS));
  });

  test("when its account was blocked or got a new password", async () => {
    const [blocked, changed] = [await live(), await live()];
    await withFixedTime(after(40), () => endSessions(blocked.agent.accountId));
    await withFixedTime(after(50), () => setPassword(changed.agent.accountId, "another-password"));
    expect([await outOf(blocked.agent), await outOf(changed.agent)]).toEqual([iso(40), iso(50)]);
  });

  test("when a blocked sign-in's enabled period ended, even if the timer runs later", async () => {
    const { agent } = await live();
    const { accountId } = agent;
    await execute(
      sql`UPDATE accounts SET login_blocked = true, login_enabled_until = ${after(60)} WHERE id = ${accountId}`,
    );
    await withFixedTime(after(61), () => identity.deleteExpired());
    expect(await outOf(agent)).toBe(iso(60));
  });

  test("on its own: a later session leaves the end of the one before unchanged", async () => {
    const { agent, session } = await live();
    await withFixedTime(after(30), () => perform(identity.logout, session, {}, from));
    const second = await withFixedTime(after(45), () => login(agent));
    await withFixedTime(after(50), () => perform(identity.logout, second, {}, from));
    const { items } = await read(agent.actor);
    expect(items.map(({ outTime }) => outTime)).toEqual([iso(50), iso(30)]);
  });
});

async function textOf(actor: Actor, input: Record<string, unknown> = {}): Promise<string[]> {
  let text = "";
  for await (const part of performStream(logs.exportLogins, actor, input, from) as AsyncIterable<string>) text += part;
  return text.trimEnd().split("\n");
}

test("the export has the rows of the screen, newest first, with the same filters", async () => {
  const { north, ada, bob, admin } = await everybody();
  const lines = await textOf(admin.actor, { agentId: ada.username });
  expect(lines).toEqual([
    expect.stringMatching(/^Username,IP,Login \(New York\),Logout /),
    expect.stringMatching(`^${ada.username},192.0.2.3,2026-06-10 09:02:00,`),
  ]);
  expect(await textOf(north.actor)).toHaveLength(3);
  await expect(textOf(north.actor, { agentId: bob.username })).rejects.toMatchObject({ status: 422 });
});
