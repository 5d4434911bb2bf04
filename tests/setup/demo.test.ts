import { expect, test } from "vitest";
import { aScreenWorld } from "../world/screens";

const { server } = aScreenWorld({ demo: true });

async function call(method: string, path: string, token?: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(`${server.url}/api/${path}`, {
    method,
    headers: {
      "Content-Type": "application/json",
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Record<string, unknown>;
}

test("the four demo sign-ins work, each in its role", async () => {
  const roles = { super: 0, admin: 5, manager: 10, agent: 20 };
  const offices = new Set<unknown>();
  for (const [username, role] of Object.entries(roles)) {
    const { token } = await call("POST", "auth/login", undefined, { username, password: "demo-2026" });
    const me = await call("GET", "accounts/me", String(token));
    expect(me).toMatchObject({ username, role });
    if (role >= 10) offices.add(me.companyId);
  }
  expect(offices.size).toBe(1);
});

test("the start prints the address and the sign-ins", () => {
  expect(server.said()).toContain(`Open ${server.url}\n`);
  expect(server.said()).toContain("Sign in as super, admin, manager, agent; the password is demo-2026.\n");
});
