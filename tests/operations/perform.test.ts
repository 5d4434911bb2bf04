import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { z } from "zod";
import { withFixedTime } from "../../server/kernel/time/now";
import { queryOne, queryRows, execute } from "../../server/kernel/database/transactions";
import { deleteIdempotencyKeysBefore } from "../../server/kernel/operation/idempotency";
import { command, type CallOrigin, query } from "../../server/kernel/operation/operation";
import { type LogEntry, setJournal, perform } from "../../server/kernel/operation/perform";
import { conflict, Refusal } from "../../server/kernel/operation/refusal";
import { type Actor, atLeast, system } from "../../server/kernel/operation/roles";
import { keyedHash, tokenHash } from "../../server/kernel/process/secrets";
import { sql } from "../../server/kernel/database/sql";
import { toRefusal } from "../../server/kernel/operation/constraint";
import { requireVersion } from "../../server/kernel/database/records";
import { aDatabase } from "../world/database";
import { test } from "../world/rollback";

const from = (more: Partial<CallOrigin> = {}): CallOrigin => ({
  channel: "call",
  ip: "192.0.2.7",
  userAgent: "test",
  ...more,
});
const agent: Actor = { ...system, accountId: 7, role: 20, agentId: 7, companyId: 1, username: "seller" };

const rename = command({
  name: "domains.rename",
  does: "rename domains",
  allow: atLeast("admin"),
  type: "UPDATE",
  input: z.object({ domain: z.string().min(3), fail: z.boolean().default(false), password: z.string().optional() }),
  output: z.object({ id: z.int() }),
  async run({ changed, onSettled }, { domain, fail, password }) {
    const row = await queryOne<{ id: number }>(sql`INSERT INTO domains (domain) VALUES (${domain}) RETURNING id`);
    onSettled(() =>
      execute(sql`INSERT INTO options (name, value) VALUES (${`kept ${domain}`}, '1') ON CONFLICT DO NOTHING`),
    );
    changed({ record: "domain", id: row!.id, before: { domain: "old" }, after: { domain, password } });
    if (fail) throw conflict("It cannot be renamed now.");
    return { ...row!, secret: "stays inside" };
  },
});

const refusal = async (act: Promise<unknown>): Promise<Refusal> => {
  const thrown: unknown = await act.catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(Refusal);
  return thrown as Refusal;
};
const domains = async (domain: string) =>
  (await queryOne<{ count: number }>(sql`SELECT count(*) AS count FROM domains WHERE domain = ${domain}`))!.count;

test("permission is checked before the input, and the input before anything runs [ROLE-04, ERR-01]", async () => {
  expect((await refusal(perform(rename, null, {}, from()))).code).toBe("INVALID_TOKEN");
  const forbidden = await refusal(perform(rename, agent, {}, from()));
  expect(forbidden).toMatchObject({ code: "FORBIDDEN", message: "You may not rename domains." });
  const wrong = await refusal(perform(rename, system, { domain: "ab" }, from()));
  expect(wrong.code).toBe("VALIDATION_ERROR");
  expect(Object.keys(wrong.data as object)).toEqual(["domain"]);
});

test("a command writes its audit row, with secrets masked, in its own transaction [TRUST-26, TRUST-21]", async () => {
  const domain = `https://${randomUUID()}.example`;
  const { id } = await perform(rename, system, { domain, password: "s3cret-word" }, from());
  const trace = sql`
      SELECT operation, username, before, after FROM audit WHERE record = 'domain' AND record_id = ${String(id)}`;
  expect(await queryRows(trace)).toEqual([
    {
      operation: "domains.rename",
      username: "system",
      before: { domain: "old" },
      after: { domain, password: "***" },
    },
  ]);
});

test("a refused command changes nothing and leaves no audit row, except for the writes marked to keep [TRUST-26]", async () => {
  const domain = `https://${randomUUID()}.example`;
  expect((await refusal(perform(rename, system, { domain, fail: true }, from()))).code).toBe("CONFLICT");
  expect(await domains(domain)).toBe(0);
  expect(await queryRows(sql`SELECT 1 FROM audit WHERE after->>'domain' = ${domain}`)).toEqual([]);
  expect(await queryOne(sql`SELECT value FROM options WHERE name = ${`kept ${domain}`}`)).toEqual({ value: "1" });
});

test("only the declared output is returned", async () => {
  const answer = await perform(rename, system, { domain: `https://${randomUUID()}.example` }, from());
  expect(Object.keys(answer)).toEqual(["id"]);
});

test("the same key twice takes effect once and returns the same answer, also after a refused first try [TRUST-10]", async () => {
  const domain = `https://${randomUUID()}.example`;
  const once = `form:test:${randomUUID()}`;
  await refusal(perform(rename, system, { domain, fail: true }, from({ once })));
  const first = await perform(rename, system, { domain }, from({ once }));
  const second = await perform(rename, system, { domain: `${domain}/other` }, from({ once }));
  expect(second).toEqual(first);
  expect([await domains(domain), await domains(`${domain}/other`)]).toEqual([1, 0]);
  await deleteIdempotencyKeysBefore(new Date(Date.now() + 1_000));
  const later = await perform(rename, system, { domain: `${domain}/later` }, from({ once }));
  expect(later.id).not.toBe(first.id);
});

test("the answer stored for a repeat is encrypted, so that no password is readable in it [TRUST-21]", async () => {
  const show = command({
    ...{ name: "accounts.show", does: "show", allow: atLeast("admin"), input: z.object({}) },
    type: "UPDATE",
    output: z.object({ plainPassword: z.string() }),
    run: () => Promise.resolve({ plainPassword: "open-sesame" }),
  });
  const once = `form:test:${randomUUID()}`;
  await perform(show, system, {}, from({ once }));
  expect(await perform(show, system, {}, from({ once }))).toEqual({ plainPassword: "open-sesame" });
  const kept = (await queryOne<{ answer: Buffer }>(sql`SELECT answer FROM once WHERE key = ${once}`))!;
  expect(kept.answer.toString("latin1")).not.toContain("sesame");
});

test("the stored hash of an input is keyed, so that it does not confirm a guessed password [TRUST-21]", async () => {
  const domain = `https://${randomUUID()}.example`;
  const once = `call:test:${randomUUID()}`;
  await perform(rename, system, { password: "guess-me", domain }, from({ once, sameInput: true }));
  const kept = (await queryOne<{ input_hash: Buffer }>(sql`SELECT input_hash FROM once WHERE key = ${once}`))!;
  const input = JSON.stringify({ domain, fail: false, password: "guess-me" });
  expect(kept.input_hash).toEqual(keyedHash("idempotency", `domains.rename\n${input}`));
  expect(kept.input_hash).not.toEqual(tokenHash(`domains.rename\n${input}`));
  const other = perform(rename, system, { domain: `${domain}/other` }, from({ once, sameInput: true }));
  expect((await refusal(other)).code).toBe("VALIDATION_ERROR");
});

it("ten simultaneous posts of one form take effect once [TRUST-10]", async () => {
  const database = await aDatabase();
  await database.enter();
  const domain = `https://${randomUUID()}.example`;
  const once = `form:test:${randomUUID()}`;
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => perform(rename, { ...system, accountId: 1 }, { domain }, from({ once }))),
  );
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  await database.drop();
});

it.each([{}, { autocommit: true }])("a query cannot write: %j", async (kind) => {
  const sneaky = query({
    name: "domains.sneak",
    does: "sneak",
    ...kind,
    allow: atLeast("admin"),
    type: "UPDATE",
    input: z.object({}),
    output: z.object({}),
    run: async () => {
      await execute(sql`INSERT INTO domains (domain) VALUES ('https://sneaky.example')`);
      return {};
    },
  });
  await expect(perform(sneaky, system, {}, from())).rejects.toMatchObject({ code: "25006" });
});

test("a read-only token cannot run a command", async () => {
  const reader = { ...system, scope: "read" } as const;
  expect((await refusal(perform(rename, reader, { domain: "https://x.example" }, from()))).code).toBe("FORBIDDEN");
});

it("an outdated version is a conflict that returns the current record [TRUST-09]", async () => {
  const current = { id: 1, version: 3, domain: "https://now.example" };
  expect(() => requireVersion(3, current)).not.toThrow();
  expect(() => requireVersion(undefined, current)).not.toThrow();
  let thrown: unknown;
  try {
    requireVersion(2, current);
  } catch (fault) {
    thrown = fault;
  }
  expect(await toRefusal(thrown, () => Promise.resolve({ message: "Changed.", current }))).toMatchObject({
    ...{ code: "CONFLICT", status: 409, message: "Changed.", data: { current } },
  });
});

test("the journal records every call with its status, and a refused one without its values [COMMON-16]", async () => {
  const entries: LogEntry[] = [];
  setJournal((entry) => void entries.push(entry));
  const call = from({ method: "PUT /api/domains", doneStatus: 201 });
  const domain = `https://${randomUUID()}.example`;
  await withFixedTime("2026-03-08T07:30:00Z", () => perform(rename, system, { domain, password: "s3cret-word" }, call));
  await refusal(perform(rename, agent, { domain }, call));
  setJournal(() => undefined);
  expect(entries.map(({ type, status, input }) => ({ type, status, input }))).toEqual([
    { type: "UPDATE", status: 201, input: { domain, fail: false, password: "***" } },
    { type: "UPDATE", status: 403, input: { lengths: { domain: domain.length } } },
  ]);
  expect(entries[0]!.auditIds).toHaveLength(1);
});
