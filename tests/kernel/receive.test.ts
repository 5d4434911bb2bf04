import { type ChildProcess, spawn } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import { signaturesIn } from "../operations/webhooks/world";
import { aSignedEvent } from "../operations/webhooks/signed";
import { freePort } from "../world/free-port";

/** The receiver of `npm run receive`, against what the product signs. */

let child: ChildProcess | undefined;
afterEach(() => child?.kill());

async function receiving(...args: string[]) {
  const started = spawn(process.execPath, ["bin/run.mjs", "receive", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  child = started;
  const said = { text: "" };
  for (const output of [started.stdout, started.stderr])
    output.on("data", (part: Buffer) => (said.text += part.toString()));
  await expect.poll(() => said.text, { timeout: 20_000 }).not.toBe("");
  return said;
}

test("npm run receive prints genuine events and refuses all others [HOOK-01]", async () => {
  const { body, headers, secret } = aSignedEvent();
  const port = await freePort();
  const said = await receiving(secret, String(port));
  expect(said.text).toContain("WEBHOOK_PRIVATE=on");
  const post = (text: string, given: Record<string, string> = headers) =>
    fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: text, headers: given }).then(({ status }) => status);
  expect(await post(body)).toBe(204);
  expect(await post(body)).toBe(204);
  await expect.poll(() => said.text).toContain("evt_5211 sale.accepted (again)");
  expect(said.text).toContain('"txid": "A-1001"');
  const other = aSignedEvent();
  const old = aSignedEvent({ at: new Date(Date.now() - 600_000) });
  const refused = [await post(`${body} `), await post(other.body, other.headers), await post(old.body, old.headers)];
  expect([...refused, await post(body, {})]).toEqual([400, 400, 400, 400]);
});

test("without a secret npm run receive says how it is called", async () => {
  expect((await receiving()).text).toContain("Usage: npm run receive -- SECRET [PORT]");
});

test("every part of the signature between spaces has one comma, which some libraries require [HOOK-01]", () => {
  const header = aSignedEvent({ rotated: false }).headers["Webhook-Signature"] ?? "";
  const parts = header.split(" ");
  expect(parts.slice(0, -1).map((part) => part.split(",").length)).toEqual([2, 2]);
  expect(signaturesIn(header)).toMatchObject({
    standard: [expect.anything()],
    own: [expect.stringMatching(/^[0-9a-f]{64}$/)],
  });
});
