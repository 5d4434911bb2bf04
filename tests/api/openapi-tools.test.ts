import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openapi } from "~/http/calls/openapi.server";
import { installTools, program, TOOLS } from "../openapi-tools/install";
import { aPrism, type Prism, violationsOf } from "../openapi-tools/prism";
import { aWorld, type Client, type World } from "./client";
import { admits, lines, payload, type SignIn, SIGN_INS } from "./lines";

/** The tools that developers of client programs use accept the API document, and the server answers as it says. */

const OUT = path.join(TOOLS, "out");
const DOCUMENT = path.join(TOOLS, "openapi.json");
const REDOCLY = path.resolve("node_modules/@redocly/cli/bin/cli.js");
const OPENAPI_TYPESCRIPT = path.resolve("node_modules/openapi-typescript/bin/cli.js");
const QUIET = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };

beforeAll(async () => {
  await installTools();
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  writeFileSync(DOCUMENT, JSON.stringify(openapi()));
}, 1_200_000);
afterAll(() => rmSync(OUT, { recursive: true, force: true }));

type Ended = { status: number; said: string };
async function run(args: readonly string[]): Promise<Ended> {
  const options = { cwd: TOOLS, env: QUIET, maxBuffer: 2 ** 26 };
  return promisify(execFile)(process.execPath, [...args], options).then(
    ({ stdout, stderr }) => ({ status: 0, said: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      status: error.code,
      said: error.stdout + error.stderr,
    }),
  );
}

describe("checkers", () => {
  test("Spectral finds nothing", async () => {
    const ruleset = path.join(TOOLS, "spectral.json");
    writeFileSync(ruleset, JSON.stringify({ extends: ["spectral:oas"] }));
    const { said, status } = await run(program("spectral", "lint", "--fail-severity=hint", "-r", ruleset, DOCUMENT));
    expect({ said: said.trim(), status }).toEqual({
      said: "No results with a severity of 'hint' or higher found!",
      status: 0,
    });
  });

  test("Redocly finds nothing by its strict rules, except that tracked links only redirect", async () => {
    const config = path.join(TOOLS, "redocly.yaml");
    // An ID is never the word "receipts", so postbacks/receipts/{requestId} and postbacks/{id}/replay do not meet.
    const rules = "{ operation-2xx-response: off, no-ambiguous-paths: off }";
    writeFileSync(config, `extends: [recommended-strict]\nrules: ${rules}\n`);
    const { said, status } = await run([REDOCLY, "lint", `--config=${config}`, DOCUMENT]);
    expect({ said, status }).toMatchObject({
      said: expect.stringMatching(/API description is valid/) as string,
      status: 0,
    });
  });

  test("every example is what its schema allows", async () => {
    const { said, status } = await run(program("openapi-examples-validator", DOCUMENT));
    expect({ said, status }).toMatchObject({ said: expect.stringMatching(/No errors found/) as string, status: 0 });
    expect(Number(/Total examples found: (\d+)/.exec(said)?.[1])).toBeGreaterThan(1_000);
  });
});

const KUBB = `
import { defineConfig } from "@kubb/core";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
import { pluginClient } from "@kubb/plugin-client";
const plugins = [pluginOas(), pluginTs(), pluginClient({ client: "fetch", bundle: true })];
const output = { path: "./out/kubb", clean: true };
export default defineConfig({ root: ".", input: { path: "./openapi.json" }, output, plugins });
`;

/** The generators of clients, and the files that use all of what each has made. */
const generators: { name: string; args: () => string[]; entries: string[] }[] = [
  {
    name: "orval, fetch",
    args: () => program("orval", "--input", "openapi.json", "--output", "out/orval/api.ts", "--client", "fetch"),
    entries: ["orval/api.ts"],
  },
  {
    name: "orval, zod",
    args: () => program("orval", "--input", "openapi.json", "--output", "out/orval-zod/api.ts", "--client", "zod"),
    entries: ["orval-zod/api.ts"],
  },
  {
    name: "hey-api",
    args: () => program("openapi-ts", "-i", "openapi.json", "-o", "out/hey", "-c", "@hey-api/client-fetch"),
    entries: ["hey/index.ts", "hey/sdk.gen.ts"],
  },
  {
    name: "kubb",
    args: () => {
      writeFileSync(path.join(TOOLS, "kubb.config.mjs"), KUBB);
      return program("kubb", "generate", "--config", "kubb.config.mjs");
    },
    entries: ["kubb/index.ts"],
  },
  {
    name: "swagger-typescript-api",
    args: () => program("swagger-typescript-api", "generate", "-p", "openapi.json", "-o", "out/sta"),
    entries: ["sta/Api.ts"],
  },
  {
    name: "openapi-typescript",
    args: () => [OPENAPI_TYPESCRIPT, "openapi.json", "-o", "out/types/schema.ts"],
    entries: ["types/schema.ts"],
  },
];

const STRICT = ["--noEmit", "--strict", "--noUncheckedIndexedAccess", "--allowImportingTsExtensions", "--skipLibCheck"];
const MODULES = ["--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"];
const LIBRARIES = ["--lib", "es2022,dom,dom.iterable", "--types", "node"];

test.each(generators)("the client that $name generates compiles strictly", async ({ args, entries }) => {
  const made = await run(args());
  expect(made.status, made.said).toBe(0);
  const files = entries.map((entry) => path.join("out", entry));
  const compiler = path.resolve("node_modules/typescript/bin/tsc");
  const compiled = await run([compiler, ...STRICT, ...MODULES, ...LIBRARIES, ...files]);
  expect(compiled).toEqual({ status: 0, said: "" });
});

describe("Prism between the calls of the contract and the server", () => {
  let world: World;
  let prism: Prism;
  beforeAll(async () => {
    world = await aWorld();
    prism = await aPrism(DOCUMENT, world.server.url);
  });
  afterAll(() => prism?.stop());

  type Line = (typeof lines)[number];

  /** The violations of one call, by the account that made it. */
  async function violations(line: Line, as: SignIn, parts: Line["path"], given: Line["query"], body?: unknown) {
    const client: Client = world.clients[as];
    const filled = (await world.filled(parts ?? {}, client)) as Record<string, string>;
    const address = Object.entries(filled).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
      line.address,
    );
    const query = new URLSearchParams((await world.filled(given ?? {}, client)) as Record<string, string>).toString();
    const { headers, status } = await client.call(
      `${line.method} ${address}${query && `?${query}`}`,
      body,
      {},
      prism.url,
    );
    return violationsOf(headers).map((text) => `${line.call} as ${as}, ${status}: ${text}`);
  }

  const reads = lines.filter(({ method, ends, example, path: parts }) => {
    return !ends && (method === "GET" || (example !== undefined && parts === undefined));
  });
  test.each(reads)("$call answers as the document says, to every role", async (line) => {
    for (const as of SIGN_INS) {
      if (line.example?.as && line.example.as !== as && admits(line, as)) continue;
      const give = (await world.filled(line.example?.give ?? {}, world.clients[as])) as Record<string, unknown>;
      const body = line.method === "GET" ? undefined : payload(line, give);
      expect(await violations(line, as, line.path, line.query, body)).toEqual([]);
    }
  });

  test.each(lines.filter(({ refusal }) => refusal))("the refusal of $call is in the document", async (line) => {
    const isRead = line.method === "GET";
    const query = isRead ? (line.refused as Record<string, unknown> | undefined) : undefined;
    const body = isRead ? undefined : payload(line, line.refused ?? {});
    expect(await violations(line, "super", line.wrongPath ?? line.path, query, body)).toEqual([]);
  });
});
