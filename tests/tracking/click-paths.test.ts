import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../server/kernel/database/sql";
import { ownLinkCodes } from "../../server/links";
import { routeOf } from "../../server/tracking/route";
import { aDatabase } from "../world/database";
import { aShop, change, type Clicking, clicksOf, openClicking, type Shop } from "./click-world";

/**
 * Each tracked path has one spelling, which marks of a pasted text may follow. Any other below the paths of links is
 * answered 404.
 */

let site: Clicking;
let shop: Shop;
beforeAll(async () => {
  await (await aDatabase()).enter();
  shop = await aShop({ heard: false });
  site = await openClicking();
});
afterAll(() => site.close());

const CODE = "abcDEF_-0123456789abcDEF_-012345";

/** Spellings of a path that other programs treat as equal. */
function* spellings(path: string): Generator<string> {
  yield* [`/${path}`, `//x${path}`, `${path}%00`, `${path};a=1`, `${path}.json`, `${path},1`, `${path}%2f1`];
  yield* [`${path}//1`, `${path}/%2e1`, `${path}%`, `${path}%E2%80`, `${path}%20a`, `${path}${".".repeat(101)}`];
  yield* [`/.${path}`, `/..${path}`, `/x/..${path}`, `/%2e%2e${path}`, `/%2e${path}`, path.slice(1), `\\${path}`];
  yield* [`http://localhost${path}`, `HTTP://localhost${path}`, `https://evil.example${path}`, `//localhost${path}`];
  yield* [
    path.toUpperCase(),
    path.replace("/api", "/API"),
    path.replace("/api", "/Api"),
    path.replace("/api", "/%61pi"),
  ];
  yield* [`${path}%3Fa=1`, `${path}%23`, `${path}&a=1`, `${path}=`, `${path}+`, `${path}%40`];
  for (let at = path.indexOf("/", 1); at > 0; at = path.indexOf("/", at + 1)) {
    const [before, after] = [path.slice(0, at), path.slice(at + 1)];
    for (const slash of ["//", "%2f", "%2F", "%5c", "\\", "/./", "/../", "/%2e/", "%252f", "/ /"]) {
      yield before + slash + after;
    }
  }
}

const paths = () => [`/api/l/${CODE}`, shop.path, "/api/postback"];
const ids = () => [
  ...["/api/l/", "/api/l", `/api/l/${CODE}é`, `/api/l/${"a".repeat(65)}`, `/api/l/a b`, "/api/l/?c=1", "/api/lx/abc"],
  ...[
    "/api/links/go/1/2",
    "/api/links/go/1/2/3/4",
    "/api/links/go/0/2/3",
    "/api/links/go/01/2/3",
    "/api/links/go/1/02/3",
    "/api/links/go/1/2/03",
    "/api/links/go/1/2/-3",
  ],
  ...[
    "/api/links/go/1/2/3.0",
    "/api/links/go/1/2/3e1",
    "/api/links/go/1/2/0x3",
    "/api/links/go/1/2/+3",
    "/api/links/go/1/2/ 3",
  ],
  ...[
    "/api/links/go/1/2/",
    "/api/links/go/1//3",
    "/api/links/go/１/2/3",
    "/api/links/go/1/2/12345678901",
    "/api/links/Go/1/2/3",
  ],
  ...["/api/postbacks", "/api/Postback", "/api/postback/1", "", "/", "*", "/api", "/app/home", "/api/links/list"],
];

test("over 200 odd spellings of the tracked paths are not handled as links [TRACK-18]", () => {
  const odd = new Set([...paths().flatMap((path) => [...spellings(path)]), ...ids()]);
  expect(odd.size).toBeGreaterThan(200);
  for (const target of odd) expect([target, routeOf(target)?.kind ?? "unknown"]).toEqual([target, "unknown"]);
  const below = [
    "/api/l//x",
    "/api//l/x",
    "/API/l/x",
    "/api%2Fl/x",
    "//api/l/x",
    "/api/links//go/1/2/3",
    "/api/links/go",
    "/api/l",
  ];
  for (const target of below) expect([target, routeOf(target)]).toEqual([target, { kind: "unknown" }]);
  for (const target of ["/api/links/list", "/api/lists", "/app/home", "/api/links/going", ""])
    expect([target, routeOf(target)]).toEqual([target, undefined]);
});

const PICKED_UP = [
  ...[
    "/",
    "//",
    ".",
    ",",
    ";",
    ":",
    "!",
    ")",
    "]",
    "}",
    "%3E",
    '"',
    "'",
    "*",
    "~",
    "`",
    "/.",
    "...",
    "\\",
    "%5C%22",
    "|",
  ],
  ...["%20", "%09", "%0D%0A", "%C2%A0", "%E2%80%8B", "%2F", "%2E", "%2C", "%29", "%5D", "%22", "%27", "%60", "%7D"],
  ...["%E2%80%9D", "%E2%80%99", "%C2%BB", "%E2%80%A6", "%E3%80%82", "%EF%BC%89", "%22%29.", ").%20", "%22%3E"],
  ...["\u201d", Buffer.from("\u201d).").toString("latin1"), "-_"],
];

test.each(PICKED_UP)("%j behind a pasted link is dropped [TRACK-18]", (marks) => {
  const route = routeOf(`/api/links/go/1/2/3${marks}?sub1=a`);
  expect(route).toEqual({ kind: "link", siteId: 1, typeId: 2, agentId: 3, query: "sub1=a" });
  if (!/^[-_]/.test(marks)) expect(routeOf(`/api/l/${CODE}${marks}`)).toEqual({ kind: "code", code: CODE, query: "" });
});

test("the canonical spelling is handled with any query [TRACK-18]", () => {
  expect(routeOf(`/api/l/${CODE}`)).toEqual({ kind: "code", code: CODE, query: "" });
  expect(routeOf(`/api/l/${CODE}?a=/../%00//`)).toEqual({ kind: "code", code: CODE, query: "a=/../%00//" });
  expect(routeOf("/api/links/go/1/22/4294967296?")).toEqual({
    ...{ kind: "link", siteId: 1, typeId: 22, agentId: 4_294_967_296, query: "" },
  });
  expect(routeOf("/api/postback?clickid=1")).toEqual({ kind: "postback", query: "clickid=1" });
});

test("a pasted link redirects and is counted, in both of its shapes [TRACK-18]", async () => {
  const code = (await ownLinkCodes()).encode({
    siteId: shop.type.siteId,
    typeId: shop.type.id,
    agentId: shop.agent.id,
  });
  const before = (await clicksOf(shop.agent)).length;
  const targets = [shop.path, `/api/l/${code}`].flatMap((path) => [
    `${path}/`,
    `${path}.`,
    `${path}%20`,
    `${path}%E2%80%9D)`,
  ]);
  for (const target of [...targets, `/api/l/${code}_`])
    expect([target, await statusOf(target)]).toEqual([target, "302"]);
  expect((await clicksOf(shop.agent)).length).toBe(before + targets.length + 1);
  expect(await statusOf(`/api/l/${code}a`)).toBe("404");
});

const ACCEPT: [string | undefined, "page" | "json"][] = [
  [undefined, "page"],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "page"],
  ["*/*", "page"],
  ["text/*", "page"],
  ["application/json", "json"],
  ["application/json, text/plain, */*", "json"],
  ["application/json, text/html;q=0", "json"],
  ["image/png", "json"],
];

test.each(ACCEPT)("a dead link answers Accept: %s with a %s [TRACK-10, TRACK-18]", async (accept, kind) => {
  const suspended = await aShop();
  await change(sql`UPDATE types SET active = false WHERE id = ${suspended.type.id}`);
  const cases = [
    ["/api/l/nope", 404, "NOT_FOUND", "This link does not work. Please check that you copied all of it."],
    ["/api/links/go/4/13", 404, "NOT_FOUND", "This link does not work. Please check that you copied all of it."],
    ["/api/l//x", 404, "NOT_FOUND", "This link does not work. Please check that you copied all of it."],
    [suspended.path, 410, "GONE", "This link is no longer active."],
  ] as const;
  for (const [path, status, code, message] of cases) {
    const answer = await site.open(path, accept === undefined ? {} : { Accept: accept });
    const type = answer.headers["content-type"];
    expect([path, answer.status, type]).toEqual([
      path,
      status,
      kind === "page" ? "text/html; charset=utf-8" : "application/json",
    ]);
    if (kind === "page") {
      expect(answer.body).toContain(message);
      expect(answer.body).toMatch(
        /<html lang="en" class="harbor">.*<span class="brand" data-mark="H">Harbor<\/span>.*© 2026 Harbor/s,
      );
      const style = /<style>(.*)<\/style>/s.exec(answer.body)?.[1] ?? "missing";
      expect(answer.body.replace(style, "")).not.toMatch(/<script|https?:|href/);
      expect(style).not.toMatch(/@import|url\((?!"?data:)/);
      // Without a build there are no styles.
      expect(style).toContain(existsSync("build/client") ? ".brand" : "");
      const hash = createHash("sha256").update(style).digest("base64");
      expect(answer.headers["content-security-policy"]).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
    } else expect(JSON.parse(answer.body)).toMatchObject({ code, message });
    expect([answer.headers["x-robots-tag"], answer.headers["cache-control"]]).toEqual([
      "noindex, nofollow",
      "no-store",
    ]);
  }
});

test("an odd spelling sent over a raw socket is not found and stores nothing [TRACK-18]", async () => {
  const odd = [...spellings(shop.path)].filter((target) => /^[!-~]+$/.test(target));
  expect(odd.length).toBeGreaterThan(60);
  const before = (await clicksOf(shop.agent)).length;
  for (const target of odd)
    expect([target, await statusOf(target)]).toEqual([target, expect.stringMatching(/^4(04|18|00)$/)]);
  expect(await statusOf(shop.path)).toBe("302");
  expect((await clicksOf(shop.agent)).length).toBe(before + 1);
});

/** The status of a request with its target exactly as given, which higher-level clients would normalize. */
function statusOf(target: string): Promise<string> {
  return new Promise((told, failed) => {
    const socket = connect(site.port, "127.0.0.1", () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: Mozilla/5.0\r\nConnection: close\r\n\r\n`),
    );
    let text = "";
    socket.on("data", (data) => (text += data.toString("latin1")));
    socket.on("end", () => told(text.slice(9, 12)));
    socket.on("error", failed);
  });
}
