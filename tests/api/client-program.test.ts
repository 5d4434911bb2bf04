import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aServer, type Server } from "../world/server";
import { send, signIn } from "./client";

/** A program that has only an address and a client token, and reads everything else in the document. */

type Document = { paths: Record<string, Record<string, { operationId: string }>> };

class Program {
  #bearer = "";
  renewed = 0;

  private constructor(
    private readonly address: string,
    private readonly clientToken: string,
    private readonly document: Document,
  ) {}

  static async start(address: string, clientToken: string): Promise<Program> {
    const document = (await (await fetch(`${address}/api/openapi.json`)).json()) as Document;
    return new Program(address, clientToken, document);
  }

  async #send(operationId: string, body: unknown, headers: Record<string, string>) {
    for (const [path, methods] of Object.entries(this.document.paths)) {
      for (const [method, described] of Object.entries(methods)) {
        if (described.operationId !== operationId) continue;
        const reads = method === "get";
        return fetch(this.address + path, {
          method: method.toUpperCase(),
          headers: { ...headers, ...(reads ? {} : { "Content-Type": "application/json" }) },
          body: reads ? undefined : JSON.stringify(body),
        });
      }
    }
    throw new Error(`The document has no ${operationId}.`);
  }

  async call<T>(operationId: string, body: unknown = {}): Promise<T> {
    const response = await this.#send(operationId, body, { Authorization: `Bearer ${this.#bearer}` });
    const answer = (await response.json()) as T & { code?: string };
    if (response.status !== 401 || answer.code !== "INVALID_TOKEN") return answer;
    const renewal = await this.#send("auth.loginRemote", { token: this.clientToken }, {});
    if (!renewal.ok) throw new Error(`The client token is not good any more: ${renewal.status}`);
    this.#bearer = ((await renewal.json()) as { token: string }).token;
    this.renewed++;
    return this.call(operationId, body);
  }
}

let server: Server;
let clientToken: string;
let token: { id: number; token: string };
let authorization: { Authorization: string };

beforeAll(async () => {
  server = await aServer({ workers: 0, demo: true });
  authorization = { Authorization: `Bearer ${await signIn(server, "super")}` };
  const me = (await send(server, "GET accounts/me", undefined, authorization)).body as { accountId: number };
  const give = { accountId: me.accountId, kind: "client", name: randomUUID().slice(0, 8), scope: "read" };
  token = (await send(server, "POST auth/remote-tokens", give, authorization)).body as typeof token;
  clientToken = token.token;
});
afterAll(() => server?.stop());

test("a program with a client token, the document and the address can sign in, page, read and renew its session [TRUST-27]", async () => {
  const program = await Program.start(server.url, clientToken);
  expect(await program.call("accounts.me")).toMatchObject({ username: "super", role: 0 });
  expect(program.renewed).toBe(1);

  const seen = new Set<number>();
  let total = Infinity;
  for (let page = 1; seen.size < Math.min(total, 120); page++) {
    const list = await program.call<{ items: { id: number }[]; total: number }>("postbacks.search", {
      page,
      pageSize: 40,
      start: "2026-01-01",
      end: "2026-12-31",
    });
    total = list.total;
    for (const { id } of list.items) seen.add(id);
    if (list.items.length < 40) break;
  }
  expect(seen.size).toBeGreaterThanOrEqual(Math.min(total, 120));

  const client = new pg.Client(server.database.url);
  await client.connect();
  await client.query("UPDATE sessions SET expires_at = now() - interval '1 second' WHERE remote_token_id = $1", [
    token.id,
  ]);
  await client.end();

  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(new Date());
  const year = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`.replace("-02-29", "-02-28");
  const report = await program.call<{ page: { items: { raws: number }[] }; overall: { raws: number } }>(
    "reports.sites",
    {
      groupBy: "date",
      start: year,
      end: today,
      pageSize: 500,
    },
  );
  expect(program.renewed).toBe(2);
  expect(report.overall.raws).toBe(report.page.items.reduce((sum, { raws }) => sum + raws, 0));
  expect(report.overall.raws).toBeGreaterThan(1_000);
});

test("a read-only token cannot run a command, and a revoked token opens nothing [TRUST-16]", async () => {
  const { body } = await send(server, "POST auth/login-remote", { token: clientToken });
  const bearer = { Authorization: `Bearer ${(body as { token: string }).token}` };
  const make = { accountId: 1, kind: "client" };
  expect(await send(server, "POST auth/remote-tokens", make, bearer)).toMatchObject({ status: 403 });
  const itself = { Authorization: `Bearer ${clientToken}` };
  expect(await send(server, "GET accounts/me", undefined, itself)).toMatchObject({ body: { username: "super" } });
  expect(await send(server, `DELETE auth/remote-tokens/${token.id}`, undefined, authorization)).toMatchObject({
    status: 200,
    body: { deleted: 1 },
  });
  expect(await send(server, "POST auth/login-remote", { token: clientToken })).toMatchObject({ status: 401 });
  for (const over of [bearer, itself]) {
    expect(await send(server, "GET accounts/me", undefined, over)).toMatchObject({ status: 401 });
  }
});
