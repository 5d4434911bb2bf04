import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { pageOf } from "../world/page";
import { aServer, type Server } from "../world/server";

let server: Server;
beforeAll(async () => {
  server = await aServer();
});

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

/** fetch() sets Sec-Fetch-Site itself and normalizes addresses; this sends them unchanged. */
function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Promise<Answer> {
  const { hostname, port } = new URL(server.url);
  return new Promise((done, failed) => {
    const sent = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
      answer.on("end", () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    sent.on("error", failed);
    sent.end(body);
  });
}

/** Sends the parts one after another, each when the server had time to read the one before; resolves with the response. */
async function inPackets(...parts: string[]): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise((done) => socket.once("close", done));
  socket.on("error", () => undefined);
  for (const part of parts) {
    socket.write(part);
    await pause(100);
  }
  await ended;
  return text;
}

const JSON_BODY = { "Content-Type": "application/json" };
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

test("an address over 8 KB is 414 and a broken one 400, each in its own form [TRUST-23]", async () => {
  const long = "x".repeat(8_200);
  expect((await send("GET", `/${long}`)).status).toBe(414);
  expect((await send("GET", `/${"x".repeat(20_000)}`)).status).toBe(414);
  expect((await send("GET", `/${"x".repeat(40_000)}`)).status).toBe(414);
  // In several packets, of which only the last one exceeds the limit.
  expect(await inPackets("GET /", "x".repeat(30_000), `${"x".repeat(5_000)} HTTP/1.1\r\nHost: a\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 414 /,
  );
  expect(await inPackets("GET / HTTP/1.1\r\nHost: a\r\n", `Cookie: ${"x".repeat(40_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 431 /,
  );
  expect(JSON.parse((await send("GET", `/api/${long}`)).text)).toMatchObject({ code: "TOO_LARGE" });
  for (const path of ["/%", "/app/%zz", "/app/home?q=%E0%A4%A"]) {
    const answer = await send("GET", path);
    expect(answer.status, path).toBe(400);
    expect(answer.headers["content-type"]).toMatch(/^text\/html/);
  }
  const call = await send("GET", "/api/%ff");
  expect({ status: call.status, ...JSON.parse(call.text) }).toMatchObject({ status: 400, code: "MALFORMED" });
});

test("screens allow only GET, HEAD and POST, and a 405 of a call lists its methods [TRUST-23]", async () => {
  for (const method of ["PUT", "DELETE", "TRACE", "PROPFIND"]) {
    const screen = await send(method, "/app/home");
    expect([method, screen.status, screen.headers.allow]).toEqual([method, 405, "GET, HEAD, POST"]);
    const call = await send(method, "/api/news/last");
    expect([method, call.status, call.headers.allow]).toEqual([method, 405, "GET, HEAD"]);
    expect(JSON.parse(call.text)).toMatchObject({ code: "METHOD_NOT_ALLOWED" });
  }
});

test("a post to a file of a screen is refused in words with the request's ID, not by the framework", async () => {
  for (const path of ["/app/agents/export.csv", "/images/abc.png"]) {
    const { status, headers, text } = await send("POST", path, { "Sec-Fetch-Site": "same-origin" }, "a=b");
    expect([path, status, headers.allow]).toEqual([path, 405, "GET, HEAD"]);
    expect(text).toContain("Please open this address.");
    expect(headers["x-request-id"]).toBeDefined();
  }
});

test("a form of another content type is 415, an incomplete one 400, and one with too many fields 422 [TRUST-23]", async () => {
  const own = { "Sec-Fetch-Site": "same-origin" };
  const many = Array.from({ length: 1_001 }, (_, n) => `n${n}=`).join("&");
  for (const path of ["/login", "/forgot", "/reset", "/light", "/app/agents"]) {
    const plain = await send("POST", path, { ...own, "Content-Type": "text/plain" }, "username=x");
    const broken = await send("POST", path, { ...own, "Content-Type": "multipart/form-data; boundary=x" }, "--y");
    expect([path, plain.status, broken.status]).toEqual([path, 415, 400]);
  }
  for (const path of ["/login", "/forgot", "/app/agents"]) {
    expect([path, (await send("POST", path, { ...own, ...FORM }, many)).status]).toEqual([path, 422]);
  }
});

test("paths with two slashes and invalid hosts cause no server fault [TRUST-23]", async () => {
  const headers = { "Sec-Fetch-Site": "same-origin" };
  for (const path of ["//%7B%7D", "//elsewhere.example/app/home", "/\\elsewhere.example", "/%5c", "//%5c%5c"]) {
    for (const method of ["GET", "POST"]) {
      const { status, headers: given } = await send(method, path, headers);
      expect([method, path, status < 500, /^\/(?![/\\])/.test(String(given.location ?? "/"))]).toEqual([
        ...[method, path, true, true],
      ]);
    }
  }
  for (const host of ["[", "a b", "x:99999", "user@host"]) {
    expect([host, (await send("GET", "/login", { Host: host })).status < 500]).toEqual([host, true]);
  }
});

test("files that do not exist and the framework's data addresses are 404", async () => {
  const paths = [
    "/nothing.png",
    "/wp-login.php",
    "/app/home.data",
    "/__manifest",
    "/app/home?_data=root",
    "/app?_routes=",
  ];
  for (const path of [...paths, "/assets/..%2f..%2fpackage.json", "/assets/../../package.json", "/.env"]) {
    expect((await send("GET", path)).status, path).toBe(404);
  }
  expect((await send("GET", "/api/nothing.png")).headers["content-type"]).toMatch(/^application\/json/);
});

test("invalid HTTP gets a 400 and the server keeps running [TRUST-23]", async () => {
  const { hostname, port } = new URL(server.url);
  const said = await new Promise<string>((done) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => socket.write("\u0016\u0003\u0001 hello\r\n\r\n"));
    socket.on("data", (chunk) => (text += chunk.toString()));
    socket.on("close", () => done(text));
  });
  expect(said).toMatch(/^HTTP\/1\.1 400 /);
  expect((await send("GET", "/healthz")).status).toBe(200);
});

test("a form must come from the product's own pages, by Sec-Fetch-Site or Origin [TRUST-17]", async () => {
  const origin = server.url;
  const status = async (headers: Record<string, string>) =>
    (await send("POST", "/login", { ...FORM, ...headers }, "username=a&password=b")).status;
  expect(await status({})).toBe(403);
  expect(await status({ Origin: "https://elsewhere.example" })).toBe(403);
  expect(await status({ Origin: "null" })).toBe(403);
  for (const site of ["cross-site", "same-site", ""]) {
    expect(await status({ "Sec-Fetch-Site": site, Origin: origin }), site).toBe(403);
  }
  expect(await status({ Origin: origin })).toBe(422);
  expect(await status({ "Sec-Fetch-Site": "same-origin" })).toBe(422);
  expect(await status({ "Sec-Fetch-Site": "none" })).toBe(422);
  expect((await send("POST", "/logout", { Host: "elsewhere.example", Origin: server.url })).status).toBe(403);
});

test("a call without a cookie needs no origin, and its body is limited as it arrives [TRUST-23]", async () => {
  const small = await send("POST", "/api/auth/login", JSON_BODY, '{"username":"a","password":"b"}');
  expect(small.status).toBe(422);
  const heavy = JSON.stringify({ username: "a".repeat(110 * 1024), password: "b" });
  const declared = await send("POST", "/api/auth/login", JSON_BODY, heavy);
  expect({ status: declared.status, ...JSON.parse(declared.text) }).toMatchObject({ status: 413, code: "TOO_LARGE" });
  const chunked = await send("POST", "/api/auth/login", { ...JSON_BODY, "Transfer-Encoding": "chunked" }, heavy);
  expect(chunked.status).toBe(413);
});

test("an unread body does not block the connection's next request [TRUST-23]", async () => {
  const { hostname, port } = new URL(server.url);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (path: string, body: string) =>
    new Promise<number>((done, failed) => {
      const headers = { ...JSON_BODY, "Content-Length": Buffer.byteLength(body) };
      const sent = request({ hostname, port, method: "POST", path, headers, agent, timeout: 60_000 }, (answer) => {
        answer.resume().on("end", () => done(answer.statusCode ?? 0));
      });
      sent.on("timeout", () => sent.destroy(new Error("No answer."))).on("error", failed);
      sent.end(body);
    });
  const heavy = JSON.stringify({ pad: "x".repeat(1_000_000) });
  for (let turn = 0; turn < 5; turn += 1) {
    expect(await ask("/api/auth/login", heavy)).toBe(413);
    expect(await ask("/api/news", heavy)).toBe(401);
    expect(await ask("/api/auth/login", `{"username":"turn${turn}","password":"b"}`)).toBe(422);
  }
  agent.destroy();
});

test("files of the build are compressed and cached for a year, others for an hour", async () => {
  const page = await send("GET", "/login");
  const script = pageOf(page.text).one("script[type=module]")?.attr("src") ?? "";
  const plain = await send("GET", script);
  expect(plain.headers).toMatchObject({ "cache-control": "public, max-age=31536000, immutable" });
  for (const encoding of ["br", "gzip"]) {
    const small = await send("GET", script, { "Accept-Encoding": encoding });
    expect(small.headers["content-encoding"]).toBe(encoding);
    expect(Number(small.headers["content-length"])).toBeLessThan(Number(plain.headers["content-length"]));
  }
  expect((await send("GET", script, { "Accept-Encoding": "br;q=0" })).headers["content-encoding"]).toBeUndefined();
  const icon = await send("GET", "/favicon.ico");
  expect(icon.headers).toMatchObject({ "content-type": "image/x-icon", "cache-control": "public, max-age=3600" });
  expect((await send("GET", "/favicon.ico", { "If-None-Match": String(icon.headers.etag) })).status).toBe(304);
  expect(page.headers["cache-control"]).toMatch(/no-store/);
});

test("pages have the complete policy with a nonce of their own [TRUST-19]", async () => {
  const [one, other] = [await send("GET", "/login"), await send("GET", "/login")];
  const policy = String(one.headers["content-security-policy"]).replace(/'nonce-[^']+'/, "'nonce'");
  expect(policy.split(";").map((part) => part.trim())).toEqual([
    "default-src 'none'",
    "script-src 'self' 'nonce'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "worker-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]);
  // The chart library creates an empty style.
  const charts = await send("GET", "/app/stats/office-performance-chart?start=2026-01-01");
  expect(charts.headers["content-security-policy"]).toContain(
    "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';",
  );
  expect(one.headers["content-security-policy"]).not.toBe(other.headers["content-security-policy"]);
  expect(one.headers).toMatchObject({ "referrer-policy": "same-origin", "x-content-type-options": "nosniff" });
  expect(one.headers["x-frame-options"]).toBe("DENY");
  expect(one.headers["x-powered-by"]).toBeUndefined();
  expect(one.headers["strict-transport-security"]).toBeUndefined();
});

test("with an https address pages send HSTS and upgrade-insecure-requests", async () => {
  const { url, stop } = await aServer({ env: { APP_URL: "https://desk.example" } });
  const answer = await fetch(`${url}/login`, { redirect: "manual" });
  expect(answer.headers.get("strict-transport-security")).toMatch(/max-age=31536000/);
  expect(answer.headers.get("content-security-policy")).toMatch(/upgrade-insecure-requests/);
  const form = await fetch(`${url}/login`, {
    method: "POST",
    headers: { Origin: "https://desk.example" },
    body: "a=b",
  });
  expect(form.status).not.toBe(403);
  await stop();
});
