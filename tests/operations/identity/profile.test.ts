import { describe, expect } from "vitest";
import * as identity from "../../../server/identity";
import { queryOne, queryRows, execute } from "../../../server/kernel/database/transactions";
import { perform } from "../../../server/kernel/operation/perform";
import type { Actor } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { test } from "../../world/rollback";
import { aPerson, askerOf, bearerOf, change, from, PASSWORD, type Person, refusedSignIn, signIn } from "./world";

const { admin, agent, company, screen } = identity.profile;
const actorOf = async (who: Person) => (await askerOf(await bearerOf(who))) as Actor;
const fault = (...fields: string[]) => ({
  status: 422,
  data: Object.fromEntries(fields.map((name) => [name, [expect.stringMatching(/^[A-Z]/)]])),
});
const NEW = "a new password";

describe("an office's profile", () => {
  test("has names, e-mail, must-read notes and whether it is activated; saving returns it [PROFILE-03, API-45, API-46]", async () => {
    const person = await aPerson("company");
    const actor = await actorOf(person);
    const before = await perform(company.read, actor, {}, from());
    expect(before).toEqual({
      username: person.username,
      officeName: `Office ${person.username}`,
      manFirstName: "First",
      manLastName: "Last",
      manEmail: person.email,
      agentNotes: "",
      mails: ["agentRejected", "claimDecided", "webhookDisabled", "signals"],
      activated: true,
      version: 1,
    });
    const give = {
      officeName: "North Quay",
      manFirstName: "Ana",
      manLastName: "Quill",
      manEmail: "ana@example.org",
      agentNotes: "<p>Read <b>this</b></p>",
    };
    const after = { ...before, ...give, version: 2 };
    expect(await perform(company.update, actor, give, from())).toEqual(after);
    expect(await perform(company.read, actor, {}, from())).toEqual(after);
  });

  test("keeps the fields left out and checks the fields sent [PROFILE-06, PROFILE-07]", async () => {
    const actor = await actorOf(await aPerson("company"));
    const update = (give: object) => perform(company.update, actor, give, from());
    expect(await update({ officeName: "Only this" })).toMatchObject({
      officeName: "Only this",
      manFirstName: "First",
    });
    for (const name of ["officeName", "manFirstName", "manLastName"]) {
      for (const wrong of ["", "   ", "x".repeat(256), "a\0b", 7, null]) {
        await expect(update({ [name]: wrong })).rejects.toMatchObject(fault(name));
      }
      expect(await update({ [name]: "x".repeat(255) })).toMatchObject({ [name]: "x".repeat(255) });
    }
    for (const wrong of ["", "no-address", "a@b", `${"x".repeat(250)}@example.org`, null]) {
      await expect(update({ manEmail: wrong })).rejects.toMatchObject(fault("manEmail"));
    }
    await expect(update({ agentNotes: "x".repeat(20_001) })).rejects.toMatchObject(fault("agentNotes"));
  });

  test("cannot be used to activate the office, change its username or reach another office", async () => {
    const [person, other] = [await aPerson("company"), await aPerson("company")];
    const actor = await actorOf(person);
    await change(person, sql`active = false, status_reason = 'Unpaid', status_at = now()`);
    const foreign = { activated: true, active: true, username: "other", companyId: other.companyId, role: 0 };
    const answer = await perform(company.update, actor, { officeName: "Mine", ...foreign }, from());
    expect(answer).toMatchObject({ officeName: "Mine", activated: false, username: person.username });
    expect(await perform(company.read, await actorOf(other), {}, from())).toMatchObject({
      officeName: `Office ${other.username}`,
    });
    expect((await perform(screen, actor, {}, from())).status).toMatchObject({ active: false, reason: "Unpaid" });
  });

  test("cleans the notes when they are saved [TRUST-19]", async () => {
    const actor = await actorOf(await aPerson("company"));
    const agentNotes = `<p onclick="x()">Hi<script>alert(1)</script><img src=x onerror=alert(1)></p>`;
    expect((await perform(company.update, actor, { agentNotes }, from())).agentNotes).toBe("<p>Hi</p>");
  });
});

describe("an admin's profile", () => {
  test("has e-mail and Show Suspended, for superadmins too [PROFILE-04, API-43, API-44]", async () => {
    for (const role of ["admin", "superadmin"] as const) {
      const person = await aPerson(role);
      const actor = await actorOf(person);
      const mails = role === "superadmin" ? ["webhookDisabled", "signals"] : ["signals"];
      const before = { username: person.username, email: person.email, showSuspend: false, mails, version: 1 };
      expect(await perform(admin.read, actor, {}, from())).toEqual(before);
      const give = { email: "new@example.org", showSuspend: true };
      expect(await perform(admin.update, actor, give, from())).toEqual({ ...before, ...give, version: 2 });
    }
  });

  test("starts empty for a superadmin without a stored one, and is stored from then on", async () => {
    const person = await aPerson("superadmin");
    await execute(sql`DELETE FROM admins WHERE account_id = ${person.accountId}`);
    const actor = await actorOf(person);
    expect(await perform(admin.read, actor, {}, from())).toMatchObject({ email: "", showSuspend: true });
    const give = { email: "root@example.org" };
    expect(await perform(admin.update, actor, give, from())).toMatchObject({ ...give, version: 2 });
    expect(await perform(admin.read, actor, {}, from())).toMatchObject(give);
  });

  test("applies Show Suspended at the next request and cannot set any other flag [ROLE-10]", async () => {
    const person = await aPerson("admin");
    const token = await bearerOf(person);
    expect((await askerOf(token))?.showSuspend).toBe(false);
    const give = { showSuspend: true, earningVisible: true, approveAgents: true, showCommonLogs: true, role: 0 };
    await perform(admin.update, await askerOf(token), give, from());
    expect(await askerOf(token)).toMatchObject({
      showSuspend: true,
      earningVisible: false,
      permissions: [],
      role: 5,
    });
  });

  test("requires a valid e-mail and a repeated password [PROFILE-10]", async () => {
    const actor = await actorOf(await aPerson("admin"));
    const update = (give: object) => perform(admin.update, actor, give, from());
    for (const email of ["", "nobody", "a b@example.org", `${"x".repeat(243)}@example.org`]) {
      await expect(update({ email })).rejects.toMatchObject(fault("email"));
    }
    await expect(update({ password: NEW, passwordConfirm: "other" })).rejects.toMatchObject(fault("passwordConfirm"));
    await expect(update({ password: NEW })).rejects.toMatchObject(fault("passwordConfirm"));
    await expect(update({ passwordConfirm: NEW })).rejects.toMatchObject(fault("passwordConfirm"));
  });
});

describe("an agent's profile", () => {
  test("is only the password, required and repeated [PROFILE-05, PROFILE-09, PROFILE-11, API-47]", async () => {
    const person = await aPerson("agent");
    const actor = await actorOf(person);
    const update = (give: object) => perform(agent.update, actor, give, from());
    await expect(update({})).rejects.toMatchObject(fault("password", "passwordConfirm"));
    await expect(update({ password: NEW, passwordConfirm: "" })).rejects.toMatchObject(fault("passwordConfirm"));
    await expect(update({ password: NEW, passwordConfirm: "other" })).rejects.toMatchObject(fault("passwordConfirm"));
    for (const password of ["kqzvkqz", `${"kqzv".repeat(18)}k`]) {
      await expect(update({ password, passwordConfirm: password })).rejects.toMatchObject(fault("password"));
    }
    const more = { firstName: "Else", email: "else@example.org", companyId: 1 };
    expect(await update({ password: NEW, passwordConfirm: NEW, ...more })).toEqual({
      username: person.username,
      version: 2,
    });
    const row = await queryOne(sql`SELECT first_name, email, company_id FROM agents WHERE id = ${person.agentId}`);
    expect(row).toEqual({ first_name: "First", email: person.email, company_id: person.companyId });
  });

  test("cannot be read: 'not supported' [PROFILE-12, ERR-15]", async () => {
    const actor = await actorOf(await aPerson("agent"));
    await expect(perform(agent.read, actor, {}, from())).rejects.toMatchObject({
      status: 404,
      message: "not supported",
    });
  });
});

describe("every profile", () => {
  const cast = [
    ["company", company],
    ["admin", admin],
    ["superadmin", admin],
    ["agent", agent],
  ] as const;

  test.each(cast)(
    "a new password of the %s ends all sessions except the current one [PROFILE-08, TRUST-16]",
    async (role, room) => {
      const person = await aPerson(role);
      const [mine, other] = [await bearerOf(person), await bearerOf(person)];
      await perform(
        room.update as typeof agent.update,
        await askerOf(mine),
        { password: NEW, passwordConfirm: NEW },
        from(),
      );
      expect([(await askerOf(mine)) === null, await askerOf(other)]).toEqual([false, null]);
      await expect(signIn(person, PASSWORD)).rejects.toMatchObject(refusedSignIn);
      expect(await signIn(person, NEW)).toHaveProperty("token");
    },
  );

  test("an empty password keeps the old one and the sessions [PROFILE-08]", async () => {
    const person = await aPerson("company");
    const [mine, other] = [await bearerOf(person), await bearerOf(person)];
    await perform(company.update, await askerOf(mine), { password: "", passwordConfirm: "" }, from());
    expect(await askerOf(other)).not.toBeNull();
    expect(await signIn(person)).toHaveProperty("token");
  });

  test("the profile of another role is refused [PROFILE-01, TRUST-13]", async () => {
    for (const role of ["agent", "company", "admin", "superadmin"] as const) {
      const actor = await actorOf(await aPerson(role));
      for (const [name, room] of [
        ["agent", agent],
        ["company", company],
        ["admin", admin],
      ] as const) {
        if (name === role || (name === "admin" && role === "superadmin")) continue;
        await expect(perform(room.read as typeof agent.read, actor, {}, from())).rejects.toMatchObject({
          status: 403,
        });
        await expect(perform(room.update as typeof agent.update, actor, {}, from())).rejects.toMatchObject({
          status: 403,
        });
      }
    }
  });

  test("the screen shows the form of the role [PROFILE-01]", async () => {
    for (const [role, form] of [
      ["agent", "agent"],
      ["company", "company"],
      ["admin", "admin"],
      ["superadmin", "admin"],
    ] as const) {
      const answer = await perform(screen, await actorOf(await aPerson(role)), {}, from());
      const keys = [form, "optionalMails", "status"].sort();
      expect({ role, keys: Object.keys(answer).sort() }).toEqual({ role, keys });
    }
  });

  test("saving an outdated version returns the current profile and writes nothing [TRUST-09]", async () => {
    const actor = await actorOf(await aPerson("admin"));
    const { version } = await perform(admin.read, actor, {}, from());
    await perform(admin.update, actor, { email: "first@example.org", version }, from());
    await expect(
      perform(
        admin.update,
        actor,
        { email: "second@example.org", version, password: NEW, passwordConfirm: NEW },
        from(),
      ),
    ).rejects.toMatchObject({ status: 409, data: { current: { email: "first@example.org", version: version + 1 } } });
    expect(await perform(admin.read, actor, {}, from())).toMatchObject({ email: "first@example.org" });
  });

  test.each([
    ["company", company],
    ["agent", agent],
  ] as const)("saving an outdated version is refused for a %s too [TRUST-09]", async (role, room) => {
    const actor = await actorOf(await aPerson(role));
    const give = { password: NEW, passwordConfirm: NEW, version: 1 };
    const update = () => perform(room.update as typeof agent.update, actor, give, from());
    expect(await update()).toMatchObject({ version: 2 });
    await expect(update()).rejects.toMatchObject({ status: 409, data: { current: { version: 2 } } });
  });

  test("a change is audited before and after, without passwords [TRUST-26, TRUST-21]", async () => {
    const person = await aPerson("admin");
    const give = { email: "new@example.org", password: "planted-word", passwordConfirm: "planted-word" };
    await perform(admin.update, await actorOf(person), give, from());
    const [row] = await queryRows<object>(sql`
        SELECT record, record_id, before, after FROM audit WHERE operation = 'profile.admin.update'`);
    expect(row).toEqual({
      record: "account",
      record_id: String(person.accountId),
      before: { email: person.email, password: "***" },
      after: { email: "new@example.org", password: "***" },
    });
  });
});
