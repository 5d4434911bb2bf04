import http from "node:http";
import { expect, test } from "vitest";
import { aSuperadmin } from "../world/builders";
import { pageOf } from "../world/page";
import { aScreenWorld } from "../world/screens";

const METRICS = "a-token-for-metrics";
const LIMIT = 20;
/** Forms a minute, of which an export counts as five: the least for people, however low the limit of programs is. */
const FORMS = 60;
/** More than two minutes allow: one may end in between. */
const oftenEnough = (limit: number) => 2 * limit + 1;

const { server, as } = aScreenWorld(
  { people: ["boss", "aide"], env: { API_RATE: String(LIMIT), METRICS_TOKEN: METRICS, TRUST_PROXY: "127.0.0.1" } },
  async () => {
    await aSuperadmin({ username: "boss" });
    await aSuperadmin({ username: "aide" });
  },
);

type Answer = { status: number; headers: http.IncomingHttpHeaders };

/** Sends the path unchanged: fetch would resolve its dots. */
const ask = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((done, failed) => {
    const request = http.request(server.url, { path, headers }, (answer) => {
      answer.resume();
      answer.on("end", () => done({ status: answer.statusCode ?? 0, headers: answer.headers }));
    });
    request.on("error", failed);
    request.end();
  });

test.each([
  "/sites/developers/x",
  "/./sites/developers/x",
  "/x/../sites/developers/x",
  "//sites//developers/x",
  "/%2e/sites/developers/x",
  "/x/%2E%2e/sites/developers/x",
  "/%53ites/%64evelopers/x",
  "/sites/./developers/x/",
])("the page for developers counts as a call when it is spelled %s", async (path) => {
  const { headers } = await ask(path, { "X-Forwarded-For": "203.0.113.7" });
  expect(headers["ratelimit-limit"]).toBe(String(5 * LIMIT));
});

test("pages without such a limit have no headers of one", async () => {
  for (const path of ["/login", "/sites", "/x/../login", "/sites/developers/../../login"]) {
    const { headers } = await ask(path);
    expect([path, headers["ratelimit-limit"]]).toEqual([path, undefined]);
  }
});

const limited = async (name: string): Promise<number> => {
  const headers = { Authorization: `Bearer ${METRICS}` };
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
  return Number(RegExp(`^requests_limited_total\\{limit="${name}"\\} (\\d+)`, "m").exec(text)?.[1] ?? 0);
};

test("an account that posts too many forms waits, keeps what was typed, and disturbs nobody else", async () => {
  const path = "/app/news/edit";
  const post = () => as("boss").post(path, { html: "<p>Typed &amp; kept</p>" });
  const answers = await Promise.all(Array.from({ length: oftenEnough(FORMS) }, post));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(FORMS);
  const [{ html, headers }] = refused as [(typeof refused)[number]];
  const page = pageOf(html);
  expect(page.one("h1")?.words).toBe("Please wait");
  expect(page.one("main")?.words).toMatch(/too many forms and exports\. Please wait \d+ seconds\./);
  expect(page.link("Home")).toBe("/app/home");
  expect(page.value("html")).toBe("<p>Typed &amp; kept</p>");
  expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await as("aide").post(path, { html: "<p>x</p>" })).status).toBe(302);
  // Reading is not limited.
  expect((await as("boss").get(path)).status).toBe(200);
  await expect.poll(() => limited("account")).toBe(refused.length);
  const lines = server
    .said()
    .split("\n")
    .filter((line) => line.includes(`"limit":"account"`));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThanOrEqual(2);
  expect(JSON.parse(lines[0] ?? "{}")).toMatchObject({
    event: "limit reached",
    limit: "account",
    key: expect.stringMatching(/^\d+$/),
  });
});

test("an account that asks for too many exports waits, with a plain text", async () => {
  const answers = await Promise.all(
    Array.from({ length: oftenEnough(FORMS / 5) }, () => as("aide").get("/app/agents/export.csv")),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  const [{ html, headers }] = refused as [(typeof refused)[number]];
  expect(headers.get("Content-Type")).toContain("text/plain");
  expect(html).toMatch(/^Your account sends too many forms and exports\. Please wait \d+ seconds\.$/);
  expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
});
