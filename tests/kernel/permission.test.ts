import { describe, expect, test } from "vitest";
import { z } from "zod";
import { withFixedTime } from "../../server/kernel/time/now";
import {
  type Call,
  command,
  type Guarded,
  type Operation,
  query,
  stream,
  type StreamOperation,
} from "../../server/kernel/operation/operation";
import { CONFIRMED_MS, requireConfirmation, requirePermission } from "../../server/kernel/operation/permission";
import { Refusal } from "../../server/kernel/operation/refusal";
import { type Actor, anyone, atLeast, levels, system } from "../../server/kernel/operation/roles";

/** The rights of sessions and tokens in every state; those of roles are in `rules.test.ts`. */

const actor = (more: Partial<Actor> = {}): Actor => ({ ...system, accountId: 7, role: levels.agent, ...more });
const shared = {
  ...{ name: "test.act", does: "act", allow: atLeast("agent") },
  ...{ input: z.object({}), output: z.number(), run: () => Promise.resolve(1) },
};
const reads = query(shared);
const writes = command({ ...shared, type: "UPDATE" });
const exports = stream({
  ...shared,
  async *run() {
    yield await Promise.resolve(1);
  },
});
const all = { reads, writes, exports };

const refusalOf = (act: () => unknown): string | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    const { code, message } = error as Refusal;
    return `${code}: ${message}`;
  }
};
const refused = (operation: Operation | StreamOperation, more: Partial<Actor> = {}) =>
  refusalOf(() => requirePermission(operation, actor(more)))?.split(":")[0];

test("without an account it is 401, in too low a role 403 with what may not be done [ROLE-04]", () => {
  expect(refusalOf(() => requirePermission(reads, null))).toMatch(/^INVALID_TOKEN: /);
  const allow = atLeast("company");
  expect(refusalOf(() => requirePermission({ ...reads, allow }, actor()))).toBe("FORBIDDEN: You may not act.");
  expect(refusalOf(() => requirePermission({ ...reads, allow }, actor({ role: levels.company })))).toBeUndefined();
});

test("what is open to anyone needs no account, also to write", () => {
  for (const operation of Object.values(all))
    expect(refusalOf(() => requirePermission({ ...operation, allow: anyone }, null))).toBeUndefined();
});

test.each<[string, Partial<Actor>, Record<keyof typeof all, string | undefined>]>([
  ["an ordinary session", {}, { reads: undefined, writes: undefined, exports: undefined }],
  ["a token for everything", { scope: "all" }, { reads: undefined, writes: undefined, exports: undefined }],
  ["a token for reading", { scope: "read" }, { reads: undefined, writes: "FORBIDDEN", exports: undefined }],
  ["a token for health", { scope: "health" }, { reads: "FORBIDDEN", writes: "FORBIDDEN", exports: "FORBIDDEN" }],
  [
    "a token for areas, outside of calls",
    { areas: ["logs"] },
    { reads: "FORBIDDEN", writes: "FORBIDDEN", exports: "FORBIDDEN" },
  ],
  ["a viewer", { viewing: true }, { reads: undefined, writes: "VIEWING", exports: undefined }],
  [
    "a given password",
    { due: "password" },
    { reads: "PASSWORD_CHANGE", writes: "PASSWORD_CHANGE", exports: "PASSWORD_CHANGE" },
  ],
])("%s", (_, more, due) => {
  for (const [name, operation] of Object.entries(all))
    expect(refused(operation, more), name).toBe(due[name as keyof typeof all]);
});

test("what is open to each of them in spite of that", () => {
  expect(refused({ ...reads, monitoring: true }, { scope: "health" })).toBeUndefined();
  expect(refused({ ...writes, viewing: true }, { viewing: true })).toBeUndefined();
  expect(refused({ ...writes, type: "AUTH" }, { scope: "read" })).toBeUndefined();
  expect(refused({ ...writes, whileDue: ["password"] }, { due: "password" })).toBeUndefined();
  expect(refused({ ...writes, whileDue: ["secondStep"] }, { due: "password" })).toBe("PASSWORD_CHANGE");
  expect(refused({ ...writes, whileDue: ["password"] }, { due: "secondStep" })).not.toBeUndefined();
});

describe("acts that need the owner, or the password again", () => {
  const NOW = Date.parse("2026-03-02T17:00:00Z");
  const confirm = async (guarded: Guarded<{ all?: boolean }>, more: Partial<Actor> | null, input = {}) => {
    const call = { caller: more && actor(more) } as Call;
    const outcome = await withFixedTime(new Date(NOW), () => requireConfirmation(guarded, call, input)).then(
      () => undefined,
      (error: unknown) => error as Refusal,
    );
    return outcome?.code;
  };
  const fresh = { confirmedUntil: NOW + 1 };
  const stale = { confirmedUntil: NOW };

  test("programs on the server, and requests without an account, are not asked", async () => {
    for (const guarded of [{ credentials: true }, { confirmed: true }] as const) {
      expect(await confirm(guarded, null)).toBeUndefined();
      expect(await confirm(guarded, { by: "boss", opener: "client" })).toBeUndefined();
    }
  });

  test("the password counts until its end, and is asked for after it", async () => {
    expect(await confirm({ confirmed: true }, fresh)).toBeUndefined();
    expect(await confirm({ confirmed: true }, stale)).toBe("CONFIRM");
    expect(await confirm({}, stale)).toBeUndefined();
    expect(CONFIRMED_MS).toBe(900_000);
  });

  test("nobody confirms for the owner of an account", async () => {
    expect(await confirm({ confirmed: true }, { ...stale, by: "boss" })).toBe("FORBIDDEN");
    expect(await confirm({ confirmed: true }, { ...fresh, by: "boss" })).toBeUndefined();
  });

  test("credentials are changed by the owner alone, in a session of their own, however fresh the password is", async () => {
    expect(await confirm({ credentials: true }, fresh)).toBeUndefined();
    expect(await confirm({ credentials: true }, { ...fresh, by: "boss" })).toBe("FORBIDDEN");
    expect(await confirm({ credentials: true }, { ...fresh, opener: "client" })).toBe("FORBIDDEN");
    expect(await confirm({ credentials: true }, { ...fresh, opener: "link" })).toBeUndefined();
  });

  test("a condition on the input is asked with it", async () => {
    const onAll = async (_: Call, input: { all?: boolean }) => Promise.resolve(input.all === true);
    expect(await confirm({ confirmed: onAll }, stale, { all: true })).toBe("CONFIRM");
    expect(await confirm({ confirmed: onAll }, stale, { all: false })).toBeUndefined();
    expect(await confirm({ credentials: onAll }, { ...fresh, by: "boss" }, { all: true })).toBe("FORBIDDEN");
    expect(await confirm({ credentials: onAll }, { ...fresh, by: "boss" }, { all: false })).toBeUndefined();
  });
});
