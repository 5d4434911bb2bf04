import { expect } from "vitest";
import { Admin, Agent, CommonLogRow, PasswordReset } from "~models";
import * as gate from "../../app/gate.server";
import { update as updateAdmin } from "../../server/admins";
import { update as updateAgent } from "../../server/agents";
import { profile, superadmins, twoStep } from "../../server/identity";
import { perform } from "../../server/kernel/operation/perform";
import type { Actor } from "../../server/kernel/operation/roles";
import type { AnyOperation } from "../../server/kernel/operation/operation";
import { writeTransaction } from "../../server/kernel/database/transactions";
import { tokenHash } from "../../server/kernel/process/secrets";
import { withFixedTime } from "../../server/kernel/time/now";
import { update as updateOffice } from "../../server/offices";
import {
  confirmAgent,
  confirmOffice,
  destinationsOf,
  readAgent,
  saveAgent,
  saveOffice,
  saveOwn,
} from "../../server/payouts";
import { exportRun, failPayments, releasePayments, writeLine, writeLineByUsername } from "../../server/payroll";
import { ask } from "../reports/ask";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../world/builders";
import { test } from "../world/rollback";
import { waitingMailsTo } from "../world/waiting-mails";
import { enrolled } from "./identity/two-step";
import { aPerson, askerOf, bearerOf, from } from "./identity/world";

/** Acts that need two people, and what one person cannot do in the accounts of two. */

const password = "correct-horse";
const DETAILS = { method: "bank", details: "Planted Bank\n0012 3456 7890", password };
/** The audit has the times of the database. */
const START = Date.now();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = <T>(milliseconds: number, body: () => Promise<T>) => withFixedTime(new Date(START + milliseconds), body);

async function people() {
  const office = await anOffice({ username: "man", password });
  const ann = await anAgent({ username: "ann", password, office });
  await Agent.update({ email: "ann@example.org" }, { where: { id: ann.id } });
  const [one, two] = [
    await aSuperadmin({ username: "one", password }),
    await aSuperadmin({ username: "two", password }),
  ];
  return { office, ann, one, two };
}
type People = Awaited<ReturnType<typeof people>>;

const KNOWN = /^In the last 30 days you set, changed or saw the sign-in data of ann, so another superadmin/;
const NEW = "seven grey herons";

const adminId = async ({ accountId }: Actor) => (await Admin.findOne({ where: { accountId }, rejectOnEmpty: true })).id;

const ways: Record<string, (all: People) => Promise<string>> = {
  "set the password": async ({ one, ann }) => {
    await ask(updateAgent, one.actor, { id: ann.id, password: NEW, passwordConfirm: NEW });
    return NEW;
  },
  "changed the e-mail address": async ({ one, ann }) => {
    await ask(updateAgent, one.actor, { id: ann.id, email: "thief@example.org" });
    return password;
  },
  "saw the password": async ({ one }) => {
    await CommonLogRow.create({
      ...{ at: new Date(START), accountId: one.actor.accountId, actionType: "GET", actionName: "agents.search" },
      ...{ responseCode: 200, getParams: { revealed: ["bob", "ann"] } as object },
    });
    return password;
  },
};

test.each(Object.keys(ways))(
  "a superadmin who %s of a payee cannot confirm for 30 days what was entered as the payee",
  async (way) => {
    const all = await people();
    const { ann, one, two } = all;
    const present = (await at(0, async () => ways[way]?.(all))) ?? "";
    const enter = (days: number) => at(days * DAY, () => ask(saveOwn, ann.actor, { ...DETAILS, password: present }));
    const seenBy = (days: number, { actor }: { actor: typeof one.actor }) =>
      at(days * DAY + HOUR, () => ask(readAgent, actor, { id: ann.id }));
    await enter(29);
    expect(await seenBy(29, one)).toMatchObject({ mayConfirm: false, whyNotConfirm: expect.stringMatching(KNOWN) });
    await expect(at(29 * DAY + HOUR, () => ask(confirmAgent, one.actor, { id: ann.id }))).rejects.toThrow(KNOWN);
    expect(await seenBy(29, two)).toMatchObject({ mayConfirm: true, whyNotConfirm: null });
    await at(29 * DAY + HOUR, () =>
      ask(saveAgent, two.actor, { id: ann.id, ...DETAILS, password, details: "Bank\n1 2 3" }),
    );
    // A superadmin entered these in a session of their own.
    expect(await seenBy(29, one)).toMatchObject({ mayConfirm: true, whyNotConfirm: null });
    await enter(31);
    expect(await seenBy(31, one)).toMatchObject({ mayConfirm: true, whyNotConfirm: null });
  },
);

test("who resets a payee's second step cannot confirm what was entered as the payee, nor is one's own change by another's", async () => {
  const { one, two } = await people();
  const agent = await aPerson("agent");
  await enrolled(agent);
  const owner = (await askerOf(await bearerOf(agent).catch(() => ""))) ?? undefined;
  expect(owner).toBeUndefined();
  await ask(twoStep.reset, one.actor, { username: agent.username });
  const actor = (await askerOf(await bearerOf(agent)))!;
  await ask(saveOwn, actor, DETAILS);
  await expect(ask(confirmAgent, one.actor, { id: agent.agentId })).rejects.toThrow("In the last 30 days you set");
  expect(await ask(confirmAgent, two.actor, { id: agent.agentId })).toMatchObject({ confirmedBy: "two" });
});

test("a superadmin whose e-mail or second step another one changed does not count as a second person for seven days, and all get a mail", async () => {
  const [{ office, ann, one }, victim, third] = [
    await people(),
    await aPerson("superadmin"),
    await aPerson("superadmin"),
  ];
  await at(0, () =>
    ask(superadmins.setEmail, one.actor, { id: victim.accountId, email: "thief@example.org", version: 1 }),
  );
  for (const to of [victim.email, "thief@example.org", third.email]) {
    const [mail = ""] = await waitingMailsTo(to);
    expect(mail, to).toContain(`The e-mail address was changed from ${victim.email} to thief@example.org.`);
  }
  const taken = (await askerOf(await bearerOf(victim)))!;
  for (const days of [1, 6.9]) {
    await at(days * DAY, () => ask(saveAgent, one.actor, { id: ann.id, ...DETAILS, details: `Thief Bank\n${days}` }));
    const confirm = at(days * DAY + HOUR, () =>
      ask(confirmAgent, { ...taken, confirmedUntil: START + 90 * DAY }, { id: ann.id }),
    );
    await expect(confirm).rejects.toThrow(
      "one changed by what you sign in, so another superadmin has to do this until",
    );
  }
  await at(8 * DAY, () => ask(saveOffice, one.actor, { id: office.id, ...DETAILS }));
  const later = { ...taken, confirmedUntil: START + 90 * DAY };
  expect(await at(8 * DAY, () => ask(confirmOffice, later, { id: office.id }))).toMatchObject({ waits: false });
});

test("payee and office get a mail when a superadmin confirms new details early", async () => {
  const { ann, one } = await people();
  await at(0, () => ask(saveOwn, ann.actor, DETAILS));
  await at(HOUR, () => ask(confirmAgent, one.actor, { id: ann.id }));
  const mail = (await waitingMailsTo("ann@example.org")).at(-1) ?? "";
  expect(mail).toContain("Subject: The payout details of ann are used now");
  expect(mail).toContain("Signed in as: one");
});

test("a mailed link for a new password ends when the e-mail address of its account changes, of each kind", async () => {
  const { office, ann, one } = await people();
  const admin = await anAdmin({ username: "adm" });
  const person = await aPerson("admin");
  const own = (await askerOf(await bearerOf(person)))!;
  const email = "corrected@example.org";
  const acts: [number, () => Promise<unknown>][] = [
    [ann.accountId, () => ask(updateAgent, one.actor, { id: ann.id, email })],
    [office.accountId, () => ask(updateOffice, one.actor, { id: office.id, manEmail: email })],
    [admin.actor.accountId, async () => ask(updateAdmin, one.actor, { id: await adminId(admin.actor), email })],
    [person.accountId, () => perform(profile.admin.update, own, { email }, from("form"))],
  ];
  for (const [accountId, act] of acts) {
    await writeTransaction(() =>
      PasswordReset.create({
        accountId,
        hash: tokenHash(`mailed ${accountId}`),
        expiresAt: new Date(Date.now() + HOUR),
      }),
    );
    await act();
    expect(await PasswordReset.count({ where: { accountId } }), String(accountId)).toBe(0);
  }
});

test("a move to an office whose destination pays the agent needs the password, and is marked like a change of it", async () => {
  const { ann, one } = await people();
  const other = await anOffice();
  await at(-20 * DAY, () => ask(saveOffice, one.actor, { id: other.id, ...DETAILS }));
  const idle = { ...one.actor, confirmedUntil: START - DAY };
  const move = (actor: typeof one.actor) => at(0, () => ask(updateAgent, actor, { id: ann.id, officeId: other.id }));
  await expect(move(idle)).rejects.toMatchObject({ status: 403, code: "CONFIRM" });
  await at(0, () => ask(updateAgent, idle, { id: ann.id, officeId: ann.companyId, campaignId: "spring" }));
  await move(one.actor);
  const destination = await at(HOUR, async () => (await destinationsOf([ann.id])).get(ann.id));
  expect(destination).toMatchObject({ payee: "office", changedAt: new Date(START), changedBy: null });
  // An agent who was hired by that office did not move.
  const hired = await anAgent({ office: other });
  expect((await at(HOUR, () => destinationsOf([hired.id]))).get(hired.id)?.changedAt).toEqual(
    new Date(START - 20 * DAY),
  );
});

test("what moves money needs the password of the last 15 minutes, also by the form for a ledger line", async () => {
  const { ann, one } = await people();
  const idle = { ...one.actor, confirmedUntil: START - DAY };
  const line = { periodId: 2026112, agentId: "ann", kind: "adjustment", php: 50_000, reason: "bonus" };
  const acts: [AnyOperation, object][] = [
    [writeLineByUsername, line],
    [writeLine, { ...line, agentId: ann.id }],
    [exportRun, { id: 1 }],
    [failPayments, { id: 1, agentIds: [ann.id], reason: "closed" }],
    [releasePayments, { agentIds: [ann.id] }],
  ];
  for (const [operation, input] of acts)
    await expect(perform(operation, idle, input, from("form")), operation.name).rejects.toMatchObject({
      code: "CONFIRM",
    });
});

test("operations of one name have one permission, whether a call or a form performs them", () => {
  const byName = new Map<string, Set<string>>();
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null || depth > 3) return;
    if (!("run" in value && "does" in value)) return Object.values(value).forEach((one) => visit(one, depth + 1));
    const { name, kind, allow, type, credentials, confirmed } = value as AnyOperation;
    const rules = [kind, JSON.stringify(allow), type, String(credentials), String(confirmed)].join(" ");
    byName.set(name, (byName.get(name) ?? new Set()).add(rules));
  };
  visit(gate, 0);
  expect(byName.size).toBeGreaterThan(150);
  expect([...byName].filter(([, rules]) => rules.size > 1)).toEqual([]);
});
