import { rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { openFront } from "../../server/processes/front";
import type * as tracking from "../../server/tracking";
import { aDatabase } from "../world/database";
import { aShop, ask, BROWSER, logFolder } from "./click-world";

const startRollUp = vi.hoisted(() => vi.fn((_: Parameters<typeof tracking.startRollUp>[0]) => () => Promise.resolve()));
vi.mock("../../server/tracking", async (original) => ({ ...(await original<typeof tracking>()), startRollUp }));

test("the roll-up of a server knows whether its clicks are far from being in the database", async () => {
  await (await aDatabase()).enter();
  const front = await openFront((_, res) => res.end());
  const folder = (await logFolder()) ?? "";
  const { path: link } = await aShop();
  const server = createServer((req, res) => void front.handleTracking(req, res));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const isBehind = () => startRollUp.mock.lastCall?.[0]?.isBehind?.();
  expect((await ask(port, link, { "User-Agent": BROWSER })).status).toBe(302);
  expect(isBehind()).toBe(false);
  // Nothing loads the log here.
  await writeFile(path.join(folder, "000000000000001-w9-aa.log"), Buffer.alloc(3 * 2 ** 20));
  expect(isBehind()).toBe(true);
  await rm(path.join(folder, "000000000000001-w9-aa.log"));
  expect(isBehind()).toBe(false);
  await front.close();
  await new Promise((closed) => server.close(closed));
});
