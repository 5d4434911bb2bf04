import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { aFolder, aServer } from "../world/server";

test("the product serves with the version of Node that the container and the guides name", async () => {
  const version = (await readFile(".nvmrc", "utf8")).trim();
  const folder = await aFolder();
  await promisify(execFile)("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, `node@${version}`]);
  const node = path.join(folder, "node_modules/node/bin/node");
  expect((await promisify(execFile)(node, ["--version"])).stdout.trim()).toBe(`v${version}`);
  const server = await aServer({ demo: true, node });
  const signIn = { username: "admin", password: "demo-2026" };
  const body = JSON.stringify(signIn);
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${server.url}/api/auth/login`, { method: "POST", headers, body });
  expect(answer.status).toBe(200);
  expect(await server.stop()).toBe(0);
  expect(server.said()).not.toMatch(/"level":[56]0/);
});
