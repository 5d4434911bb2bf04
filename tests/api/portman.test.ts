import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openapi } from "~/http/calls/openapi.server";
import { installTools, program, TOOLS } from "../openapi-tools/install";
import { callOf, changed, type Collection, type Made, type Request, runCollection } from "../openapi-tools/newman";
import { aWorld, signIn, type World } from "./client";
import { lines, type SignIn, SIGN_INS } from "./lines";

/**
 * Postman's programs and the API: Portman makes a collection with contract tests from the document, and Newman runs it
 * and the collection that the server offers.
 */

const OUT = path.join(TOOLS, "out");
// The calls change passwords, so each collection has a company of its own.
let world: World;
beforeAll(async () => {
  await installTools();
  mkdirSync(OUT, { recursive: true });
}, 1_200_000);
beforeEach(async () => {
  world = await aWorld();
});
afterEach(() => world.server.stop());

/** The calls that change nothing or add something, and that the contract gives a payload that succeeds. */
const calls = lines.filter(
  ({ who, status, ends, form, method, example, path: parts }) =>
    who !== "anyone" && status < 400 && !ends && !form && (method === "GET" || (example && parts === undefined)),
);
const known = new Map(calls.map((line) => [line.call, line]));

/** The request with IDs and values of the demo company in place of recorded ones. Undefined leaves it out. */
async function filledIn(request: Request, as: SignIn): Promise<Request | undefined> {
  const line = known.get(callOf(request));
  if (!line || (line.example?.as ?? as) !== as) return undefined;
  const fill = (values: object) => world.filled(values, world.clients[as]) as Promise<Record<string, unknown>>;
  const parts = await fill(line.path ?? {});
  const query = await fill(line.query ?? {});
  const raw = JSON.stringify(await fill(line.example?.give ?? {}));
  return {
    ...request,
    url: {
      ...request.url,
      variable: request.url.variable?.map((one) => ({ ...one, value: String(parts[one.key] ?? one.value) })),
      query: Object.entries(query).map(([key, value]) => ({ key, value: String(value) })),
    },
    ...(request.body ? { body: { ...request.body, raw } } : {}),
  };
}

/** The answers to the collection's requests as each of the demo's accounts. */
async function runs(name: string, collection: Collection): Promise<Record<SignIn, Made[]>> {
  const made = {} as Record<SignIn, Made[]>;
  for (const as of SIGN_INS) {
    const filled = await changed(collection, (request) => filledIn(request, as));
    const { url } = world.server;
    const variables = {
      token: await signIn(world.server, as),
      bearerToken: "{{token}}",
      baseUrl: url,
      base: `${url}/api`,
    };
    made[as] = await runCollection(`${name}-${as}`, filled, variables);
  }
  return made;
}

const isGood = ({ status = 0 }: Made) => status >= 200 && status < 400;
/** The calls that no account could make, with the statuses of what was tried. */
function neverAnswered(made: Record<SignIn, Made[]>): Record<string, (number | undefined)[]> {
  const all = Object.values(made).flat();
  const tried = calls.map(({ call }) => [call, all.filter((one) => one.call === call)] as const);
  const never = tried.filter(([, ones]) => !ones.some(isGood));
  return Object.fromEntries(never.map(([call, ones]) => [call, ones.map(({ status }) => status)]));
}

test("Portman's tests of types, keys and schemas hold for the answers that Newman gets", async () => {
  const document = path.join(OUT, "portman-openapi.json");
  const collection = path.join(OUT, "portman-collection.json");
  const config = path.join(OUT, "portman.json");
  writeFileSync(document, JSON.stringify(openapi()));
  const enabled = { enabled: true };
  const checks = { contentType: enabled, jsonBody: enabled, schemaValidation: enabled, headersPresent: enabled };
  const contractTests = [{ openApiOperation: "*::/**", ...checks }];
  writeFileSync(config, JSON.stringify({ version: 1, tests: { contractTests } }));
  const made = await promisify(execFile)(
    process.execPath,
    program("portman", "-l", document, "-o", collection, "-c", config),
    { cwd: TOOLS, maxBuffer: 2 ** 26 },
  );
  expect(made.stdout).toMatch(/Collection written/);
  const ran = await runs("portman", JSON.parse(readFileSync(collection, "utf8")) as Collection);
  const faults = Object.entries(ran).flatMap(([as, answers]) =>
    answers.filter(isGood).flatMap(({ call, faults: found }) => found.map((fault) => `${call} as ${as}: ${fault}`)),
  );
  expect(faults).toEqual([]);
  expect(neverAnswered(ran)).toEqual({});
});

test("Newman runs the collection that the server offers", async () => {
  const offered = (await (await fetch(`${world.server.url}/api/postman.json`)).json()) as Collection;
  const ran = await runs("offered", offered);
  expect(
    Object.values(ran)
      .flat()
      .filter(({ status = 0 }) => status === 0 || status >= 500),
  ).toEqual([]);
  expect(neverAnswered(ran)).toEqual({});
});
