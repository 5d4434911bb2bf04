import { request } from "node:http";
import { connect } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { aSite, aSuperadmin, anAgent, anOffice, enable } from "../world/builders";
import { aDatabase } from "../world/database";
import { aServer, type Server } from "../world/server";
import { aVisitor } from "../world/visitor";
import { writeTransaction } from "../../server/kernel/database/transactions";

/** Two servers on one database: one used over HTTPS, behind a proxy that terminates TLS, and one over plain HTTP. */

const OWN = "https://office.example.org";
const SECURE_COOKIE = /^__Host-[A-Za-z]+=[^;]*;.*(?:; )?Secure/;
let [https, http]: Server[] = [];
let link: string;

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  const { agentId, siteId, typeId } = await writeTransaction(async () => {
    await aSuperadmin({ username: "root" });
    const site = await aSite();
    const [type] = site.types;
    if (!type) throw new Error("The site has no link.");
    const office = await anOffice();
    const agent = await anAgent({ office });
    await enable(site, office);
    return { agentId: agent.id, siteId: site.id, typeId: type.id };
  });
  link = `/api/links/go/${siteId}/${typeId}/${agentId}`;
  https = await aServer({ database, env: { APP_URL: OWN } });
  http = await aServer({ database });
});

type Answer = { status: number; headers: Record<string, string | string[] | undefined> };

function send({ url }: Server, method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  const { hostname, port } = new URL(url);
  return new Promise<Answer>((done, failed) => {
    const sent = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
      answer.resume().on("end", () => done({ status: answer.statusCode ?? 0, headers: answer.headers }));
    });
    sent.on("error", failed);
    sent.end(body);
  });
}

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const JSON_BODY = { "Content-Type": "application/json" };

/** One request for each kind of response: its description, status and the request. */
const requests: [what: string, status: number, ask: (server: Server) => Promise<Answer>][] = [
  ["a tracked redirect", 302, (server) => send(server, "GET", link)],
  ["its HEAD", 302, (server) => send(server, "HEAD", link)],
  ["a link that does not exist", 404, (server) => send(server, "GET", "/api/l/nothing")],
  ["a link asked by POST", 405, (server) => send(server, "POST", link)],
  ["a tracked address that is too long", 414, (server) => send(server, "GET", `/api/l/x?${"x".repeat(8_200)}`)],
  ["a refused postback", 401, (server) => send(server, "GET", "/api/postback")],
  ["/healthz", 200, (server) => send(server, "GET", "/healthz")],
  ["/readyz", 200, (server) => send(server, "GET", "/readyz")],
  ["/metrics", 200, (server) => send(server, "GET", "/metrics")],
  ["a file", 200, (server) => send(server, "GET", "/favicon.svg")],
  ["a page", 200, (server) => send(server, "GET", "/login")],
  ["the API documentation", 200, (server) => send(server, "GET", "/api/docs")],
  ["a call", 401, (server) => send(server, "GET", "/api/accounts/me")],
  ["a call that does not exist", 404, (server) => send(server, "GET", "/api/nothing")],
  ["an image that does not exist", 404, (server) => send(server, "GET", "/images/nothing.png")],
  ["a file that does not exist", 404, (server) => send(server, "GET", "/nothing.png")],
  ["an address that is too long", 414, (server) => send(server, "GET", `/${"x".repeat(8_200)}`)],
  ["an address that is broken", 400, (server) => send(server, "GET", "/%")],
  [
    "a body that is too long",
    413,
    (server) => send(server, "POST", "/api/auth/login", JSON_BODY, `"${"x".repeat(200_000)}"`),
  ],
  ["a method that screens do not allow", 405, (server) => send(server, "PUT", "/login")],
  ["a form from elsewhere", 403, (server) => send(server, "POST", "/login", FORM, "username=a")],
];

describe.each(["https", "http"] as const)("by %s", (scheme) => {
  const server = () => (scheme === "https" ? https : http) as Server;

  test.each(requests)("%s has nosniff, and HSTS over https", async (_what, status, ask) => {
    const answer = await ask(server());
    expect(answer.status).toBe(status);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(answer.headers["strict-transport-security"]).toBe(
      scheme === "https" ? "max-age=31536000; includeSubDomains" : undefined,
    );
  });

  test("invalid HTTP gets both headers too", async () => {
    const { hostname, port } = new URL(server().url);
    const said = await new Promise<string>((done) => {
      let text = "";
      const socket = connect(Number(port), hostname, () => socket.write("\u0016 hello\r\n\r\n"));
      socket.on("data", (chunk) => (text += chunk.toString()));
      socket.on("close", () => done(text));
    });
    expect(said).toMatch(/^HTTP\/1\.1 400 [^]*\r\nX-Content-Type-Options: nosniff\r\n/);
    expect(/Strict-Transport-Security: max-age=31536000/.test(said)).toBe(scheme === "https");
  });
});

test("behind https every cookie is `__Host-` and Secure, and is read back under that name [TRUST-16]", async () => {
  const visitor = aVisitor(https?.url ?? "");
  const lines: string[] = [];
  const note = ({ headers }: { headers: Headers }) => void lines.push(...headers.getSetCookie());
  note(await visitor.signIn("root"));
  note(await visitor.post("/light", { lite: "1", returnUrl: "/app/home" }));
  expect((await visitor.get("/app/home")).html).not.toContain("<script");
  note(await visitor.post("/app/alerts/read", { mark: "abcdefabcdef", returnUrl: "/app/home" }));
  note(await visitor.get("/app/stats/sites?start=2026-03-01&end=2026-03-02"));
  expect((await visitor.get("/app/stats/sites")).html).toContain('value="2026-03-01"');
  const options = await visitor.get("/app/profile");
  const version = /name="version" value="(\d+)"/.exec(options.html)?.[1] ?? "";
  const saved = await visitor.post("/app/profile", {
    intent: "admin",
    version,
    email: "root@example.org",
    showSuspend: "true",
  });
  note(saved);
  const names = [...new Set(lines.map((line) => line.slice(0, line.indexOf("="))))].sort();
  expect(names).toEqual(
    ["dateRange", "last", "lite", "mark", "read", "session", "toast"].map((name) => `__Host-${name}`),
  );
  for (const line of lines) {
    expect(line).toMatch(SECURE_COOKIE);
    expect(line).toMatch(/; Path=\/(;|$)/);
  }
  expect((await visitor.get("/app/profile")).headers.getSetCookie().join()).toMatch(/__Host-toast=;.*Max-Age=0/);
});

test("over http the cookies keep their plain names", async () => {
  const visitor = aVisitor(http?.url ?? "");
  await visitor.signIn("root");
  await visitor.post("/light", { lite: "1", returnUrl: "/app/home" });
  expect([...visitor.cookies.keys()].sort()).toEqual(["last", "lite", "mark", "session"]);
});

test("behind https only the origin of APP_URL counts as own, for any host and Sec-Fetch-Site of the request [TRUST-17]", async () => {
  const server = https as Server;
  const { host } = new URL(server.url);
  const status = async (headers: Record<string, string>) =>
    (await send(server, "POST", "/login", { ...FORM, ...headers }, "username=a&password=b")).status;
  expect(await status({ Origin: OWN })).toBe(422);
  expect(await status({ Origin: OWN, "Sec-Fetch-Site": "same-origin" })).toBe(422);
  expect(await status({ "Sec-Fetch-Site": "same-origin" })).toBe(422);
  expect(await status({ Origin: `http://${host}` })).toBe(403);
  expect(await status({ Host: "links.example.org", Origin: "http://links.example.org" })).toBe(403);
  const elsewhere = { Origin: "https://links.example.org", "Sec-Fetch-Site": "same-origin" };
  expect(await status({ ...elsewhere, Host: "links.example.org" })).toBe(403);
  const visitor = aVisitor(server.url);
  await visitor.signIn("root");
  const Cookie = [...visitor.cookies].map((pair) => pair.join("=")).join("; ");
  const call = async (headers: Record<string, string>) =>
    (await send(server, "POST", "/api/sites/search", { ...JSON_BODY, Cookie, ...headers }, "{}")).status;
  expect(await call({ Origin: OWN })).toBe(200);
  expect(await call({ "Sec-Fetch-Site": "same-origin" })).toBe(200);
  expect(await call({ Origin: `http://${host}` })).toBe(403);
  expect(await call(elsewhere)).toBe(403);
});
