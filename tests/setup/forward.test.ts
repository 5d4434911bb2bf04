import express, { type RequestHandler } from "express";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { handleError } from "../../server/http/express";
import { overrideConfig } from "../../server/kernel/process/config";
import { forwardTo } from "../../server/processes/forward";

/** A server that forwards everything to `answer`, which listens on a socket file in this process. */
async function aFront(answer: RequestListener, reloadLinks = () => Promise.resolve()): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "forward-"));
  const socketPath = path.join(folder, "0");
  const behind = createServer(answer);
  await new Promise<void>((listening) => behind.listen(socketPath, listening));
  const front = createServer(express().use(forwardTo([socketPath], reloadLinks)));
  await new Promise<void>((listening) => front.listen(0, "127.0.0.1", listening));
  onTestFinished(async () => {
    await Promise.all([front, behind].map(closed));
    await rm(folder, { recursive: true, force: true });
  });
  return (front.address() as AddressInfo).port;
}

const closed = (server: Server) =>
  new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });

type Answer = { status: number; headers: IncomingMessage["headers"]; raw: string[]; body: string };

function ask(port: number, method: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
  return new Promise((done, failed) => {
    const sent = request({ port, host: "127.0.0.1", method, path: "/a%20b?c=d&e", headers, agent: false }, (answer) => {
      let text = "";
      answer.on("data", (piece: Buffer) => (text += piece.toString()));
      answer.on("error", failed);
      answer.on("end", () =>
        done({ status: answer.statusCode ?? 0, headers: answer.headers, raw: answer.rawHeaders, body: text }),
      );
    });
    sent.on("error", failed);
    sent.end(body);
  });
}

const bodyOf = async (req: IncomingMessage) => {
  let text = "";
  for await (const piece of req) text += String(piece);
  return text;
};

test("a request arrives as it was sent, without the headers of its connection", async () => {
  const received: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[] = [];
  const port = await aFront((req, res) => {
    void bodyOf(req).then((body) => {
      const { method = "", url = "", headers } = req;
      received.push({ method, url, headers, body });
      res.end();
    });
  });
  const own = { Host: "shop.example", Cookie: "a=b", "X-Forwarded-For": "192.0.2.1", "X-Peer-Address": "192.0.2.9" };
  await ask(port, "GET", { ...own, Connection: "close" });
  await ask(port, "POST", { ...own, "Content-Length": "5" }, "hello");
  await ask(port, "PUT", { ...own, "Transfer-Encoding": "chunked" }, "world");
  await ask(port, "DELETE", own);
  expect(received.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["GET", "/a%20b?c=d&e", ""],
    ["POST", "/a%20b?c=d&e", "hello"],
    ["PUT", "/a%20b?c=d&e", "world"],
    ["DELETE", "/a%20b?c=d&e", ""],
  ]);
  for (const { headers } of received) {
    expect(headers).toMatchObject({
      ...{ host: "shop.example", cookie: "a=b", "x-forwarded-for": "192.0.2.1", "x-peer-address": "127.0.0.1" },
    });
    expect(headers.connection).toBe("keep-alive");
  }
});

test("an answer arrives as it was sent: each cookie, its length, pieces, and no body for HEAD and 304", async () => {
  const port = await aFront((req, res) => {
    if (req.method === "PATCH") res.writeHead(304, { ETag: "x" }).end();
    else if (req.method === "PUT") res.write("one ", () => res.end("two"));
    else res.writeHead(201, ["Set-Cookie", "a=1", "Set-Cookie", "b=2", "Content-Length", "4"]).end("text");
  });
  const get = await ask(port, "GET");
  expect([get.status, get.headers["set-cookie"], get.headers["content-length"], get.body]).toEqual([
    201,
    ["a=1", "b=2"],
    "4",
    "text",
  ]);
  expect(get.raw.filter((name) => name.toLowerCase() === "date")).toHaveLength(1);
  const head = await ask(port, "HEAD");
  expect([head.status, head.headers["content-length"], head.body]).toEqual([201, "4", ""]);
  const unchanged = await ask(port, "PATCH");
  expect([unchanged.status, unchanged.headers.etag, unchanged.body]).toEqual([304, "x", ""]);
  expect((await ask(port, "PUT")).body).toBe("one two");
});

test("an answer that breaks off does not look whole", async () => {
  const port = await aFront((_req, res) => {
    res.writeHead(200, { "Content-Type": "text/csv" });
    res.write("half", () => res.destroy());
  });
  await expect(ask(port, "GET")).rejects.toThrow(/aborted|ECONNRESET|hang up/);
});

test("an answer before the end of a body leaves the connection usable, also if the process dies then", async () => {
  const sockets: Socket[] = [];
  const port = await aFront((req, res) => {
    // Reads nothing of the body.
    sockets.push(req.socket);
    res.writeHead(413, { "Content-Length": "0" }).end();
  });
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (piece) => (text += piece.toString()));
  const body = "x".repeat(4_000_000);
  const post = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  for (const answers of [1, 2]) {
    socket.write(post);
    await expect.poll(() => text.match(/HTTP\/1\.1 413/g)?.length).toBe(answers);
    sockets.at(-1)?.destroy();
  }
  socket.destroy();
});

test("a client that leaves ends its request behind", async () => {
  let left: () => void = () => undefined;
  const hasLeft = new Promise<void>((done) => (left = done));
  let arrived: () => void = () => undefined;
  const hasArrived = new Promise<void>((done) => (arrived = done));
  const port = await aFront((_req, res) => {
    res.on("close", left);
    arrived();
  });
  const sent = request({ port, host: "127.0.0.1", path: "/" });
  sent.on("error", () => undefined).end();
  await hasArrived;
  sent.destroy();
  await hasLeft;
});

test("a request goes to the process with the fewest open ones", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "forward-"));
  const held: Record<string, (() => void)[]> = { "0": [], "1": [] };
  const behind = Object.keys(held).map((name) =>
    createServer((_req, res) => void held[name]?.push(() => res.end(name))),
  );
  await Promise.all(
    behind.map((server, index) => new Promise<void>((done) => server.listen(path.join(folder, String(index)), done))),
  );
  const front = createServer(
    express().use(
      forwardTo(
        ["0", "1"].map((name) => path.join(folder, name)),
        () => Promise.resolve(),
      ),
    ),
  );
  await new Promise<void>((listening) => front.listen(0, "127.0.0.1", listening));
  onTestFinished(async () => {
    await Promise.all([front, ...behind].map(closed));
    await rm(folder, { recursive: true, force: true });
  });
  const { port } = front.address() as AddressInfo;
  const answers = Array.from({ length: 6 }, () => ask(port, "GET"));
  await expect.poll(() => Object.values(held).map((waiting) => waiting.length)).toEqual([3, 3]);
  for (const answer of Object.values(held).flat()) answer();
  expect((await Promise.all(answers)).map(({ body }) => body).sort()).toEqual(["0", "0", "0", "1", "1", "1"]);
});

test("an answer after a change of links arrives when the links have been read, also from the next process", async () => {
  let changes: string | undefined;
  let read: (() => void)[] = [];
  const port = await aFront(
    (_req, res) => {
      if (changes !== undefined) res.setHeader("X-Link-Changes", changes);
      res.end("answered");
    },
    () => new Promise((done) => void read.push(done)),
  );
  expect((await ask(port, "GET")).body).toBe("answered");
  expect(read).toHaveLength(0);
  // The second process has changed links once, like the first one.
  for (const named of ["7.1", "8.1"]) {
    changes = named;
    read = [];
    let arrived = 0;
    const answers = ["POST", "GET"].map((method) => ask(port, method).finally(() => arrived++));
    await expect.poll(() => read.length).toBe(1);
    expect(arrived).toBe(0);
    read[0]?.();
    for (const { body, headers } of await Promise.all(answers))
      expect([body, headers["x-link-changes"]]).toEqual(["answered", undefined]);
    expect((await ask(port, "GET")).body).toBe("answered");
    expect(read).toHaveLength(1);
  }
});

test("answers that the front makes itself have the headers of every answer", async () => {
  overrideConfig({ APP_URL: "https://office.example.org" });
  onTestFinished(() => void overrideConfig({ APP_URL: undefined }));
  const lost = await ask(await aFront((req) => req.socket.destroy()), "POST", {}, "a=b");
  const fail: RequestHandler = (_req, _res, next) => next(new Error("fault"));
  const broken = createServer(express().use(fail, handleError));
  await new Promise<void>((listening) => broken.listen(0, "127.0.0.1", listening));
  onTestFinished(async () => void (await closed(broken)));
  const fault = await ask((broken.address() as AddressInfo).port, "GET");
  for (const [status, { headers, ...answer }] of [
    [503, lost],
    [500, fault],
  ] as const) {
    expect(answer.status).toBe(status);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "strict-transport-security": "max-age=31536000; includeSubDomains",
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
    });
  }
});
