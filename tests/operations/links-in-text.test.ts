import { expect } from "vitest";
import { execute } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { decrypt, linksInText, ownLinkCodes } from "../../server/links";
import { ask, refused } from "../reports/ask";
import { anAdmin } from "../world/builders";
import { test } from "../world/rollback";

const IDS = { siteId: 3, typeId: 14, agentId: 159 };
const DIRECT = "api/links/go/3/14/159";
const own = async () => `api/l/${(await ownLinkCodes()).encode(IDS)}`;
const anOldCode = (code: string, { siteId, typeId, agentId } = IDS) =>
  execute(sql`
    INSERT INTO legacy_links (code, site_id, type_id, agent_id) VALUES (${code}, ${siteId}, ${typeId}, ${agentId})`);

/** Texts that contain the path of a link, and the link as it is then read. */
const AROUND: [
  name: string,
  text: (path: string) => string,
  read: { host?: string; scheme?: string; path?: string; query?: string },
][] = [
  ["alone", (path) => path, {}],
  ["with its slash", (path) => `/${path}`, {}],
  ["as a full address", (path) => `https://shop.example/${path}`, { host: "shop.example" }],
  [
    "with port and user",
    (path) => `http://me@Shop.Example:8080/${path}`,
    { host: "shop.example:8080", scheme: "http" },
  ],
  ["without a scheme", (path) => `shop.example/${path}`, { host: "shop.example" }],
  ["without a scheme's name", (path) => `//shop.example/${path}`, { host: "shop.example" }],
  [
    "with a query",
    (path) => `http://a.example/${path}?sub1=x&sub2=y#z`,
    { host: "a.example", scheme: "http", query: "sub1=x&sub2=y" },
  ],
  ["at the end of a sentence", (path) => `Look at https://a.example/${path}.`, { host: "a.example" }],
  ["in brackets", (path) => `Mine (https://a.example/${path}?sub1=x), yours`, { host: "a.example", query: "sub1=x" }],
  ["as an anchor", (path) => `<a href="https://a.example/${path}">go</a>`, { host: "a.example" }],
  [
    "as HTML",
    (path) => `<p>https://a.example/${path}?sub1=x&amp;sub2=y</p>`,
    { host: "a.example", query: "sub1=x&sub2=y" },
  ],
  ["in Markdown", (path) => `[go](https://a.example/${path}) _now_`, { host: "a.example" }],
  ["emphasised", (path) => `_https://a.example/${path}_`, { host: "a.example" }],
  ["between commas", (path) => `${path},other,${path}`, {}],
  ["below another path", (path) => `https://a.example/go/${path}`, { host: "a.example", path: "/go/" }],
  ["with a slash behind", (path) => `https://a.example/${path}/`, { host: "a.example" }],
  [
    "encoded in a redirector's parameter",
    (path) => `https://safe.example/?url=${encodeURIComponent(`https://a.example/${path}`)}&x=1`,
    { host: "a.example" },
  ],
  [
    "in a redirector's parameter",
    (path) => `https://safe.example/?url=https://a.example/${path}`,
    { host: "a.example" },
  ],
  [
    "wrapped by a mail",
    (path) => `Hello,\r\nhttps://a.example/${path.slice(0, 9)}=\r\n${path.slice(9)}?sub1=3Dx\r\n`,
    { host: "a.example", query: "sub1=x" },
  ],
  [
    "with invisible characters",
    (path) => `https://a.example/${path.slice(0, 9)}\u200b${path.slice(9)}`,
    { host: "a.example" },
  ],
  ["in other alphabets", (path) => `Смотри：https://a.example/${path}。`, { host: "a.example" }],
];

test.each(AROUND)("a link of each shape is found %s [TRANS-03, TRANS-04, TRANS-05]", async (name, text, read) => {
  await anOldCode("old_17-x");
  const shapes = { direct: DIRECT, encoded: await own(), legacy: "api/l/old_17-x" };
  for (const [shape, path] of Object.entries(shapes)) {
    const { host = null, scheme = "https", query = "" } = read;
    const whole = `${read.path ?? "/"}${path}${name === "with a slash behind" ? "/" : ""}`;
    expect(await linksInText(text(path)), shape).toEqual([{ ...IDS, shape, host, scheme, path: whole, query }]);
  }
});

test.each(["-", "_", "__", "-x"])("a code that ends with %s is found before punctuation [TRANS-04]", async (end) => {
  await anOldCode(`old${end}`);
  for (const text of [`_https://a.example/api/l/old${end}_`, `api/l/old${end}`]) {
    expect(await linksInText(text)).toMatchObject([{ ...IDS, path: `/api/l/old${end}` }]);
  }
});

test("a code alone is a link, ours or the older server's, with its exact spelling [TRANS-04]", async () => {
  await anOldCode("Old-17");
  const code = (await own()).slice("api/l/".length);
  for (const text of [code, ` ${code}\n`])
    expect(await linksInText(text)).toMatchObject([{ ...IDS, shape: "encoded" }]);
  expect(await linksInText("Old-17")).toMatchObject([{ ...IDS, shape: "legacy", path: "/api/l/Old-17" }]);
  expect(await linksInText("old-17")).toEqual([]);
});

test("several links are read in order, each once, and at most twenty [TRANS-03]", async () => {
  const mail = `From: a@b.example\nOne: https://a.example/${DIRECT}\nAgain: https://a.example/${DIRECT}, two: ${await own()}; api/links/go/1/2/3`;
  expect((await linksInText(mail)).map(({ shape, siteId }) => `${shape} ${siteId}`)).toEqual([
    ...["direct 3", "encoded 3", "direct 1"],
  ]);
  const many = Array.from({ length: 30 }, (_, i) => `api/links/go/1/2/${i + 1}`).join(" ");
  expect(await linksInText(many)).toHaveLength(20);
  const unknown = Array.from({ length: 300 }, (_, i) => `api/l/x${i}`).join(" ");
  expect(await linksInText(`${unknown} ${DIRECT}`)).toEqual([]);
  expect(await linksInText(`${unknown.slice(0, 900)} ${DIRECT}`)).toHaveLength(1);
});

test.each([
  ["nothing", ""],
  ["words", "Please look at my links."],
  ["two IDs", "api/links/go/3/14"],
  ["an ID of zero", "api/links/go/0/14/159"],
  ["a leading zero", "api/links/go/03/14/159"],
  ["an ID that is too large", "api/links/go/3/14/2147483648"],
  ["an ID of eleven digits", "api/links/go/3/14/15900000000"],
  ["another word before", `myapi/links/go/3/14/159`],
  ["a path in upper case", "API/links/go/3/14/159"],
  ["another path", "api/links/3/14/159"],
  ["an unknown code", "https://a.example/api/l/no-code"],
  ["a code that is too long", `https://a.example/api/l/${"a".repeat(65)}`],
  ["broken encoding", "https%3A%2F%2Fa.example%2Fapi%2Fl%2F%ff%zz"],
])("%s is not a link [TRANS-08]", async (_name, text) => expect(await linksInText(text)).toEqual([]));

test("a changed, shortened or lengthened code is not a link [TRANS-05]", async () => {
  const path = await own();
  const last = path.at(-1) === "A" ? "B" : "A";
  for (const wrong of [path.slice(0, -1) + last, path.slice(0, -1), `${path}A`]) {
    expect(await linksInText(`https://a.example/${wrong}`)).toEqual([]);
  }
});

test("the call also reads codes of the older server and a link in any text; other text is 404 [API-53, TRANS-09]", async () => {
  await anOldCode("old-17");
  const { actor } = await anAdmin();
  const texts = ["old-17", "https://was.example/api/l/old-17?sub1=a", `See https://a.example/${DIRECT}.`, await own()];
  for (const value of texts) expect([value, await ask(decrypt, actor, { value })]).toEqual([value, IDS]);
  expect(await refused(decrypt, actor, { value: "old-18" })).toEqual({ status: 404 });
});
