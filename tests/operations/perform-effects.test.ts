import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect } from "vitest";
import { z } from "zod";
import { IdempotencyKey } from "../../models";
import { sql } from "../../server/kernel/database/sql";
import { queryRows } from "../../server/kernel/database/transactions";
import { difference, writeAudit } from "../../server/kernel/operation/audit";
import { deleteIdempotencyKeysBefore } from "../../server/kernel/operation/idempotency";
import { type CallOrigin, command, query, stream } from "../../server/kernel/operation/operation";
import { type LogEntry, logRefused, perform, performStream, setJournal } from "../../server/kernel/operation/perform";
import { conflict, type Refusal } from "../../server/kernel/operation/refusal";
import { type Actor, anyone, atLeast, system } from "../../server/kernel/operation/roles";
import { first } from "../world/first";
import { test } from "../world/rollback";

/** The log entry, the audit and the notices to the caller that performing an operation leaves, however it ends. */

const from = (more: Partial<CallOrigin> = {}): CallOrigin => ({
  ...{ channel: "call", ip: "192.0.2.7", userAgent: "test" },
  ...more,
});
const agent: Actor = { ...system, accountId: 7, role: 20, agentId: 7, companyId: 1, username: "seller" };
const entries: LogEntry[] = [];
const last = () => entries.at(-1);
beforeEach(() => {
  entries.length = 0;
  setJournal((entry) => void entries.push(entry));
});
afterEach(() => setJournal(() => undefined));

const shared = { does: "try", input: z.object({ size: z.enum(["small", "large"]).default("small") }) };
const refused = (act: Promise<unknown>) =>
  act.then(
    () => expect.unreachable(),
    (error: unknown) => error as Refusal,
  );

test("an entry has the type of its operation, or of the method where nothing was found to run", async () => {
  const read = query({ ...shared, name: "t.read", allow: anyone, output: z.null(), run: () => Promise.resolve(null) });
  await perform(read, null, {}, from({ method: "POST /api/t" }));
  expect(last()).toMatchObject({ operation: "t.read", type: "READ", status: 200, auditIds: [], revealed: [] });
  const types = [];
  for (const method of ["GET /api/x", "HEAD /api/x", "PUT /api/x", "DELETE /api/x", "POST /api/x", undefined]) {
    logRefused(null, from({ ...(method ? { method } : {}), query: { q: "secret words" } }), 404);
    types.push(last()?.type);
  }
  expect(types).toEqual(["READ", "READ", "CREATE", "DELETE", "UPDATE", "UPDATE"]);
  expect(last()).toMatchObject({ operation: "", status: 404, from: { query: { lengths: { q: 12 } } } });
});

test("a fault is logged with status 500 and thrown as it is, and an operation that polls is not logged", async () => {
  const fault = new TypeError("no such thing");
  const broken = query({
    ...{ ...shared, name: "t.broken", allow: anyone, output: z.null() },
    run: () => Promise.reject(fault),
  });
  await expect(perform(broken, null, {}, from())).rejects.toBe(fault);
  expect(last()?.status).toBe(500);
  await expect(perform({ ...broken, quiet: true }, null, {}, from())).rejects.toBe(fault);
  expect(entries).toHaveLength(1);
});

test("only the entry of an account has the values of its query, and secrets of neither", async () => {
  const read = query({
    ...{ ...shared, name: "t.read", allow: anyone, output: z.null(), secret: ["word"] },
    run: () => Promise.resolve(null),
  });
  const asked = from({ query: { page: "2", word: "hush" } });
  await perform(read, null, {}, asked);
  expect(last()?.from.query).toEqual({ lengths: { page: 1, word: "***" } });
  await perform(read, agent, {}, asked);
  expect(last()?.from.query).toEqual({ page: "2", word: "***" });
});

test("a refusal names the values of the role to a program of it, not to a person, and those of the schema to a visitor", async () => {
  const sized = query({
    ...{ ...shared, name: "t.sized", allow: anyone, output: z.null() },
    allowed: () => ({ size: ["small"] }),
    run: () => Promise.resolve(null),
  });
  const messages = async (caller: Actor | null, origin: CallOrigin) =>
    ((await refused(perform(sized, caller, { size: "xl" }, origin))).data as { size: string[] }).size[0];
  const plain = await messages(agent, from({ channel: "form" }));
  expect(await messages(agent, from())).toBe(`${plain} Allowed: small.`);
  expect(await messages(null, from())).toBe(`${plain} Allowed: small, large.`);
});

test("a page learns that its answer has readable passwords, and the entry whose", async () => {
  let notices = 0;
  const show = (usernames: string[]) =>
    query({
      ...{ ...shared, name: "t.show", allow: anyone, output: z.null() },
      run({ revealed }) {
        revealed(usernames);
        return Promise.resolve(null);
      },
    });
  const page = from({ channel: "page", revealing: () => void notices++ });
  await perform(show([]), system, {}, page);
  expect([notices, last()?.revealed]).toEqual([0, []]);
  await perform(show(["ann", "bob"]), system, {}, page);
  expect([notices, last()?.revealed]).toEqual([1, ["ann", "bob"]]);
});

test("a command's result of `before` reaches its run, with the effects of both", async () => {
  const settled: string[] = [];
  const two = command({
    ...{ ...shared, name: "t.two", allow: atLeast("admin"), type: "UPDATE", output: z.string() },
    before({ onSettled }) {
      onSettled(() => Promise.resolve(settled.push("before")));
      return Promise.resolve("counted");
    },
    run({ onSettled }, _, before) {
      onSettled(() => Promise.resolve(settled.push("run")));
      return Promise.resolve(before);
    },
  });
  expect(await perform(two, system, {}, from())).toBe("counted");
  expect(settled).toEqual(["before", "run"]);
});

test("an export is logged once at its beginning, and refused before its first row", async () => {
  const rows = stream({
    ...{ ...shared, name: "t.rows", allow: atLeast("admin") },
    async *run(_, { size }) {
      yield* await Promise.resolve([size]);
    },
  });
  const read = async (caller: Actor, input: object) => {
    const found = [];
    for await (const row of performStream(rows, caller, input, from())) found.push(row);
    return found;
  };
  expect(await read(system, { size: "large" })).toEqual(["large"]);
  expect(last()).toMatchObject({ type: "EXPORT", status: 200, input: { size: "large" } });
  expect(() => performStream(rows, agent, {}, from())).toThrow("You may not try.");
  expect(last()?.status).toBe(403);
  expect(() => performStream(rows, system, { size: "xl" }, from())).toThrow();
  expect(entries.map(({ status }) => status)).toEqual([200, 403, 422]);
});

test("an operation open to anyone that asks who acts refuses visitors, and an export names its file where it can", async () => {
  const own = query({
    ...{ ...shared, name: "t.own", allow: anyone, output: z.string() },
    run: ({ actor }) => Promise.resolve(actor.username),
  });
  expect(await perform(own, agent, undefined, from())).toBe("seller");
  expect(await refused(perform(own, null, undefined, from()))).toMatchObject({ code: "INVALID_TOKEN", status: 401 });
  const named = stream({
    ...{ ...shared, name: "t.named", allow: anyone },
    async *run({ saveAs }) {
      saveAs("rows.csv");
      yield await Promise.resolve(1);
    },
  });
  const names: string[] = [];
  for (const origin of [from({ saveAs: (name) => void names.push(name) }), from()]) {
    for await (const row of performStream(named, null, undefined, origin)) expect(row).toBe(1);
  }
  expect(names).toEqual(["rows.csv"]);
});

const pay = command({
  ...{ name: "t.pay", does: "pay", allow: anyone, type: "UPDATE", output: z.object({ id: z.string() }) },
  input: z.object({ to: z.string(), file: z.instanceof(Blob).optional() }),
  run: (_, { to }) => (to === "nobody" ? Promise.reject(conflict("Unknown.")) : Promise.resolve({ id: randomUUID() })),
});

test("only a request with the key and the account of an earlier one gets its answer, and is reported as a repeat [TRUST-10]", async () => {
  let replayed = 0;
  const [key, other] = [randomUUID(), randomUUID()];
  const send = (caller: Actor | null, once: string | undefined, input: object, sameInput = true) =>
    perform(pay, caller, input, from({ ...(once ? { once } : {}), sameInput, replayed: () => void replayed++ }));
  const one = await send(system, key, { to: "ann" });
  expect([await send(system, key, { to: "ann" }), replayed]).toEqual([one, 1]);
  expect((await send({ ...agent, accountId: 0, username: "x" }, other, { to: "ann" })).id).not.toBe(one.id);
  expect((await send(null, key, { to: "ann" })).id).not.toBe(one.id);
  expect((await send(system, undefined, { to: "ann" })).id).not.toBe(one.id);
  expect(replayed).toBe(1);
  // A form's values are not compared: the same form was sent.
  expect(await send(system, key, { to: "bob" }, false)).toEqual(one);
  expect((await refused(send(system, key, { to: "bob" }))).status).toBe(422);
  await refused(send(system, "again", { to: "nobody" }));
  expect((await send(system, "again", { to: "ann" })).id).toBeTruthy();
});

test("two files of the same size under one key differ, and equal ones do not [TRUST-10]", async () => {
  const once = randomUUID();
  const send = (text: string) =>
    perform(pay, system, { to: "ann", file: new Blob([text]) }, from({ once, sameInput: true }));
  const one = await send("aaaa");
  expect(await send("aaaa")).toEqual(one);
  expect((await refused(send("bbbb"))).status).toBe(422);
});

test("a key whose answer is gone is a fault, and keys are deleted by their age", async () => {
  const origin = from({ once: randomUUID() });
  await perform(pay, system, { to: "ann" }, origin);
  await IdempotencyKey.update({ answer: null as never }, { where: { key: origin.once ?? "" } });
  await expect(perform(pay, system, { to: "ann" }, origin)).rejects.toThrow("The first answer of t.pay is gone.");
  await deleteIdempotencyKeysBefore(new Date(Date.now() - 60_000));
  await expect(perform(pay, system, { to: "ann" }, origin)).rejects.toThrow("is gone");
  await deleteIdempotencyKeysBefore(new Date(Date.now() + 60_000));
  expect((await perform(pay, system, { to: "ann" }, origin)).id).toBeTruthy();
});

const SESSION = 4711;
test("the audit names the account, its session and whom it acts for, and only the fields that differ", async () => {
  expect(difference({ a: 1, b: [1], c: null }, { a: 1, b: [1] })).toEqual({ before: { c: null }, after: { c: null } });
  expect(difference({ a: 1, b: { c: 1 } }, { a: 1, b: { c: 1 } })).toBeUndefined();
  expect(difference({ a: 1 }, { a: 2, b: undefined })).toEqual({ before: { a: 1 }, after: { a: 2 } });
  expect(await writeAudit("t.change", system, [])).toEqual([]);
  const change = { record: "site", id: 5, before: null, after: { name: "x" } } as const;
  const ids = await writeAudit("t.change", { ...system, accountId: 0, sessionId: SESSION }, [
    change,
    { ...change, id: 6, onBehalfOf: 1, by: "token" },
  ] as never);
  const rows = await queryRows(sql`
    SELECT operation, account_id, username, by, on_behalf_of, session_id, record, record_id, before, after
    FROM audit WHERE id = ANY(${ids}::bigint[]) ORDER BY id`);
  const written = { operation: "t.change", account_id: null, username: "system", session_id: SESSION, record: "site" };
  expect(rows).toMatchObject([
    { ...written, record_id: "5", on_behalf_of: null, before: null, after: { name: "x" } },
    { ...written, record_id: "6", on_behalf_of: 1, by: "token" },
  ]);
  expect(first(ids)).toBeLessThan(ids[1] ?? 0);
});
