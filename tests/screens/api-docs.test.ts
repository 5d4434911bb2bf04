import { expect, test } from "vitest";
import { anAdmin } from "../world/builders";
import { pageOf } from "../world/page";
import { aScreenWorld } from "../world/screens";
import { PASSWORD } from "../world/shared";
import { aVisitor } from "../world/visitor";

const DOCUMENT = "/api/openapi.json";

const { server, as } = aScreenWorld({ people: ["adm"], env: { API_DOCS: "signed-in" } }, () =>
  anAdmin({ username: "adm" }),
);

test.each(["/api/docs", "/api/docs/two-step"])(
  "with API_DOCS=signed-in %s asks for a sign-in, and shows itself after it",
  async (path) => {
    const visitor = aVisitor(server.url);
    const { status, headers } = await visitor.get(path);
    expect([status, headers.get("location")]).toEqual([302, `/login?returnUrl=${encodeURIComponent(path)}`]);
    expect((await as("adm").get(path)).status).toBe(200);
  },
);

test("with API_DOCS=signed-in the document is for sessions and tokens only", async () => {
  expect((await as("adm").get(DOCUMENT)).status).toBe(200);
  const refused = await fetch(server.url + DOCUMENT);
  expect([refused.status, await refused.json()]).toMatchObject([401, { code: "INVALID_TOKEN" }]);
  const signedIn = await fetch(`${server.url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: "adm", password: PASSWORD }),
  });
  const { token } = (await signedIn.json()) as { token: string };
  const withToken = (value: string) => fetch(server.url + DOCUMENT, { headers: { Authorization: `Bearer ${value}` } });
  expect([(await withToken(token)).status, (await withToken("another")).status]).toEqual([200, 401]);
  expect((await as("adm").get("/api/postman.json")).headers.get("content-disposition")).toContain("postman.json");
  expect((await fetch(`${server.url}/api/postman.json`)).status).toBe(401);
});

test("without scripts a reader chooses a role and a language, and keeps both on the pages of modules [HOOK-09]", async () => {
  const open = async (path: string) => pageOf((await as("adm").get(path)).html);
  const all = await open("/api/docs");
  expect(all.text).toContain("DELETE /api/agents/{id}");
  const chosen = await open("/api/docs?role=agent&code=python");
  expect(chosen.text).not.toContain("DELETE /api/agents/{id}");
  expect(chosen.text).toContain("POST /api/links/list");
  expect([chosen.link("Admins"), chosen.link("PHP")]).toEqual(["/api/docs?role=admin&code=python", undefined]);
  const link = chosen.link("Links") ?? "";
  expect(link).toBe("/api/docs/tracking?role=agent&code=python");
  const module = await open(link);
  expect(module.text).toContain("urlopen(request)");
  expect(module.link("PHP")).toBe("/api/docs/tracking?role=agent&code=php");
});
