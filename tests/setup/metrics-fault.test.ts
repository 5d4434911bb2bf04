import express from "express";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { health } from "../../server/http/health";
import { setCollector, ownSamples } from "../../server/kernel/process/metrics";

test("a scrape whose metrics cannot be collected gets a 500 and is not left open [TRUST-24]", async () => {
  const app = express();
  app.use(health());
  // Express prints errors unless it runs as a test.
  app.set("env", "test");
  const server = createServer(app);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(async () => {
    setCollector(async () => [await ownSamples()]);
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  setCollector(() => Promise.reject(new Error("A worker ended.")));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(60_000) });
  expect(answer.status).toBe(500);
});
