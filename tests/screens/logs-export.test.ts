import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { performStream } from "../../server/kernel/operation/perform";
import { system } from "../../server/kernel/operation/roles";
import { downloadCommon } from "../../server/logs";
import { textStream } from "~/http/calls/stream.server";
import { aSuperadmin } from "../world/builders";
import { aServer, type Server } from "../world/server";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

/** About 100 MB of text: more than any buffer on the way can hold. */
const ROWS = 30_000;
const WITHIN = { timeout: 60_000, interval: 100 };
const MEGABYTE = 1024 * 1024;

const { server, as } = aScreenWorld({ people: ["root"] }, async () => {
  await aSuperadmin({ username: "root" });
  await db.run`
      INSERT INTO common_log (at, username, ip, action_type, action_name, response_code, post_params, get_params)
      SELECT '2026-06-10T12:00:00Z'::timestamptz + n * interval '1 second', 'root', '192.0.2.1', 'READ', 'POST /api/x', 200,
        jsonb_build_object('n', n, 'filling', repeat(md5(n::text), 100)), '{}'
      FROM generate_series(1, ${ROWS}::int) AS n`;
});
const root = as("root");

const PATH = "/app/logs/common-logs/export_data.txt?start=2026-06-10&end=2026-06-11";
/** The number of statements on the log that the server is running. */
const running = async (): Promise<number> => {
  const found = await db.row<{ n: number }>`
      SELECT count(*) AS n FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%common_log%'`;
  return found?.n ?? 0;
};
const memoryOf = ({ pid }: Server): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;

/** Somebody who asks for the export and reads no further than its beginning. */
async function slowReader({ url }: Server): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const cookie = [...root.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`);
  const [first] = await new Promise<Buffer[]>((done, failed) => {
    socket.once("data", (data: Buffer) => done([data]));
    socket.once("error", failed);
  });
  socket.pause();
  expect(first?.toString()).toMatch(/^HTTP\/1.1 200 /);
  return socket;
}

/** Waits until nothing has been read for a second. */
async function settled(): Promise<void> {
  let rest = 0;
  await vi.waitUntil(async () => (rest = (await running()) === 0 ? rest + 1 : 0) >= 10, WITHIN);
}

test("an export is written at the pace of its reader, from bounded memory", async () => {
  const grown = async () => {
    const fresh = await aServer({ workers: 0, database: server.database });
    await (await fetch(`${fresh.url}/login`)).text();
    const before = memoryOf(fresh);
    const socket = await slowReader(fresh);
    await settled();
    const growth = memoryOf(fresh) - before;
    socket.destroy();
    await fresh.stop();
    return growth / MEGABYTE;
  };
  // How much garbage a process keeps varies; the whole export would stay above it in each of them.
  await expect.poll(grown, { timeout: 240_000 }).toBeLessThan(50);
});

test("each part is produced only when the reader wants it, and none after the reader has left", async () => {
  let [made, ended] = [0, false];
  const request = { channel: "page" as const, ip: null, userAgent: "test" };
  async function* counted() {
    try {
      for await (const part of performStream(downloadCommon, system, {}, request) as AsyncIterable<string>) {
        made += 1;
        yield part;
      }
    } finally {
      ended = true;
    }
  }
  const leaving = new AbortController();
  const { body } = await textStream(counted(), { filename: () => "x.txt", type: "text/plain", signal: leaving.signal });
  const reader = body?.getReader();
  for (const wanted of [1, 2, 3]) {
    expect((await reader?.read())?.value?.length).toBeGreaterThan(1_000);
    await vi.waitUntil(() => made === wanted + 1, WITHIN);
  }
  leaving.abort();
  await vi.waitUntil(() => ended, WITHIN);
  expect(made).toBeLessThanOrEqual(5);
});

test("a CSV file begins with a byte order mark, without which Excel misreads the peso sign; other texts do not", async () => {
  async function* parts() {
    yield await Promise.resolve("Pesos\n₱");
    yield "1\n";
  }
  const signal = new AbortController().signal;
  const bytes = async (type: string) =>
    Buffer.from(await (await textStream(parts(), { filename: () => "x", type, signal })).arrayBuffer()).toString(
      "utf8",
    );
  expect([await bytes("text/csv"), await bytes("text/plain")]).toEqual(["\uFEFFPesos\n₱1\n", "Pesos\n₱1\n"]);
});

test("who goes away ends the reading", async () => {
  const socket = await slowReader(server);
  socket.destroy();
  await vi.waitUntil(async () => (await running()) === 0, WITHIN);
  await settled();
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test("a reader who stays gets every row", async () => {
  const { html } = await root.get(PATH);
  const lines = html.trimEnd().split("\n");
  expect(lines).toHaveLength(ROWS);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ postParams: { n: ROWS } });
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ postParams: { n: 1 } });
});
