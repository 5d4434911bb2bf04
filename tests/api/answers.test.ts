import { beforeAll, expect, test } from "vitest";
import { anAgent, anOffice, aSite, aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { aServer, type Server } from "../world/server";
import { PASSWORD } from "../world/shared";
import { signedIn } from "../world/visitor";
import { type Answer, send, signIn } from "./client";

let server: Server;
let limited: Server;
let token: string;
let officeId: number;
let siteId: number;

beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  await aSuperadmin({ username: "boss" });
  await aSuperadmin({ username: "aide" });
  const office = await anOffice({ officeName: "North" });
  officeId = office.id;
  await anAgent({ username: "una", office });
  siteId = (await aSite({ sitename: "Lantern" })).id;
  server = await aServer({ workers: 0, database });
  limited = await aServer({ database, workers: 2, env: { API_RATE: "20" } });
  token = await signIn(server, "boss", PASSWORD);
});

const call = (line: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  send(server, line, body, { Authorization: `Bearer ${token}`, ...headers });
const strict = { Prefer: "respond-async, handling=strict" };

test("405 lists the methods of exactly that path, not of one with an ID in its place", async () => {
  for (const [line, allow, message] of [
    ["PATCH agents/status", "POST", "Please use POST."],
    ["DELETE offices/status", "POST", "Please use POST."],
    ["PATCH agents/7", "DELETE, GET, HEAD, POST", "Please use DELETE or GET or POST."],
    ["PATCH sites", "GET, HEAD, PUT", "Please use GET or PUT."],
    ["GET agents/search", "POST", "Please use POST."],
  ] as const) {
    const { status, headers, body } = await call(line);
    expect([line, status, headers.get("Allow")]).toEqual([line, 405, allow]);
    expect(body).toMatchObject({ message, data: { allow: allow.split(", ") } });
  }
});

test("an unknown key of a search is a warning beside the result, at any depth", async () => {
  const criteria = [{ field: "username", value: "una", comparision: "LIKE" }];
  const { status, body } = await call("POST agents/search", { pagesize: 1, criteria });
  expect(status).toBe(200);
  const { items, warnings } = body as { items: unknown[]; warnings: { field: string; message: string }[] };
  expect(items).toHaveLength(1);
  expect(warnings.map(({ field }) => field)).toEqual(["pagesize", "criteria[0].comparision"]);
  expect(warnings[0]!.message).toMatch(/^There is no such key\. Keys: .*pageSize/);
  expect(warnings[1]!.message).toBe("There is no such key. Keys: field, operator, comparison, value.");
  expect((await call("POST agents/search", { pageSize: 1 })).body).not.toHaveProperty("warnings");
});

test("an unknown key of a query string is a warning too", async () => {
  const { body } = await call(`GET sites/${siteId}?verbose=1`);
  expect(body).toMatchObject({ id: siteId, warnings: [{ field: "verbose" }] });
});

test("at most 20 warnings answer a body of 900 unknown keys", async () => {
  const many = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`k${i}`, 1]));
  expect((await call("POST agents/search", many)).body).toMatchObject({ warnings: { length: 20 } });
});

test("under handling=strict a misspelled field of a change is refused, and nothing changes", async () => {
  const change = { officeNmae: "South" };
  expect((await call(`POST offices/${officeId}`, change)).status).toBe(200);
  const refused = await call(`POST offices/${officeId}`, change, strict);
  expect(refused.status).toBe(422);
  expect(Object.keys((refused.body as { data: object }).data)).toEqual(["officeNmae"]);
  const done = await call(`POST offices/${officeId}`, { officeName: "South" }, strict);
  expect([done.status, done.headers.get("Preference-Applied")]).toEqual([200, "handling=strict"]);
  expect((await call("POST agents/search", { pagesize: 1 }, strict)).status).toBe(422);
  const agent = await signIn(server, "una", PASSWORD);
  const headers = { Authorization: `Bearer ${agent}`, ...strict };
  expect((await send(server, `POST offices/${officeId}`, change, headers)).status).toBe(403);
});

test("a refusal names the allowed values, the missing record and the request", async () => {
  const sorted = await call("POST agents/search", { sortField: "shoes" });
  expect((sorted.body as { data: Record<string, string[]> }).data.sortField![0]).toMatch(
    /^This column cannot be sorted\. Allowed: .*username/,
  );
  const searched = await call("POST agents/search", { criteria: [{ field: "shoes", value: 1 }] });
  expect((searched.body as { data: Record<string, string[]> }).data["criteria[0].field"]![0]).toMatch(
    /^This field cannot be searched\. Allowed: .*username/,
  );
  const flag = await call("POST agents/search", { sortAsc: "up" });
  expect(flag.body).toMatchObject({ data: { sortAsc: ["Please choose yes or no. Expected true or false."] } });
  const status = await call("POST sites/status", { ids: [1], status: "on" });
  expect(status.body).toMatchObject({ data: { status: ["Please choose yes or no. Allowed: true, false, 0, 1."] } });
  const list = await call("POST agents/search", { criteria: { field: "username" } });
  expect(list.body).toMatchObject({
    data: { criteria: ["Please send a list of objects with field, comparison and value."] },
  });
  for (const report of ["sites", "sites/avp", "sites-payout", "sites-payout/avp"]) {
    const half = { start: "2026-03-01", end: "2026-03-15" };
    const { body } = await call(`POST stats/${report}`, { ...half, sortField: "shoes" });
    expect((body as { data: Record<string, string[]> }).data.sortField![0]).toMatch(
      /^This column cannot be sorted\. Allowed: date, .*uniques/,
    );
  }
  for (const [line, message] of [
    ["GET agents/99999", "There is no such agent."],
    ["GET offices/99999", "There is no such office."],
    ["GET sites/99999", "There is no such site."],
    ["GET types/99999", "There is no such link."],
    ["GET admins/99999", "There is no such admin."],
    ["GET preferredDomains/99999", "There is no such domain."],
    ["GET site-manuals/99999", "There is no such manual."],
    ["DELETE auth/remote-tokens/99999", "There is no such remote token."],
    ["DELETE auth/sessions/99999", "There is no such session."],
    ["GET agents/first", "There is no such record."],
  ] as const) {
    const { status, body, headers } = await call(line);
    expect([line, status, body]).toMatchObject([line, 404, { code: "NOT_FOUND", message }]);
    expect((body as { requestId: string }).requestId).toBe(headers.get("X-Request-Id"));
  }
});

test("a refusal says for programs what would be right, and lists the groupings of the caller's role alone", async () => {
  const isId = "Please send the ID of a record, a whole number from 1.";
  for (const siteId of [undefined, "7", 0, 1.5]) {
    const { status, body } = await call("POST links/list", { siteId });
    expect([status, body]).toMatchObject([422, { message: isId, data: { siteId: [isId] } }]);
  }
  for (const range of [{}, { start: "2026-03-15", end: "2026-03-01" }, { start: "15.3.2026", end: "2026-03-16" }]) {
    const { body } = await call("POST stats/sites", range);
    expect(body).toMatchObject({
      message: expect.stringContaining("New York days (YYYY-MM-DD)"),
      data: { start: ["Date Range is not valid"] },
    });
  }
  const agent = await signIn(server, "una", PASSWORD);
  for (const groupBy of ["agent", "sub9"]) {
    const asked = { groupBy, start: "2026-03-01", end: "2026-03-15" };
    const { body } = await send(server, "POST stats/sites", asked, { Authorization: `Bearer ${agent}` });
    const further = "type, country, sub1, sub2, sub3, sub4, sub5, hour, referrer, device";
    const message = `Please choose one from the list. Allowed: date, detail, ${further}.`;
    expect(body).toMatchObject({ data: { groupBy: [message] } });
  }
  const unknown = await send(server, "GET accounts/me", undefined, { Authorization: "Bearer ct_0" });
  expect(unknown.body).toMatchObject({ message: expect.stringContaining("expired or revoked") });
  expect(unknown.headers.get("Link")).toBe('</api/docs#INVALID_TOKEN>; rel="help"');
});

test("a repeat under one Idempotency-Key says that it is the first answer", async () => {
  const key = { "Idempotency-Key": "domain-1" };
  const domain = { domain: "https://nightjar.example.org" };
  const first = await call("PUT preferredDomains", domain, key);
  const again = await call("PUT preferredDomains", domain, key);
  expect([first.status, first.headers.get("Idempotent-Replayed")]).toEqual([201, null]);
  expect([again.status, again.headers.get("Idempotent-Replayed")]).toEqual([201, "true"]);
  expect(again.body).toEqual(first.body);
});

test("records and lists of the catalogue are not sent again while unchanged", async () => {
  for (const line of [`GET sites/${siteId}`, "GET sites", "GET preferredDomains", `GET offices/${officeId}`]) {
    const first = await call(line);
    const known = { "If-None-Match": String(first.headers.get("ETag")) };
    const again = await call(line, undefined, known);
    expect([line, first.status, again.status, again.body]).toEqual([line, 200, 304, ""]);
  }
  const before = await call(`GET offices/${officeId}`);
  await call(`POST offices/${officeId}`, { officeName: "West" });
  const after = await call(`GET offices/${officeId}`, undefined, {
    "If-None-Match": String(before.headers.get("ETag")),
  });
  expect([after.status, after.body]).toMatchObject([200, { officeName: "West" }]);
});

test("every answer names its request, also a read one and 304", async () => {
  for (const line of ["GET accounts/me", "GET sites", `GET sites/${siteId}`, "GET captcha", "POST agents/search"]) {
    const { status, headers } = await call(line, line.startsWith("POST") ? {} : undefined);
    expect([line, status, headers.get("X-Request-Id")]).toEqual([line, 200, expect.stringMatching(/^[\da-f-]{36}$/)]);
    const tag = headers.get("ETag");
    if (!tag) continue;
    const again = await call(line, undefined, { "If-None-Match": tag });
    expect([line, again.status, again.headers.get("X-Request-Id")?.length]).toEqual([line, 304, 36]);
  }
});

test("If-Match is the version that a change is based on, and 412 answers another", async () => {
  const before = await call(`GET offices/${officeId}`);
  const { version } = before.body as { version: number };
  const tag = String(before.headers.get("ETag"));
  expect(tag).toMatch(RegExp(`^W/"${version}\\.`));
  const change = (condition: string, officeName: string, more = {}) =>
    call(`POST offices/${officeId}`, { officeName, ...more }, { "If-Match": condition });
  const done = await change(tag, "Matched");
  expect([done.status, done.body]).toMatchObject([200, { officeName: "Matched", version: version + 1 }]);
  const outdated = await change(tag, "Lost", { version: version + 1 });
  expect([outdated.status, outdated.body]).toMatchObject([
    412,
    { code: "PRECONDITION_FAILED", data: { current: { officeName: "Matched", version: version + 1 } } },
  ]);
  expect((await change(`"${version + 1}"`, "Again")).status).toBe(200);
  for (const condition of ['"nope"', "7", '"1", "2"']) {
    expect([condition, (await change(condition, "Lost")).status]).toEqual([condition, 412]);
  }
  expect((await change("*", "Any")).body).toMatchObject({ officeName: "Any", version: version + 3 });
  const without = await call("POST offices/status", { ids: [officeId], hidden: false }, { "If-Match": '"1"' });
  expect(without.status).toBe(412);
  const agent = await signIn(server, "una", PASSWORD);
  const foreign = { Authorization: `Bearer ${agent}`, "If-Match": '"nope"' };
  expect((await send(server, `POST offices/${officeId}`, { officeName: "Lost" }, foreign)).status).toBe(403);
});

test("answers are compressed for programs with a token that accept it", async () => {
  const sizes = async (accepts: string) => {
    const { status, headers, body } = await call(`GET history/office/${officeId}`, undefined, {
      "Accept-Encoding": accepts,
    });
    expect([status, (body as { total: number }).total > 3]).toEqual([200, true]);
    expect(headers.get("Vary")).toMatch(/Accept-Encoding/);
    return [headers.get("Content-Encoding"), Number(headers.get("Content-Length"))] as const;
  };
  const [plain, gzip, brotli] = [await sizes("identity"), await sizes("gzip"), await sizes("gzip, br")];
  expect([plain[0], gzip[0], brotli[0]]).toEqual([null, "gzip", "br"]);
  expect(gzip[1]).toBeLessThan(plain[1] / 2);
});

test("a session of a browser gets its answers uncompressed: another site could guess at them by their size", async () => {
  const visitor = await signedIn(server.url, "boss");
  const { status, headers } = await visitor.get(`/api/history/office/${officeId}`, { "Accept-Encoding": "br" });
  expect([status, headers.get("Content-Encoding")]).toEqual([200, null]);
});

test("a refusal links to its explanation, and is a problem of RFC 9457 for programs that ask for one", async () => {
  const docs = await (await fetch(`${server.url}/api/docs`)).text();
  for (const [line, headers] of [
    ["GET agents/99999", {}],
    ["PATCH sites", {}],
    ["GET accounts/me", { Authorization: "Bearer of-nobody" }],
  ] as const) {
    const plain = await call(line, undefined, headers);
    const { code, message } = plain.body as { code: string; message: string };
    expect(plain.headers.get("Link")).toBe(`</api/docs#${code}>; rel="help"`);
    expect(docs).toContain(` id="${code}"`);
    const asked = await call(line, undefined, { ...headers, Accept: "application/problem+json" });
    expect([asked.status, asked.headers.get("Content-Type")]).toEqual([plain.status, "application/problem+json"]);
    const problem = JSON.parse(asked.body as string) as Record<string, unknown>;
    const title = expect.stringMatching(/^[A-Z][a-z ]+$/) as unknown;
    const instance = `urn:uuid:${asked.headers.get("X-Request-Id")}`;
    expect(problem).toMatchObject({
      type: `/api/docs#${code}`,
      title,
      status: plain.status,
      detail: message,
      code,
      instance,
    });
  }
});

test("a new record has its address, where a call reads it", async () => {
  const made = await call("PUT preferredDomains", { domain: "https://heron.example.org" });
  const location = `/api/preferredDomains/${(made.body as { id: number }).id}`;
  expect([made.status, made.headers.get("Location")]).toEqual([201, location]);
  expect((await call(`GET ${location.slice("/api/".length)}`)).body).toEqual(made.body);
  const token = { kind: "client", name: "heron", scope: "read", days: 1 };
  expect((await call("POST auth/remote-tokens", token)).headers.get("Location")).toBeNull();
});

test("agents are migrated by POST; the GET still works and says that it is deprecated", async () => {
  const [post, get] = [await call("POST accounts/migrate"), await call("GET accounts/migrate")];
  expect([post.status, post.headers.get("Deprecation")]).toEqual([200, null]);
  expect([get.status, get.headers.get("Deprecation")]).toEqual([200, "@1795478400"]);
  expect(get.headers.get("Sunset")).toBe("Wed, 24 Nov 2027 00:00:00 GMT");
  const { paths } = (await call("GET openapi.json")).body as { paths: Record<string, Record<string, unknown>> };
  expect(paths["/api/accounts/migrate"]).toMatchObject({ get: { deprecated: true } });
  expect(paths["/api/accounts/migrate"]!.post).not.toHaveProperty("deprecated");
});

test("a client token has a checksum, and a mistyped one is turned away", async () => {
  const made = await call("POST auth/remote-tokens", { kind: "client", name: "mirror", scope: "read", days: 1 });
  const client = (made.body as { token: string }).token;
  expect(client).toMatch(/^ct_[0-9a-f]{72}$/);
  const read = (text: string) => send(server, "GET accounts/me", undefined, { Authorization: `Bearer ${text}` });
  expect((await read(client)).status).toBe(200);
  const mistyped = client.slice(0, 10) + (client[10] === "0" ? "1" : "0") + client.slice(11);
  expect((await read(mistyped)).status).toBe(401);
});

test("a token that asks too often waits, in all processes at once, and other tokens do not", async () => {
  const own = { Authorization: `Bearer ${await signIn(limited, "boss", PASSWORD)}`, Connection: "close" };
  const other = { Authorization: `Bearer ${await signIn(limited, "aide", PASSWORD)}`, Connection: "close" };
  const answers = await Promise.all(Array.from({ length: 30 }, () => send(limited, "GET accounts/me", undefined, own)));
  const refused = answers.filter(({ status }) => status === 429);
  // A minute may end between two of them.
  expect(refused.length).toBeGreaterThan(0);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(20);
  const [{ headers, body }] = refused as [Answer];
  expect(body).toMatchObject({ code: "TOO_MANY_REQUESTS", requestId: headers.get("X-Request-Id") });
  expect(headers.get("RateLimit-Limit")).toBe("20");
  expect(headers.get("RateLimit-Remaining")).toBe("0");
  const wait = Number(headers.get("Retry-After"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect(headers.get("RateLimit-Reset")).toBe(String(wait));
  const free = await send(limited, "GET accounts/me", undefined, other);
  expect([free.status, free.headers.get("RateLimit-Limit")]).toEqual([200, "20"]);
  expect((await send(limited, "GET health", undefined, own)).headers.get("RateLimit-Limit")).toBeNull();
});

test("an address with too many calls waits, whatever tokens it invents", async () => {
  const invented = (i: number) => ({ Authorization: `Bearer ct_${i}`, "X-Forwarded-For": "192.0.2.7" });
  const statuses = new Set<number>();
  // A busy machine may answer some of them 503; the limit answers 429.
  for (let sent = 0; sent < 220; sent += 20) {
    const some = Array.from({ length: 20 }, (_, i) => send(limited, "GET accounts/me", undefined, invented(sent + i)));
    for (const { status } of await Promise.all(some)) statuses.add(status);
  }
  expect([...statuses].filter((status) => status !== 503).sort()).toEqual([401, 429]);
});
