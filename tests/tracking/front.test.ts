import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { openFront } from "../../server/processes/front";
import { overrideConfig } from "../../server/kernel/process/config";
import { openConnection } from "../../server/kernel/database/connections";
import type * as tracking from "../../server/tracking";
import { aDatabase } from "../world/database";
import { aShop, ask, BROWSER } from "./click-world";

const startRollUp = vi.hoisted(() => vi.fn((_: Parameters<typeof tracking.startRollUp>[0]) => () => Promise.resolve()));
vi.mock("../../server/tracking", async (original) => ({ ...(await original<typeof tracking>()), startRollUp }));

test("the roll-up of a server knows whether its clicks wait for the database", async () => {
  await (await aDatabase()).enter();
  overrideConfig({ SPOOL_AFTER_MS: 20_000 });
  const front = await openFront((_, res) => res.end());
  const { path } = await aShop();
  const server = createServer((req, res) => void front.handleTracking(req, res));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const isBehind = () => startRollUp.mock.lastCall?.[0]?.isBehind?.();
  expect(isBehind()).toBe(false);

  const holder = await openConnection("bench");
  await holder.query("BEGIN; LOCK TABLE clicks IN ACCESS EXCLUSIVE MODE");
  const clicks: ReturnType<typeof ask>[] = [];
  const click = () => clicks.push(ask(port, path, { "User-Agent": BROWSER }));
  await expect.poll(() => click() && isBehind()).toBe(true);
  await holder.query("ROLLBACK");
  const answers = await Promise.all(clicks);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
  expect(isBehind()).toBe(false);

  await holder.end();
  await front.close();
  await new Promise((closed) => server.close(closed));
});
