import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { areas, type Area } from "../../server/kernel/operation/roles";
import { aWorld, send, type World } from "./client";

/** Tokens that are limited to areas, over HTTP. The table of all calls and areas is in operations/identity. */

let world: World;
let limited: { token: string; session: string };
beforeAll(async () => {
  world = await aWorld();
  limited = await aToken({ areas: ["logs", "reports"], name: "Mirror", service: true });
});
afterAll(() => world?.server.stop());

async function aToken(more: Record<string, unknown>) {
  const made = await world.clients.super.call("POST auth/remote-tokens", { kind: "client", ...more });
  expect(made).toMatchObject({ status: 201, body: more });
  const { token } = made.body as { token: string };
  const opened = await send(world.server, "POST auth/login-remote", { token });
  return { token, session: (opened.body as { token: string }).token };
}
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** A call of each area that needs nothing. */
const calls: Record<Area, [line: string, body?: object]> = {
  "sign-in": ["GET accounts/me"],
  "two-step": ["GET auth/totp"],
  people: ["POST agents/search", {}],
  catalogue: ["GET sites"],
  prices: ["GET avp-periods"],
  tracking: ["POST links/doctor", { link: "x" }],
  logs: ["POST login-logs/search", {}],
  postbacks: ["POST postbacks/search", {}],
  reports: ["GET stats/columns/sites"],
  views: ["GET views"],
  dashboard: ["GET dashboard"],
  signals: ["POST signals/search", {}],
  payroll: ["POST periods/search", {}],
  statements: ["POST agent-sales/search", {}],
  "payout-details": ["GET agents/1/payout-details"],
  messages: ["POST messages/search", {}],
  webhooks: ["POST webhooks/search", {}],
  system: ["GET news/last"],
};

test.each(areas)(
  "a call of %s is answered within its area only, to a token and to its session [AUTH-36]",
  async (area) => {
    const [line, body] = calls[area];
    expect((await world.clients.super.call(line, body)).status).not.toBe(403);
    for (const used of [limited.token, limited.session]) {
      const { status, body: answer } = await send(world.server, line, body, bearer(used));
      if (["logs", "reports"].includes(area)) expect([line, status]).toEqual([line, 200]);
      else {
        expect({ line, status, answer }).toMatchObject({
          ...{ line, status: 403 },
          answer: { code: "FORBIDDEN", requestId: expect.any(String) as unknown },
        });
        const { message } = answer as { message: string };
        expect(message).toMatch(
          /^This token may only use the areas logs, reports; it may not .+, which is in the area/,
        );
        expect(message.endsWith(` ${area}.`)).toBe(true);
      }
    }
  },
);

describe("a token that is limited to areas", () => {
  test("opens no screen, no export and no page of the product [AUTH-36]", async () => {
    for (const path of ["/app/home", "/app/logs/login", "/app/stats/sites", "/app/agents.csv", "/app/profile/tokens"]) {
      const url = world.server.url + path;
      const { status } = await fetch(url, { headers: bearer(limited.token), redirect: "manual" });
      expect([path, [403, 404].includes(status)]).toEqual([path, true]);
    }
  });

  test("is listed with its areas for every superadmin, and its calls are logged with its name", async () => {
    const { body } = await world.clients.super.call("GET auth/remote-tokens");
    expect(body).toMatchObject([{ name: "Mirror", areas: ["logs", "reports"], service: true, endsSoon: false }]);
    const { id } = (body as { id: number }[])[0]!;
    await expect
      .poll(async () => JSON.stringify((await world.clients.super.call("POST common-logs/search", {})).body))
      .toContain(`"by":"service token Mirror #${id}"`);
  });
});

test("the document and the pages of the modules name the area of each call", async () => {
  const { body } = await send(world.server, "GET openapi.json");
  const { paths } = body as { paths: Record<string, Record<string, { "x-area"?: string; tags: string[] }>> };
  expect(paths["/api/sale-logs"]?.post).toMatchObject({ "x-area": "logs", tags: ["logs"] });
  expect(paths["/api/auth/login"]?.post).not.toHaveProperty("x-area");
  for (const area of areas) {
    const html = await (await fetch(`${world.server.url}/api/docs/${area}`)).text();
    expect(html).toContain(`Area of client tokens: <code>${area}</code>`);
  }
  const ofSites = await (await fetch(`${world.server.url}/api/docs/site-calls`)).text();
  expect(ofSites).not.toContain("Area of client tokens");
});
