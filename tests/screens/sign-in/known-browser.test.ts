import { beforeAll, expect, test } from "vitest";
import { db } from "../../world/db";
import { aServer, type Server } from "../../world/server";
import { aVisitor } from "../../world/visitor";
import { anAddress, aPerson, type Person, PASSWORD } from "../../operations/identity/world";

let server: Server;
let agent: Person;

beforeAll(async () => {
  server = await aServer({ workers: 0, env: { TRUST_PROXY: "127.0.0.1" } });
  await server.database.enter();
  agent = await aPerson("agent");
});

test("a browser is known by a cookie of 90 days after a sign-out, while strangers keep every other one out [TRUST-15]", async () => {
  const [known, other] = [0, 1].map(() => aVisitor(server.url, { address: anAddress() }));
  if (!known || !other) throw new Error("There are two visitors.");
  await known.signIn(agent.username, PASSWORD);
  await known.post("/logout", {});
  expect(known.cookies.has("last")).toBe(true);
  for (let n = 0; n < 50; n++) {
    await db.run`INSERT INTO sign_in_failures (username, ip) VALUES (${agent.username}, ${anAddress()}::inet)`;
  }
  const form = { username: agent.username, password: PASSWORD };
  expect((await other.post("/login", form)).status).toBe(429);
  const answer = await known.post("/login", form);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/app/home"]);
  const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("last="));
  expect(line).toContain(`Max-Age=${90 * 24 * 60 * 60}`);
});
