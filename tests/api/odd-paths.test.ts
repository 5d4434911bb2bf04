import http from "node:http";
import { beforeAll, expect, test } from "vitest";
import { anOffice, aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { aServer, type Server } from "../world/server";
import { PASSWORD } from "../world/shared";
import { signIn } from "./client";

let server: Server;
let token: string;

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  await aSuperadmin({ username: "boss" });
  await anOffice({ officeName: "North" });
  server = await aServer({ workers: 0, database });
  token = await signIn(server, "boss", PASSWORD);
});

type Answer = { status: number; type: string; text: string };

/** Sends the path unchanged: fetch would resolve its dots. */
function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
  return new Promise((done, failed) => {
    const request = http.request(
      server.url,
      { method, path, headers: { Accept: "text/html", ...headers } },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (part: string) => (text += part));
        answer.on("end", () =>
          done({ status: answer.statusCode ?? 0, type: answer.headers["content-type"] ?? "", text }),
        );
      },
    );
    request.on("error", failed);
    request.end(body);
  });
}

/** Describes an answer that is not JSON, or an error that has no code. */
function fault(line: string, method: string, { status, type, text }: Answer): string | undefined {
  if (!type.startsWith("application/json")) return `${line}: ${status} ${type}`;
  if (method === "HEAD" || status < 400) return undefined;
  const { code, message } = JSON.parse(text) as { code?: string; message?: string };
  return code && message ? undefined : `${line}: ${text}`;
}

const BREAKS = ["%0a", "%0d%0aX", "%0D", "%0b", "%e2%80%a8", "%e2%80%a9", "%c2%85", "%00", "%7f", "%1b", "%09"];
const SLASHES = ["%2f", "%2F..%2f", "%5c", "\\", "//", "/./", "/../", "%2e", "%2e%2e", "..", ".", ";a=b", "/..;/"];
const LETTERS = [
  "%c3%a9",
  "%f0%9f%98%80",
  "%e2%80%ae",
  "%ef%bb%bf",
  "%20",
  "+",
  "*",
  ":id",
  "@",
  "$",
  "%25",
  "%250a",
  "a.b",
];
const BROKEN = ["%", "%z", "%zz", "%ff", "%c3", "%e2%80", "%u0041"];
const LONG = ["x".repeat(3_000), "x".repeat(9_000), "%0a".repeat(500), "a/".repeat(1_000)];
const BASES = ["", "sites", "sites/1", "agents/search", "unknown", "docs", "l", "links/decrypt"];

const paths = BASES.flatMap((base) =>
  [...BREAKS, ...SLASHES, ...LETTERS, ...BROKEN, ...LONG].flatMap((odd) => [
    `/api/${base}/${odd}`,
    `/api/${base}${odd}`,
    `/api/${odd}/${base}`,
  ]),
);
const OTHER_SPELLINGS = [
  "/API/sites",
  "/Api/sites",
  "//api/sites",
  "/%61pi/sites",
  "/api%2fsites",
  "/app/../api/sites",
];

/** The address of an encoded link, whatever slashes it was copied with. */
const LINK = /^\/api(\/|\\|%2f|%5c)+l(\/|\\|%2f|%5c|$)/i;

test("every odd path under /api/ gets JSON: line breaks, slashes, dots and broken encodings", async () => {
  const faults: string[] = [];
  let count = 0;
  for (const [at, path] of [...new Set(paths), ...OTHER_SPELLINGS].entries()) {
    const headers: Record<string, string> = at % 2 ? { Authorization: `Bearer ${token}` } : {};
    // These have pages of their own: unknown links and the document of the calls.
    if (/^\/api\/docs\/*$/.test(path)) continue;
    const answer = await ask("GET", path, headers);
    if (LINK.test(path) && answer.status >= 400 && answer.type.startsWith("text/html")) continue;
    faults.push(...[fault(`GET ${path.slice(0, 60)}`, "GET", answer)].flatMap((one) => one ?? []));
    count += 1;
  }
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(500);
});

test("dots in a path under /api/ do not reach a screen: GET and POST are 404", async () => {
  for (const path of ["/api/../login", "/api/%2e%2e/login", "/api/x/../../login", "/api/./../app/home"]) {
    expect([path, (await ask("GET", path)).status]).toEqual([path, 404]);
    const headers = { "Content-Type": "application/x-www-form-urlencoded", Authorization: `Bearer ${token}` };
    expect([path, (await ask("POST", path, headers, "username=boss")).status]).toEqual([path, 404]);
  }
});

test("every method and error under /api/ gets JSON: 400, 401, 404, 405, 413, 414, 415", async () => {
  const json = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  const lines: [number, string, string, Record<string, string>?, string?][] = [
    [401, "GET", "/api/sites"],
    [404, "GET", "/api/sites/%0d%0aX", json],
    [404, "POST", "/api/sites/%0d%0aX", json, "{}"],
    [404, "GET", "/api"],
    [404, "GET", "/api/"],
    [404, "OPTIONS", "/api/unknown"],
    [405, "PATCH", "/api/sites", json, "{}"],
    [405, "PROPFIND", "/api/sites", json],
    [405, "OPTIONS", "/api/sites"],
    [405, "HEAD", "/api/agents/search", json],
    [400, "GET", "/api/sites/%"],
    [400, "POST", "/api/agents/search", json, "{"],
    [413, "POST", "/api/agents/search", json, JSON.stringify({ page: "x".repeat(200_000) })],
    [413, "POST", "/api/agents/search", json, JSON.stringify({ page: "x".repeat(4_000_000) })],
    [414, "GET", `/api/sites/${"x".repeat(9_000)}`],
    [415, "POST", "/api/agents/search", { ...json, "Content-Type": "text/plain" }, "x"],
  ];
  for (const [status, method, path, headers, body] of lines) {
    const answer = await ask(method, path, headers, body);
    const line = `${method} ${path.slice(0, 60)}`;
    expect([line, answer.status]).toEqual([line, status]);
    expect(fault(line, method, answer)).toBe(undefined);
  }
});
