import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { transformWithEsbuild } from "vite";
import { afterAll, expect, test } from "vitest";
import { openapi } from "~/http/calls/openapi.server";
import { LONG } from "../world/long";
import { aServer } from "../world/server";

/** A program that only knows types made from the document by a generator that many clients use. */
const PROGRAM = `
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

const [baseUrl, username, password] = process.argv.slice(2) as [string, string, string];
const signedOut = createClient<paths>({ baseUrl });
const opened = await signedOut.POST("/api/auth/login", { body: { username, password } });
if (!opened.data) throw new Error(opened.error.message);
const { GET, POST } = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${opened.data.token}\` } });

const found = await POST("/api/agents/search", { body: { pageSize: 2, sortField: "username", criteria: [] } });
const rows: components["schemas"]["AgentInList"][] = found.data?.items ?? [];
const [first] = rows;
if (!first) throw new Error("no agents");
const agent = await GET("/api/agents/{id}", { params: { path: { id: first.id } } });
const missing = await GET("/api/agents/{id}", { params: { path: { id: 2_000_000_000 } } });
const refused: components["schemas"]["Refusal"] | undefined = missing.error;
// @ts-expect-error agents cannot be sorted by shoes
void (() => POST("/api/agents/search", { body: { sortField: "shoes" } }));
console.log(JSON.stringify([rows.length, agent.data?.username === first.username, refused?.code]));
`;

const folder = path.resolve(".cache/generated-client");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.runIf(LONG)("a generated TypeScript client compiles, and its program reads agents and refusals", async () => {
  mkdirSync(folder, { recursive: true });
  const tree = await openapiTS(JSON.stringify(openapi()));
  writeFileSync(path.join(folder, "schema.d.ts"), astToString(tree));
  writeFileSync(path.join(folder, "program.mts"), PROGRAM);
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "esnext", "--target", "es2022"];
  const resolution = ["--moduleResolution", "bundler", "--types", "node"];
  execFileSync(
    process.execPath,
    ["node_modules/typescript/bin/tsc", ...options, ...resolution, path.join(folder, "program.mts")],
    {
      stdio: "inherit",
    },
  );
  const { code } = await transformWithEsbuild(PROGRAM, "program.ts");
  writeFileSync(path.join(folder, "program.mjs"), code);
  const server = await aServer({ workers: 0, demo: true, env: { CAPTCHA: "off" } });
  const said = execFileSync(process.execPath, [path.join(folder, "program.mjs"), server.url, "super", "demo-2026"], {
    encoding: "utf8",
  });
  expect(JSON.parse(said)).toEqual([2, true, "NOT_FOUND"]);
});
