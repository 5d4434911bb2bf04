import fc from "fast-check";
import type { FuzzRequest, Role } from "./request";
import { aHostileValue, fittingObject, type Known, type Schema, spoiled } from "./values";
import { aText } from "./texts";

/** Requests to every call of the product's own OpenAPI document, nearly valid or invalid in every way. */

type Parameter = { name: string; in: "path" | "query"; required?: boolean; schema: Schema };
type Described = {
  "x-needs"?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
export type Document = { paths: Record<string, Record<string, Described>> };

export const ROLES: readonly Role[] = ["chief", "admin", "manager", "agent", "nobody"];
export const aRole: fc.Arbitrary<Role> = fc.oneof(
  { arbitrary: fc.constant<Role>("chief"), weight: 4 },
  { arbitrary: fc.constantFrom(...ROLES), weight: 5 },
);

const NEEDED: Record<string, Role> = {
  "only:agent": "agent",
  "only:company": "manager",
  "only:agent|only:company": "agent",
  agent: "agent",
  company: "manager",
};
/** Mostly a role with permission: a request refused for its role reaches no other check. */
const whoMay = (needs: string | undefined): fc.Arbitrary<Role> =>
  fc.oneof(
    { arbitrary: fc.constant(NEEDED[needs ?? ""] ?? "chief"), weight: 5 },
    { arbitrary: fc.constant<Role>(needs?.startsWith("only:") ? NEEDED[needs]! : "chief"), weight: 2 },
    { arbitrary: fc.constantFrom(...ROLES), weight: 2 },
  );

/** Calls excluded because they end the session; other tests cover them. */
const ENDS = /^\/api\/auth\/(logout|sessions|totp\/confirm)/;
const TRACKED = /^\/api\/(l\/|links\/go\/|postback)/;

export const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());
const asText = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** Bodies that are not JSON, or JSON that parsers interpret differently. */
const RAW: readonly string[] = [
  ...[
    "{",
    "[",
    '{"a":',
    "{]",
    "nul",
    "'a'",
    "{'a':1}",
    "{a:1}",
    '{"a":1,}',
    "[1,]",
    "NaN",
    "Infinity",
    "01",
    "1.",
    ".5",
  ],
  ...[
    "-",
    "+1",
    "0x1",
    '"\\x"',
    '"\t"',
    '"\\ud800"',
    '"\\u0000"',
    "\ufeff{}",
    "{}{}",
    "{} x",
    "/**/{}",
    "null",
    "true",
  ],
  ...["[]", "0", '""', '{"":1}', '{"__proto__":{"role":0}}', '{"constructor":{"prototype":{"role":0}}}'],
  ...['{"username":"a","username":"b"}', '{"id":1,"id":2}', '{"ids":[1e400]}', '{"ids":[1e-400]}', '{"page":1e5}'],
  ...[`{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`, `{"a":${'{"a":'.repeat(400)}1${"}".repeat(400)}}`],
  ...[`{"a":1${"0".repeat(5_000)}}`, `{"a":0.${"1".repeat(5_000)}}`, '{"a\\u0000b":1}', '{"\\ud800":1}'],
  `{${Array.from({ length: 1_001 }, (_, i) => `"k${i}":1`).join()}}`,
  `{"a":"${"x".repeat(101 * 1024)}"}`,
  `{"html":"${"<p>".repeat(20_000)}"}`,
  `{"html":"${"<a ".repeat(20_000)}"}`,
  `{"html":"<p>${"\u{1f600}".repeat(50_000)}"}`,
];
const TYPES = [
  ...["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=x"],
  ...["application/json; charset=utf-16", "application/jsonx", "application/json", "", "a/b/c", ";", "text/html"],
];
const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "PROPFIND"];

const json = { "Content-Type": "application/json" };
const buffer = (text: string, encoding: "utf8" | "latin1" = "utf8") => Buffer.from(text, encoding);

/** The document's path with its parameters filled in: mostly the company's ids, sometimes any text. */
function filled(path: string, parameters: readonly Parameter[], known: Known): fc.Arbitrary<string> {
  const names = parameters.filter(({ in: place }) => place === "path").map(({ name }) => name);
  const parts = names.map((name) =>
    fc.oneof({ arbitrary: (known(name) ?? fc.integer({ min: 1, max: 7 })).map(String), weight: 5 }, aText.map(encoded)),
  );
  return fc
    .tuple(...parts)
    .map((values) => names.reduce((made, name, i) => made.replace(`{${name}}`, values[i] || "%20"), path));
}

const queryOf = (values: Record<string, unknown>): string => {
  const pairs = Object.entries(values).flatMap(([key, value]) =>
    [value].flat().map((one) => `${encoded(key)}=${encoded(asText(one))}`),
  );
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
};

function oneCall(path: string, method: string, described: Described, known: Known): fc.Arbitrary<FuzzRequest> {
  const parameters = described.parameters ?? [];
  const inQuery = parameters.filter(({ in: place }) => place === "query");
  const [type, content] = Object.entries(described.requestBody?.content ?? {})[0] ?? [];
  const schema: Schema = content?.schema ?? {
    type: "object",
    properties: Object.fromEntries(inQuery.map(({ name, schema: inner }) => [name, inner])),
  };
  const keys = Object.keys(schema.properties ?? {});
  const values = spoiled(fittingObject(schema, known), keys.length > 0 ? keys : ["x"]);
  const line = `${method.toUpperCase()} ${path}`;
  const reads = method === "get" && !path.endsWith("/migrate");
  const base = { line, method: method.toUpperCase(), by: "bearer" as const, reads };
  const asked = fc.tuple(filled(path, parameters, known), whoMay(described["x-needs"]));
  const nearly = fc.tuple(asked, values).map(([[where, as], given]): FuzzRequest => {
    if (method === "get" || method === "delete") return { ...base, as, path: where + queryOf(given) };
    return { ...base, as, path: where, headers: json, body: buffer(JSON.stringify(given)) };
  });
  const odd = fc
    .tuple(asked, fc.constantFrom(...RAW), fc.constantFrom(...TYPES), fc.constantFrom(...METHODS), fc.nat(9))
    .map(([[where, as], raw, other, verb, kind]): FuzzRequest => {
      const headers = kind < 5 ? json : { "Content-Type": other };
      const sent = kind > 7 ? verb : base.method;
      const body = sent === "GET" || sent === "HEAD" || sent === "TRACE" ? undefined : buffer(raw);
      return { ...base, as, path: where, method: sent, headers, body, reads: false };
    });
  const whole = aHostileValue.chain((value) =>
    asked.map(([where, as]): FuzzRequest => ({
      ...{ ...base, as, path: where, headers: json, reads: false },
      body: buffer(JSON.stringify(value) ?? ""),
      method: base.method === "GET" ? "POST" : base.method,
    })),
  );
  const isForm = type === "multipart/form-data";
  return fc.oneof(
    { arbitrary: isForm ? odd : nearly, weight: 8 },
    { arbitrary: odd, weight: 2 },
    { arbitrary: whole, weight: 1 },
  );
}

export function calls({ paths }: Document, known: Known): fc.Arbitrary<FuzzRequest> {
  const all = Object.entries(paths)
    .filter(([path]) => !TRACKED.test(path) && !ENDS.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => oneCall(path, method, described, known)),
    );
  return fc.oneof(...all);
}
