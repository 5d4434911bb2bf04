import { createServer, type IncomingHttpHeaders, request, type RequestOptions } from "node:http";
import type { AddressInfo } from "node:net";
import { withFixedTime } from "../../server/kernel/time/now";
import { overrideConfig } from "../../server/kernel/process/config";
import { queryRows, execute, writeTransaction } from "../../server/kernel/database/transactions";
import { keyedHash, newToken } from "../../server/kernel/process/secrets";
import { sql, type Statement } from "../../server/kernel/database/sql";
import { answerBatch, answerPixel, answerPostback, closePostbacks } from "../../server/tracking";
import { aClick, anAgent, aSite, enable, type Type } from "../world/builders";
import { first } from "../world/first";
import { db } from "../world/db";
import type { ClickLog } from "../../server/tracking/log/click-log";
import { FULL_DISK } from "./log-world";

/** Sites that send postbacks, and the handler that receives them, in this process. */

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: {
    verdict?: string;
    id?: number | null;
    duplicate?: boolean;
    reason?: string;
    field?: string;
    detail?: string;
    requestId?: string;
    wouldBe?: string;
    warnings?: { field: string; message: string }[];
    price?: object;
    code?: string;
  };
};

export async function openPostbacks(
  clickLog: Pick<ClickLog, "append" | "appendPayload" | "folder"> = FULL_DISK,
  knowsSecret = (): boolean => true,
) {
  // A busy machine responds late; nothing goes to the log.
  overrideConfig({ SPOOL_AFTER_MS: 20_000 });
  // Callers are on loopback; the address that counts is the one that a test sets.
  const clientOf = ({ headers }: { headers: IncomingHttpHeaders }) => {
    const identity = String(headers["x-test-address"] ?? "203.0.113.9");
    return { address: identity === "unknown" ? null : identity, identity };
  };
  // A test may set the server's clock for a request.
  const server = createServer((req, res) => {
    const handlers = [
      ["/api/postback/batch", answerBatch],
      ["/api/pixel.gif", answerPixel],
    ] as const;
    const handle = handlers.find(([path]) => req.url?.startsWith(path))?.[1] ?? answerPostback;
    const answer = () => handle(req, res, { clientOf, knowsSecret, clickLog });
    const { "x-test-clock": clock } = req.headers;
    void (typeof clock === "string" ? withFixedTime(clock, answer) : answer());
  });
  // Tests open up to 2,000 connections at once, as the server's own backlog allows.
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", 4_096, done));
  const { port } = server.address() as AddressInfo;

  const send = (options: RequestOptions, body?: string | Buffer): Promise<Answer> =>
    new Promise((done, failed) => {
      const sent = request({ host: "127.0.0.1", port, path: "/api/postback", ...options }, (res) => {
        let text = "";
        res.setEncoding("utf8");
        res.on("data", (piece) => (text += piece));
        res.on("end", () =>
          done({ status: res.statusCode ?? 0, headers: res.headers, body: JSON.parse(text) as Answer["body"] }),
        );
      });
      sent.on("error", failed);
      sent.end(body);
    });
  return {
    port,
    send,
    get: (params: Record<string, string>, headers = {}) =>
      send({ path: `/api/postback?${new URLSearchParams(params)}`, headers }),
    form: (params: Record<string, string>, headers = {}) =>
      send(
        { method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers } },
        String(new URLSearchParams(params)),
      ),
    json: (params: unknown, headers = {}) =>
      send({ method: "POST", headers: { "Content-Type": "application/json", ...headers } }, JSON.stringify(params)),
    async close() {
      await new Promise((done) => server.close(done));
      await closePostbacks();
    },
  };
}

let others = 0;
/** A header with an address not used before: refusals are limited per address. */
export const elsewhere = () => ({ "x-test-address": `198.18.${(++others >> 8) & 255}.${others & 255}` });

export const ago = (ms: number) => new Date(Date.now() - ms);
export const MINUTE = 60_000;
export const DAY = 86_400_000;

/** A site with a secret, a link that pays bonuses, and an agent of an office who sells through it. */
export async function aShop(given: Parameters<typeof aSite>[0] = {}) {
  return writeTransaction(async () => {
    const agent = await anAgent();
    const site = await aSite({ types: [{ bonus: true }], ...given });
    await enable(site, { id: agent.companyId });
    const type: Type = first(site.types);
    const secret = await aSecret(site.id);
    const click = (at: Date = ago(MINUTE), more: Partial<Parameters<typeof aClick>[0]> = {}) =>
      aClick({ agent, type, at, ...more });
    const clicks = async (count: number) => {
      const made: string[] = [];
      // One after another: the test's pool is small, and the machine may be busy.
      while (made.length < count) made.push((await click()).id);
      return made;
    };
    return { agent, site, type, secret, click, clicks };
  });
}

/**
 * Shops whose next postback is decided alone, because it is the first with its secret, and together with others.
 * `site` is called when a shop is made.
 */
export const shopsOfBothWays = (site: () => Awaited<ReturnType<typeof openPostbacks>>) =>
  [
    ["alone", () => aShop()],
    [
      "together with others",
      async () => {
        const shop = await aShop();
        await site().form({ clickid: (await shop.click()).id, event: "click", secret: shop.secret });
        return shop;
      },
    ],
  ] as const;

export async function aSecret(siteId: number): Promise<string> {
  const secret = newToken();
  await db.run`
      INSERT INTO site_secrets (site_id, hash, hint)
      VALUES (${siteId}, ${keyedHash("site-secret", secret)}, ${secret.slice(0, 4)})`;
  return secret;
}

export const read = <T>(statement: Statement) => writeTransaction(() => queryRows<T>(statement));
export const change = (statement: Statement) => writeTransaction(() => execute(statement));

export type Event = {
  id: number;
  event: number;
  sign: number;
  payout: string;
  earning: string;
  lpp: number;
  day: string;
  agent_id: number;
  company_id: number;
  txid: string | null;
  reverses: number | null;
  stolen_card: boolean;
  geo: string;
  occurred_at: Date;
  received_at: Date;
  email: string | null;
  price_source: string;
};
export const eventsOf = (agent: { id: number }) =>
  read<Event>(sql`SELECT *, day::text AS day FROM sale_events WHERE agent_id = ${agent.id} ORDER BY id`);

export type Stored = {
  id: number;
  verdict: string;
  reason: string | null;
  params: Record<string, unknown>;
  receipt: string;
  field: string | null;
  detail: string | null;
  event_id: number | null;
  site_id: number | null;
  agent_id: number | null;
  next_try_at: Date | null;
};
export const lastStored = async () => first(await read<Stored>(sql`SELECT * FROM postbacks ORDER BY id DESC LIMIT 1`));
export const countStored = async () => first(await read<{ n: number }>(sql`SELECT count(*) AS n FROM postbacks`)).n;
