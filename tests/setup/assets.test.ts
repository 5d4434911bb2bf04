import express from "express";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { assets } from "../../server/http/assets";

const TYPES = [
  ["a.svg", "image/svg+xml; charset=utf-8"],
  ["a.css", "text/css; charset=utf-8"],
  ["a.js", "text/javascript; charset=utf-8"],
  ["a.txt", "text/plain; charset=utf-8"],
  ["a.png", "image/png"],
] as const;

test("the script for sites may be kept for a year and loaded by pages of other origins [HOOK-07]", async () => {
  const server = createServer(express().use(assets(path.resolve("public"))));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/kit/1/click.js`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(answer.headers.get("cross-origin-resource-policy")).toBeNull();
});

test("files of text name their charset", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "assets-"));
  for (const [name] of TYPES) await writeFile(path.join(folder, name), "x");
  const server = createServer(express().use(assets(folder)));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  });
  for (const [name, type] of TYPES) {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
  }
});
