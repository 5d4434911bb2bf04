import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { format, resolveConfig } from "prettier";
import { answerOf, type Example, examples } from "~/http/document/examples.server";
import { aWorld, type World } from "./client";
import { aFolder } from "../world/server";
import { makePreparedCalls } from "./prepared/calls";
import { admits, keysOf, lines, payload, rowOf, type SignIn, SIGN_INS } from "./lines";

/**
 * The examples of the API document are recorded from real calls. With EXAMPLES=write this test records them again. It
 * fails if a call answers other keys than its example, because these are promised: edit the example by hand first.
 */
const FILE = path.resolve("app/http/document/examples.json");
const SECRET = /token|secret|password|captcha|recoveryCodes|challenge|ticket|^image$|^qr$|^uri$|^check$/i;
const LONGEST = 160;
const REQUEST_ID = "0b8f2c5e-3d7a-4f0e-9c41-5a2b7d6e8f90";

type Line = (typeof lines)[number];
type RefusalBody = NonNullable<Example["refusal"]>["body"] & { data?: Record<string, unknown> };

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await aFolder();
  world = await aWorld({ DATA_DIR: folder, RELEASE_BY_TWO: "on" });
});
afterAll(() => world?.server.stop());

/** The answer as shown in the document: one item of each list, no secrets, short texts, and two links of a report. */
function shorten(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => shorten(item, key));
  if (typeof value === "string") return isSecret(key) ? hidden(key) : shortText(value, key);
  if (value === null || typeof value !== "object") return value;
  const links = Object.keys(value).filter((name) => /^\d+b?$/.test(name));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      links.indexOf(name) > 1 ? [] : [[name, name === "requestId" ? REQUEST_ID : shorten(item, name)]],
    ),
  );
}

const isSecret = (key: string): boolean => /^password|^totp$/.test(key) || SECRET.test(key);
const hidden = (key: string): string => (key === "totp" ? "123456" : /^password/.test(key) ? "a-good-password" : "…");

function shortText(value: string, key: string): string {
  // The beginning of base64url, without a mark of the cut, which would not be base64url.
  if (key === "clientDataJSON" || key === "attestationObject") return value.slice(0, 40);
  // Calls accept the name with its table, the document has it without.
  if (key === "field") return value.slice(value.lastIndexOf(".") + 1);
  const text = value
    .replaceAll(/https?:\/\/127\.0\.0\.1:\d+/g, "https://office.example.org")
    .replaceAll(/127\.0\.0\.1%3A\d+/g, "office.example.org")
    .replaceAll(/\bu[0-9a-f]{8}\b/g, "nightjar")
    .replace(/token=.*/, "token=abc")
    .replace(/(\/developers\/).*/, "$1abc")
    .replace(/(\/feeds\/feed_)\w+/, "$1abc");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** A refusal as shown. The messages at its fields are shown, also those of secret fields. */
function shortenRefusal(body: RefusalBody): RefusalBody {
  const short = (value: unknown) =>
    Array.isArray(value) ? value.map((text) => shortText(String(text), "")) : shorten(value);
  const data = Object.entries(body.data ?? {}).map(([field, value]) => [field, short(value)] as const);
  const shown = shorten(body) as RefusalBody;
  return body.data ? { ...shown, data: Object.fromEntries(data) } : shown;
}

type Parts = Record<string, unknown>;
const filledParts = async (parts: Parts | undefined, as: SignIn) =>
  (await world.filled(parts ?? {}, world.clients[as])) as Parts;

const filled = async (line: Line, parts: Parts | undefined, as: SignIn): Promise<string> =>
  Object.entries(await filledParts(parts, as)).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, String(value)),
    `${line.method} ${line.address}`,
  );

/** IDs in the path are numbers, though the contract writes them as texts. */
const asNumber = (value: unknown) => (/^[1-9]\d*$/.test(String(value)) ? Number(value) : value);
const shownParts = (parts: Parts) =>
  Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, shorten(asNumber(value), name)]));

async function record(line: Line): Promise<Example> {
  const as = line.example?.as ?? SIGN_INS.find((one) => admits(line, one))!;
  const client = world.clients[as];
  const result: Example = {};
  const isAnswering = line.who !== "anyone" && !line.ends && (line.method === "GET" || (line.example && !line.path));
  if (isAnswering) {
    const query = (await world.filled(line.query ?? {}, client)) as Record<string, string>;
    const call = (await filled(line, line.path, as)) + (line.query ? `?${new URLSearchParams(query).toString()}` : "");
    const request = line.method === "GET" ? undefined : await world.filled(line.example?.give ?? {}, client);
    const { status, body } = await client.call(call, request && payload(line, request as Record<string, unknown>));
    if (line.path || line.query) result.parameters = shownParts({ ...(await filledParts(line.path, as)), ...query });
    if (request && !line.form) result.request = shorten(request);
    if (status < 300) result.answer = shorten(body);
    else result.refusal = { status, body: shortenRefusal(body as RefusalBody) };
  }
  if (line.refusal && line.method !== "GET") {
    const call = await filled(line, line.wrongPath ?? line.path, "super");
    const { status, body } = await world.clients.super.call(call, payload(line, line.refused ?? {}));
    result.refusal = { status, body: shortenRefusal(body as RefusalBody) };
  }
  return result;
}

test("every call has an example with the keys of its real answer", async () => {
  const recorded: Record<string, Example> = {};
  for (const line of lines) {
    const example = await record(line);
    recorded[line.call] = example;
  }
  for (const { call, parameters, request, answer } of await makePreparedCalls(world, path.join(folder, "outbox"))) {
    const { refusal } = recorded[call] ?? {};
    recorded[call] = {
      ...(parameters ? { parameters: shownParts(parameters) } : {}),
      ...(request ? { request: shorten(request) } : {}),
      answer: shorten(answer),
      ...(refusal && { refusal }),
    };
  }
  const isAnswered = (line: Line) => line.status >= 300 || recorded[line.call]?.answer !== undefined;
  expect(lines.filter((line) => !isAnswered(line)).map(({ call }) => call)).toEqual([]);
  for (const [call, { answer, refusal }] of Object.entries(recorded)) {
    if (!examples[call]) continue;
    for (const part of [(all: unknown) => all, rowOf]) {
      const [now, then] = [keysOf(part(answer)), keysOf(part(examples[call].answer))];
      if (then) expect({ call, keys: now }).toEqual({ call, keys: then });
    }
    expect({ call, refusal: refusal?.status }).toEqual({ call, refusal: examples[call].refusal?.status });
  }
  if (process.env.EXAMPLES === "write") {
    const text = JSON.stringify(recorded, (call, value: Example) => {
      const other = answerOf(call);
      return other ? { ...value, answer: undefined, answerOf: other } : value;
    });
    writeFileSync(FILE, await format(text, { ...(await resolveConfig(FILE)), filepath: FILE }));
    return;
  }
  expect(Object.keys(examples).sort()).toEqual(Object.keys(recorded).sort());
});
