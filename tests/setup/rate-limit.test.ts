import express from "express";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { limitCalls } from "../../server/http/rate-limit";
import { socketPeer } from "../../server/http/peer";
import { mark } from "../../server/http/security-headers";
import { config, overrideConfig } from "../../server/kernel/process/config";

const RATE = 3;

/** A server that answers every call of a limit of three a minute. */
async function aLimitedServer(): Promise<string> {
  const { API_RATE } = config();
  overrideConfig({ API_RATE: RATE });
  const app = express().use(mark(socketPeer), limitCalls(), (_req, res) => void res.end());
  const server = createServer(app);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    overrideConfig({ API_RATE });
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/accounts/me`;
}

test("a token has one limit in every spelling of its header, and another token has its own", async () => {
  const url = await aLimitedServer();
  const ask = async (Authorization: string) => (await fetch(url, { headers: { Authorization } })).status;
  const answers: number[] = [];
  for (const header of ["Bearer ct_a", "bearer ct_a", "BEARER   ct_a", "Bearer\tct_a", "bEaReR \t ct_a"]) {
    answers.push(await ask(header));
  }
  // A minute may end between two of them.
  expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0);
  expect(await ask("Bearer ct_b")).toBe(200);
});
