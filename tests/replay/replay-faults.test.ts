import { readFileSync, writeFileSync } from "node:fs";
import { createServer, request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { isbot } from "isbot";
import { Client } from "pg";
import { beforeAll, expect, test } from "vitest";
import { isBuyer } from "../../replay/plan-purchases";
import { readRecording } from "../../replay/read-recording";
import { type Click, visitorOf } from "../../replay/recording";
import { aFolder, aServer, type Server } from "../world/server";
import { figureOf, figuresOf, type Replayed, runReplay } from "./run-replay";
import { BROWSER, clickIdAt } from "./world";

const MINUTES = 60_000;
const REPORTS_READ = /^query_seconds_count\{operation="reports\.sites"\} (\d+)/m;
const READY = { CLICK_RATE: "0", TRUST_PROXY: "127.0.0.1", CAPTCHA: "off" };
let server: Server;
let some: string;

beforeAll(async () => {
  server = await aServer({ demo: true, env: READY });
  some = path.join(await aFolder(), "some.log");
  const log = gunzipSync(readFileSync("tests/world/access.log.gz")).toString("latin1").split("\n");
  writeFileSync(some, log.slice(0, 400).join("\n"), "latin1");
}, 5 * MINUTES);

const portOf = (url: string) => new URL(url).port;
const replay = async (file: string, url: string, folder?: string) =>
  runReplay(file, { PORT: portOf(url), DATA_DIR: folder ?? (await aFolder()) });

/** A proxy in front of the server that can lose or repeat a click. */
async function between<T>(
  meddle: (req: IncomingMessage, count: number) => "pass" | "lose" | "twice",
  body: (url: string) => Promise<T>,
) {
  let clicks = 0;
  const target = new URL(server.url);
  const pass = (req: IncomingMessage, sent: Buffer) =>
    new Promise<{ status: number; headers: Record<string, unknown>; text: Buffer }>((done, failed) => {
      const { method, url, headers } = req;
      const out = request({ host: target.hostname, port: target.port, method, path: url, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () =>
          done({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts) }),
        );
      });
      out.on("error", failed);
      out.end(sent);
    });
  const proxy = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on("data", (part: Buffer) => parts.push(part));
    const answer = async () => {
      const isClick = /^\/api\/l(inks\/go)?\//.test(req.url ?? "") && "x-forwarded-for" in req.headers;
      const act = isClick ? meddle(req, ++clicks) : "pass";
      if (act === "lose") {
        res.writeHead(302, { location: `http://a.example/?clickid=${clickIdAt(new Date().toISOString())}` }).end();
        return;
      }
      if (act === "twice") await pass(req, Buffer.concat(parts));
      const { status, headers, text } = await pass(req, Buffer.concat(parts));
      res.writeHead(status, headers as Record<string, string>).end(text);
    };
    req.on("end", () => void answer());
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  try {
    return await body(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  } finally {
    proxy.closeAllConnections();
    await new Promise((closed) => proxy.close(closed));
  }
}

/** Whether the product may classify it as a robot, in which case its click does not count anyway. */
const isRobot = ({ headers: { "user-agent": agent = "-" } }: IncomingMessage) => agent === "-" || isbot(agent);

/** Whether its visitor buys something: without the click the sale would be missing, too. */
const buys = ({ headers: { "x-forwarded-for": address, "user-agent": userAgent } }: IncomingMessage) =>
  isBuyer(visitorOf({ address, userAgent } as Click));

test(
  "requests match the file: method, address, user agent and referer, and one link for each path",
  async () => {
    const sent: string[] = [];
    const links = new Set<string>();
    await between(
      ({ method, url, headers }) => {
        const { host, connection, "x-forwarded-for": address, "user-agent": agent, referer, ...rest } = headers;
        expect([host, connection, rest]).toEqual([expect.any(String), "keep-alive", {}]);
        sent.push(JSON.stringify([method, address, agent ?? null, referer ?? null]));
        links.add(url ?? "");
        return "pass";
      },
      (url) => replay(some, url),
    );
    const clicks = readRecording(some).entries as Click[];
    const asked = clicks.map(({ method, address, userAgent, referer }) =>
      JSON.stringify([method, address, userAgent, referer]),
    );
    expect(sent.toSorted()).toEqual(asked.toSorted());
    // Close to the file's order: concurrent requests may overtake a few others.
    const first = (list: string[]) => list.slice(0, 200);
    expect(first(sent).filter((text) => first(asked).includes(text)).length).toBeGreaterThan(150);
    const paths = new Set(clicks.map(({ target }) => target)).size;
    expect(links.size).toBeLessThanOrEqual(paths);
    expect(links.size).toBeGreaterThan(paths / 2);
  },
  5 * MINUTES,
);

test(
  "a replay without interference is equal, and one lost or doubled click is reported and fails it",
  async () => {
    // One folder for all replays: otherwise the uniques would differ too.
    const folder = await aFolder();
    const warm = await replay(some, server.url, folder);
    const whole = await between(
      () => "pass",
      (url) => replay(some, url, folder),
    );
    expect(figureOf(warm.out, "clicks that count, answered 302")).toBeGreaterThan(200);
    expect(whole.out, whole.err).toContain("Equal: every figure matches the lines.");
    expect(whole.code).toBe(0);
    const counting = figureOf(whole.out, "clicks that count, answered 302");

    for (const [act, reported] of [
      ["lose", counting - 1],
      ["twice", counting + 1],
    ] as const) {
      let done = false;
      const { code, out, err } = await between(
        (req, count) => {
          if (done || count < 100 || req.method !== "GET" || isRobot(req) || buys(req)) return "pass";
          done = true;
          return act;
        },
        (url) => replay(some, url, folder),
      );
      expect(done).toBe(true);
      expect(code, err).toBe(1);
      expect(out).toContain(`all: raws is ${reported}, and must be ${counting}`);
      const different = [...out.matchAll(/^ {4}(.+) is -?\d+, and must be/gm)].map(([, text]) => text);
      expect(new Set(different.map((text) => text?.split(": ")[1]))).toEqual(new Set(["raws"]));
      expect(out).toContain("NOT equal.");
    }
  },
  5 * MINUTES,
);

test(
  "the replay waits for spooled sales, and the report is equal once they are loaded [TRUST-03]",
  async () => {
    const sold = path.join(await aFolder(), "sold.jsonl");
    const click = { record: "click", id: "a", ip: "203.0.113.9", userAgent: BROWSER, path: "/" };
    const sale = { record: "sale", click: "a", txid: "1" };
    writeFileSync(sold, [click, sale, sale].map((line) => JSON.stringify(line)).join("\n"));
    const { database } = server;
    const quick = await aServer({ demo: true, database, env: { ...READY, SPOOL_AFTER_MS: "250" } });
    const figure = async (name: RegExp) => {
      const text = await (await fetch(`${quick.url}/metrics`)).text();
      return Number(name.exec(text)?.[1] ?? 0);
    };
    const holder = new Client({ connectionString: database.url });
    await holder.connect();
    await holder.query("BEGIN; LOCK TABLE postback_keys IN ACCESS EXCLUSIVE MODE");
    let early: Replayed | undefined;
    const replayed = replay(sold, quick.url).then((ended) => (early = ended));
    await expect
      .poll(async () => early ?? (await figure(/^postbacks_total\{verdict="spooled"\} (\d+)/m)), {
        timeout: 4 * MINUTES,
      })
      .toBe(2);
    // The report is being read, and nothing has been loaded.
    const before = await figure(REPORTS_READ);
    await expect.poll(() => figure(REPORTS_READ), { timeout: MINUTES }).toBeGreaterThan(before + 3);
    await holder.end();
    const { out, err, code } = await replayed;
    expect(out, err).toContain("Some requests went to the spool");
    expect(out, err).toContain("Equal: every figure matches the lines.");
    expect(code).toBe(0);
    expect([figureOf(out, "sale held spooled"), ...figuresOf(out, "All").slice(4, 6)]).toEqual([2, 1, 1]);
    expect(await quick.stop()).toBe(0);
  },
  5 * MINUTES,
);

test(
  "a server that would count differently is refused with everything that is missing",
  async () => {
    const strict = await aServer({ demo: true, database: server.database, env: { CLICK_RATE: "60" } });
    const refused = await replay(some, strict.url);
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.err).toContain("CLICK_RATE is 60");
    expect(refused.err).toContain("TRUST_PROXY does not name 127.0.0.1");
    expect(await strict.stop()).toBe(0);

    const distrustful = await aServer({ demo: true, database: server.database, env: { TRUST_PROXY: "192.0.2.0/24" } });
    const half = await replay(some, distrustful.url);
    expect(half.err).not.toContain("CLICK_RATE is");
    expect(half.err).toContain("TRUST_PROXY does not name 127.0.0.1");
    expect(half.code).toBe(2);
  },
  5 * MINUTES,
);

test(
  "a missing, empty or unnamed file is reported without any request",
  async () => {
    const empty = path.join(await aFolder(), "empty");
    writeFileSync(empty, "\n");
    expect(await replay(empty, server.url)).toMatchObject({ code: 2, out: "" });
    expect((await replay("tests/none.log", server.url)).err).toContain("cannot be read");
  },
  MINUTES,
);
