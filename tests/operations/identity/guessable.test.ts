import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { refuseGuessable } from "../../../server/accounts";
import * as admins from "../../../server/admins";
import * as agents from "../../../server/agents";
import * as identity from "../../../server/identity";
import * as offices from "../../../server/offices";
import { overrideConfig, config } from "../../../server/kernel/process/config";
import { queryOne, execute } from "../../../server/kernel/database/transactions";
import { type AnyOperation } from "../../../server/kernel/operation/operation";
import { perform } from "../../../server/kernel/operation/perform";
import { Refusal } from "../../../server/kernel/operation/refusal";
import type { Actor } from "../../../server/kernel/operation/roles";
import { tokenHash } from "../../../server/kernel/process/secrets";
import { sql } from "../../../server/kernel/database/sql";
import { aSuperadmin, anAgent, anOffice } from "../../world/builders";
import { test } from "../../world/rollback";
import { anAddress, aPerson, askerOf, bearerOf, change, from, signIn } from "./world";

const COMMON =
  "Many people use this password or one like it, so it is easy to guess. Please use several unrelated words.";
const ITS_NAME = "This is too similar to the username. Please use unrelated words.";
const ITS_BRAND = "This is too similar to the name Harbor. Please use unrelated words.";

/** The message of the profile of an agent about a new password; undefined if it is accepted. */
async function saysTo(actor: Actor, password: string): Promise<string | undefined> {
  const input = { password, passwordConfirm: password };
  const thrown: unknown = await perform(identity.profile.agent.update, actor, input, from("form")).then(
    () => undefined,
    (refusal: unknown) => refusal,
  );
  if (thrown === undefined) return undefined;
  if (!(thrown instanceof Refusal) || thrown.status !== 422) throw thrown;
  expect(Object.keys(thrown.data as object)).toEqual(["password"]);
  return thrown.message;
}

async function anActor(username: string): Promise<Actor> {
  const person = await aPerson("agent");
  await change(person, sql`username = ${username}`);
  return (await askerOf((await signIn({ username }, undefined, from("call", anAddress()))).token)) as Actor;
}

describe("a new password is refused", () => {
  test("when it is one of the 10,000 that people use most, in any case", async () => {
    const actor = await anActor("mara");
    const file = "node_modules/@zxcvbn-ts/language-common/src/passwords.json";
    const list = (JSON.parse(readFileSync(file, "utf8")) as string[]).slice(0, 10_000);
    const long = list.filter(({ length }) => length >= 8);
    expect(long.length).toBeGreaterThan(3_000);
    for (const password of [long[0], long[1_000], long.at(-1), "PassWord", "1QAZ2wsx", "Sunshine"]) {
      expect(await saysTo(actor, password ?? ""), password).toBe(COMMON);
    }
  });

  test("when it is a common one with a year, digits or signs around it, in leet or backwards; the demo's is", async () => {
    const actor = await anActor("mara");
    const like = [
      "demo-2026",
      "Dragon2026!",
      "123letmein",
      "P@ssw0rd!",
      "$unshine99",
      "drowssap",
      "m0nk3y!!",
      "1drowssap1",
    ];
    for (const password of like) expect(await saysTo(actor, password), password).toBe(COMMON);
  });

  test("when it is the username or a simple variant of it", async () => {
    const actor = await anActor("mara.lind");
    const like = [
      "mara.lind",
      "MARA.LIND",
      "maralind",
      "Mara-Lind-2026",
      "2026maralind!",
      "m4r4l1nd",
      "dnil.aram",
      "dniLaram77",
    ];
    for (const password of [...like, "maralindmaralind", "!!m@r@_lind!!", "mara lind 1987 1987 1987"]) {
      expect(await saysTo(actor, password), password).toBe(ITS_NAME);
    }
  });

  test("when it is the name of the brand or a simple variant of it, of each brand's own", async () => {
    const actor = await anActor("mara");
    for (const password of ["Harbor2026", "harbor!!", "h4rb0r-99", "robraH2026", "HarborHarbor", "2026.harbor"]) {
      expect(await saysTo(actor, password), password).toBe(ITS_BRAND);
    }
    const { BRAND } = config();
    try {
      overrideConfig({ BRAND: "plain" });
      expect(await saysTo(actor, "Sales-Office-2026")).toMatch(/^This is too similar to the name Sales Office\./);
      overrideConfig({ BRAND: "summit" });
      expect(await saysTo(actor, "$ummit2026")).toMatch(/^This is too similar to the name Summit\./);
    } finally {
      overrideConfig({ BRAND });
    }
  });

  test("and not when it only holds such a word beside others, or is long and its own", async () => {
    for (const password of [
      ...["correct-horse", "a-good-password", "harbor lights at nine", "maralind keeps bees", "7kettles"],
      ...["dragon 4821-7730-55", "xK9#mQ2$vL", "xywz".repeat(18), "пароль из слов", "𝕜𝕖𝕥𝕥𝕝𝕖 𝕓𝕖𝕖𝕤"],
    ]) {
      expect(await saysTo(await anActor(`m${Math.random().toString(36).slice(2, 8)}`), password), password).toBe(
        undefined,
      );
    }
    // Too short to be distinguished from a part of any word.
    expect(await saysTo(await anActor("an"), "an-2026-1987")).toBe(undefined);
  });

  it("or taken within a moment, regardless of the input", async () => {
    const judged: Promise<unknown>[] = [];
    const judge = () => {
      for (const sign of ["1", "i", "!", "l1", "-", "𝟙"])
        judged.push(refuseGuessable(`${sign.repeat(70)}x`.slice(0, 72), "1iil1").catch((refusal: unknown) => refusal));
    };
    // Takes milliseconds. An expression that tries every way to read a text would not end: it is broken off.
    runInNewContext("judge()", { judge }, { timeout: 60_000 });
    const refused = (await Promise.all(judged)).filter((answer) => answer !== undefined);
    for (const refusal of refused) expect(refusal).toBeInstanceOf(Refusal);
    expect(refused.length).toBeGreaterThan(0);
  });
});

test("everywhere that a password is set it is checked against the name of the account that gets it", async () => {
  const root = (await aSuperadmin()).actor;
  const office = await anOffice({ username: "quayman" });
  const agent = await anAgent({ office, username: "norafield" });
  const person = await aPerson("admin");
  await change(person, sql`username = 'rootedone'`);
  const admin = await queryOne<{ id: number }>(sql`SELECT id FROM admins WHERE account_id = ${person.accountId}`);
  const own = (await askerOf(await bearerOf({ ...person, username: "rootedone" }))) as Actor;
  const names = { firstName: "Nora", lastName: "Field" };
  const manager = { officeName: "Quay", manFirstName: "Mara", manLastName: "Lind" };
  await execute(sql`
      INSERT INTO password_resets (account_id, hash, expires_at)
      VALUES (${agent.accountId}, ${tokenHash("mailed")}, now() + interval '1 hour')`);
  const ways: [string, AnyOperation, Actor | null, Record<string, unknown>][] = [
    // First, for any other new password ends the link.
    ["norafield", identity.resetPassword, null, { token: "mailed" }],
    ["newagent", agents.create, root, { ...names, username: "newagent", officeId: office.id }],
    ["norafield", agents.update, root, { id: agent.id }],
    ["newoffice", offices.create, root, { ...manager, username: "newoffice" }],
    ["quayman", offices.update, root, { id: office.id }],
    ["newadmin", admins.create, root, { username: "newadmin", email: "a@example.org" }],
    ["rootedone", admins.update, root, { id: admin?.id }],
    ["rootedone", identity.profile.admin.update, own, { email: "a@example.org" }],
    [
      "quayman",
      identity.profile.company.update,
      office.actor,
      { ...manager, officeName: "Quay Two", manEmail: "a@example.org" },
    ],
    ["norafield", identity.profile.agent.update, agent.actor, {}],
    ["firstone", identity.createSuperadmin, root, { username: "firstone", email: "a@example.org" }],
  ];
  for (const [username, operation, actor, more] of ways) {
    const set = (password: string) =>
      perform(operation, actor, { ...more, password, passwordConfirm: password }, from("form", anAddress()));
    for (const [password, message] of [
      [`${username}-2026`, ITS_NAME],
      ["Harbor-2026", ITS_BRAND],
      ["iloveyou1", COMMON],
    ] as const) {
      await expect(set(password), `${operation.name}: ${password}`).rejects.toMatchObject({
        status: 422,
        data: { password: [message] },
      });
    }
    await expect(set("seven grey herons"), operation.name).resolves.toBeDefined();
  }
});
