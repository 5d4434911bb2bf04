import { beforeAll, expect, test } from "vitest";
import { anOffice, aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { aPicture } from "../world/pictures";
import { aServer, type Server } from "../world/server";
import { db } from "../world/db";
import { PASSWORD } from "../world/shared";
import { type Answer, send, signIn } from "./client";

let server: Server;
let token: string;
let officeId: number;

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  await aSuperadmin({ username: "boss" });
  officeId = (await anOffice({ officeName: "North" })).id;
  server = await aServer({ workers: 0, database });
  token = await signIn(server, "boss", PASSWORD);
});

let keys = 0;
const aKey = () => `key-${(keys += 1)}`;
const call = (line: string, body: unknown, key: string): Promise<Answer> =>
  send(server, line, body, { Authorization: `Bearer ${token}`, "Idempotency-Key": key });
const refused = {
  code: "VALIDATION_ERROR",
  data: {
    _form: [
      "This Idempotency-Key was sent before with other values. Please use a new key, or send the same values again.",
    ],
  },
};
const anAgent = (username: string) => ({
  ...{ officeId, username, firstName: "Una", lastName: "Xu", email: "", active: true },
  ...{ password: "a-good-password", passwordConfirm: "a-good-password" },
});

test("a used key with a different body is refused instead of reported as done", async () => {
  const key = aKey();
  const first = await call("PUT agents", anAgent("una"), key);
  expect(first.status).toBe(201);
  for (const other of [{ username: "uma" }, { firstName: "Uma" }, { active: false }]) {
    const answer = await call("PUT agents", { ...anAgent("una"), ...other }, key);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject(refused);
  }
  const passwords = { password: "another-password", passwordConfirm: "another-password" };
  expect((await call("PUT agents", { ...anAgent("una"), ...passwords }, key)).status).toBe(422);
  const again = await call("PUT agents", anAgent("una"), key);
  expect([again.status, again.body]).toEqual([201, first.body]);
});

test("key order, unknown keys and written-out defaults do not make a different body", async () => {
  const key = aKey();
  const first = await call("PUT agents", anAgent("ula"), key);
  const turned = Object.fromEntries(Object.entries({ unknown: 1, mustRead: "", ...anAgent("ula") }).reverse());
  const again = await call("PUT agents", turned, key);
  const { warnings, ...body } = again.body as { warnings: object[] };
  expect([again.status, body, warnings]).toEqual([201, first.body, [expect.objectContaining({ field: "unknown" })]]);
});

test("a refused call leaves its key free for the corrected one", async () => {
  const key = aKey();
  expect((await call("PUT agents", { ...anAgent("ulf"), firstName: "" }, key)).status).toBe(422);
  expect((await call("PUT agents", anAgent("ulf"), key)).status).toBe(201);
});

test("of ten simultaneous calls with two bodies and one key, one body takes effect and the other is refused", async () => {
  const key = aKey();
  const bodies = ["tina", "tom"].map(anAgent);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => call("PUT agents", bodies[at % 2], key)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(5).fill(422)]);
  expect(await db.rows`SELECT 1 FROM accounts WHERE username IN ('tina', 'tom')`).toHaveLength(1);
});

test("a used key with a different image is refused, because files are compared by their bytes", async () => {
  const key = aKey();
  const body = async (width: number) => {
    const form = new FormData();
    form.set("image", new Blob([new Uint8Array(await aPicture("png", { width }))], { type: "image/png" }), "one.png");
    return form;
  };
  expect((await call("POST files/image", await body(10), key)).status).toBe(201);
  expect((await call("POST files/image", await body(10), key)).status).toBe(201);
  expect((await call("POST files/image", await body(20), key)).body).toMatchObject(refused);
});

test("a key stored before hashes were kept still returns its answer", async () => {
  const key = aKey();
  const first = await call("PUT agents", anAgent("vera"), key);
  await db.run`UPDATE once SET input_hash = NULL WHERE key LIKE ${`%:${key}`}`;
  const again = await call("PUT agents", anAgent("other"), key);
  expect([again.status, again.body]).toEqual([201, first.body]);
});
