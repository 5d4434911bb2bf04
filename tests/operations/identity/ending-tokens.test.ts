import { beforeEach, describe, expect, it } from "vitest";
import { WaitingMail } from "~models";
import * as identity from "../../../server/identity";
import { writeTransaction } from "../../../server/kernel/database/transactions";
import { perform } from "../../../server/kernel/operation/perform";
import type { Actor } from "../../../server/kernel/operation/roles";
import { now, withFixedTime } from "../../../server/kernel/time/now";
import { db } from "../../world/db";
import { waitingMailsTo } from "../../world/waiting-mails";
import { aPerson, askerOf, bearerOf, change, from, type Person } from "./world";
import { sql } from "../../../server/kernel/database/sql";

/** The mails before a client token ends. */

const { create, list, queueEndingTokens } = identity.remoteTokens;
const DAY = 24 * 60 * 60_000;
const actorOf = async (who: Person) => (await askerOf(await bearerOf(who))) as Actor;
/** The days count from the creation. */
const at = <T>(days: number, body: () => Promise<T>) => withFixedTime(new Date(begin + days * DAY), body);
let begin: number;

beforeEach(async () => {
  await writeTransaction(() => WaitingMail.destroy({ where: {} }));
  await db.run`UPDATE remote_tokens SET revoked_at = now()`;
  begin = now().getTime();
});

/** A token of the person, used on these days. */
async function aToken(who: Person, more: Record<string, unknown> = {}, used: readonly number[] = []) {
  const actor = await actorOf(who);
  await writeTransaction(() => WaitingMail.destroy({ where: {} }));
  const made = await at(0, () =>
    perform(create, { ...actor, confirmedUntil: begin + DAY }, { kind: "client", ...more }, from()),
  );
  await writeTransaction(() => WaitingMail.destroy({ where: {} }));
  for (const day of used) await at(day, () => askerOf(made.token));
  return made;
}
const subjects = async ({ email }: Person) =>
  (await waitingMailsTo(email)).map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]);

describe("a client token that is in use", () => {
  it("is mailed to its owner 14 and 2 days before it ends, once each [AUTH-37]", async () => {
    const agent = await aPerson("agent");
    const { token, id } = await aToken(agent, { name: "Nightly export", days: 90 }, [70]);
    const queued = async (day: number) => {
      await at(day, queueEndingTokens);
      return subjects(agent);
    };
    expect(await queued(75.9)).toEqual([]);
    expect(await queued(76)).toEqual(['The token "Nightly export" ends in 14 days']);
    const [mail = ""] = await waitingMailsTo(agent.email);
    for (const line of ["Name: Nightly export", `Account: ${agent.username}`, "Ends: ", "Last used: "])
      expect(mail).toContain(line);
    expect(mail).toMatch(/\/app\/profile\/tokens\n$/);
    expect(mail).not.toContain(token);
    expect(await queued(87.9)).toHaveLength(1);
    expect(await queued(88)).toEqual([expect.any(String), 'The token "Nightly export" ends in 2 days']);
    expect(await queued(89)).toHaveLength(2);
    expect(await queued(91)).toHaveLength(2);
    expect(await db.row`SELECT warned_days AS days FROM remote_tokens WHERE id = ${id}`).toEqual({ days: 2 });
  });

  it("is mailed once by three servers at once, and again if the transaction was undone [AUTH-37]", async () => {
    const agent = await aPerson("agent");
    await aToken(agent, { days: 30 }, [10]);
    const undone = writeTransaction(async () => {
      await at(17, queueEndingTokens);
      expect(await subjects(agent)).toHaveLength(1);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await subjects(agent)).toEqual([]);
    await at(17, () => Promise.all([queueEndingTokens(), queueEndingTokens(), queueEndingTokens()]));
    expect(await subjects(agent)).toHaveLength(1);
  });

  it("is mailed once if no server ran between the two, with the days that are left [AUTH-37]", async () => {
    const agent = await aPerson("agent");
    const { id } = await aToken(agent, { days: 30 }, [10]);
    await at(29.5, queueEndingTokens);
    expect(await subjects(agent)).toEqual([`The token "#${id}" ends in 1 day`]);
    await at(29.9, queueEndingTokens);
    expect(await subjects(agent)).toHaveLength(1);
  });

  it("is not mailed for days that are its whole lifetime or more", async () => {
    const agent = await aPerson("agent");
    await aToken(agent, { days: 1 }, [0.1]);
    await aToken(agent, { days: 7, name: "week" }, [0.1]);
    await at(0.2, queueEndingTokens);
    await at(4.9, queueEndingTokens);
    expect(await subjects(agent)).toEqual([]);
    await at(5, queueEndingTokens);
    expect(await subjects(agent)).toEqual(['The token "week" ends in 2 days']);
  });

  it("is mailed to all superadmins if it is of the organization [AUTH-37, AUTH-35]", async () => {
    const [maker, other] = [await aPerson("superadmin"), await aPerson("superadmin")];
    await aToken(maker, { name: "Billing", service: true, days: 365 }, [340]);
    await at(351, queueEndingTokens);
    for (const who of [maker, other]) expect(await subjects(who)).toEqual(['The token "Billing" ends in 14 days']);
    expect((await waitingMailsTo(other.email))[0]).toContain("A service token ends soon:");
  });
});

describe("nobody gets a mail about", () => {
  it("a token that was never used, or not for 30 days", async () => {
    const agent = await aPerson("agent");
    await aToken(agent, { days: 90 });
    await aToken(agent, { days: 90 }, [1, 45]);
    await at(76, queueEndingTokens);
    expect(await subjects(agent)).toEqual([]);
  });

  it("a revoked token, one of a blocked account, and a sign-in link", async () => {
    const [agent, blocked] = [await aPerson("agent"), await aPerson("agent")];
    const { id } = await aToken(agent, { days: 30 }, [10]);
    await aToken(blocked, { days: 30 }, [10]);
    await aToken(agent, { kind: "browser" });
    await db.run`UPDATE remote_tokens SET revoked_at = now() WHERE id = ${id}`;
    await change(blocked, sql`login_blocked = true`);
    await at(17, queueEndingTokens);
    expect([await subjects(agent), await subjects(blocked)]).toEqual([[], []]);
  });
});

it("the list says from the same days on that a client token ends soon", async () => {
  const agent = await aPerson("agent");
  const actor = await actorOf(agent);
  await aToken(agent, { days: 30 });
  const endsSoon = (day: number) =>
    at(day, async () => (await perform(list, actor, {}, from())).map((token) => token.endsSoon));
  expect([await endsSoon(0), await endsSoon(15.9), await endsSoon(16)]).toEqual([[false], [false], [true]]);
});
