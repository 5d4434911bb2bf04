import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routeOf } from "../../server/tracking/route";
import { aDatabase } from "../world/database";
import { aShop, type Clicking, clicksOf, openClicking, type Shop } from "./click-world";

/**
 * Each tracked path has one spelling. The link handler passes any other on to the rest of the product, which answers
 * 404.
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
  yield* [`${path}/`, `${path}//`, `/${path}`, `//x${path}`, `${path}%20`, `${path}%00`, `${path}\\`, `${path};a=1`];
  yield* [`${path}.`, `${path}..`, `${path}/.`, `${path}/..`, `${path}.json`, `${path},1`, `${path}%0a`, `${path}%2f`];
  yield* [`/.${path}`, `/..${path}`, `/x/..${path}`, `/%2e%2e${path}`, `/%2e${path}`, path.slice(1), `\\${path}`];
  yield* [`http://localhost${path}`, `HTTP://localhost${path}`, `https://evil.example${path}`, `//localhost${path}`];
  yield* [
    path.toUpperCase(),
    path.replace("/api", "/API"),
    path.replace("/api", "/Api"),
    path.replace("/api", "/%61pi"),
  ];
  yield* [`${path}%3Fa=1`, `${path}%23`, `${path}&a=1`, `${path}=`, `${path}+`, `${path}*`, `${path}~`, `${path}%`];
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
  for (const target of odd) expect([target, routeOf(target)]).toEqual([target, undefined]);
});

test("the canonical spelling is handled with any query [TRACK-18]", () => {
  expect(routeOf(`/api/l/${CODE}`)).toEqual({ kind: "code", code: CODE, query: "" });
  expect(routeOf(`/api/l/${CODE}?a=/../%00//`)).toEqual({ kind: "code", code: CODE, query: "a=/../%00//" });
  expect(routeOf("/api/links/go/1/22/4294967296?")).toEqual({
    ...{ kind: "link", siteId: 1, typeId: 22, agentId: 4_294_967_296, query: "" },
  });
  expect(routeOf("/api/postback?clickid=1")).toEqual({ kind: "postback", query: "clickid=1" });
});

test("an odd spelling sent over a raw socket reaches the rest of the product and stores nothing [TRACK-18]", async () => {
  const odd = [...spellings(shop.path)].filter((target) => /^[!-~]+$/.test(target));
  expect(odd.length).toBeGreaterThan(80);
  const before = (await clicksOf(shop.agent)).length;
  for (const target of odd)
    expect([target, await statusOf(target)]).toEqual([target, expect.stringMatching(/^4(18|00)$/)]);
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
