import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { overrideConfig, type Config } from "../../server/kernel/process/config";
import { setTimeout as pause } from "node:timers/promises";
import { queryRows, execute, writeTransaction } from "../../server/kernel/database/transactions";
import { markLinksChanged } from "../../server/kernel/database/link-state";
import { sql, type Statement } from "../../server/kernel/database/sql";
import { openLogLoader, openTracker } from "../../server/tracking";
import { folderOf } from "../../server/tracking/log/folder";
import { untilLoaded } from "../../server/tracking/log/progress";
import { findSealedKey, unsealKey } from "../../server/kernel/process/secrets";
import { type Agent, anOffice, aSite, type Office, type Type } from "../world/builders";
import { figure } from "../world/figure";

/** Tracked links over HTTP, in this process, on the current test database. */

export const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };
export type Clicking = {
  url: string;
  port: number;
  /** GET of a path as a browser, from a visitor's own address unless the headers set one. */
  open(path: string, headers?: Record<string, string>, method?: string): Promise<Answer>;
  close(): Promise<void>;
};

let visitors = 0;
/** A unique address in this test file, behind the trusted loopback proxy. */
export const aVisitor = (): string => `198.51.${(++visitors >> 8) & 255}.${visitors & 255}`;

export async function openClicking(settings: Partial<Config> = {}): Promise<Clicking> {
  // A busy machine responds late, so the time limit is long unless a test sets it.
  overrideConfig({ TRUST_PROXY: ["127.0.0.1"], CLICK_RATE: 60, SPOOL_AFTER_MS: 20_000, ...settings });
  const { handleRequest, close } = await openTracker();
  const closeLoader = await openLogLoader();
  const server = createServer((req, res) => {
    if (!handleRequest(req, res)) res.writeHead(418).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    open: (path, headers = {}, method = "GET") =>
      ask(port, path, { "User-Agent": BROWSER, "X-Forwarded-For": aVisitor(), ...headers }, method),
    async close() {
      await close();
      await closeLoader();
      await new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      });
    },
  };
}

/** One request with the path exactly as given. */
export function ask(port: number, path: string, headers: Record<string, string>, method = "GET"): Promise<Answer> {
  return new Promise((answered, failed) => {
    const sent = request({ host: "127.0.0.1", port, path, headers, method }, (res) => {
      let body = "";
      res.on("data", (text: Buffer) => (body += text.toString()));
      res.on("end", () => answered({ status: res.statusCode ?? 0, headers: res.headers, body }));
      res.on("error", failed);
    });
    sent.on("error", failed);
    sent.end();
  });
}

export type Shop = { office: Office; agent: Agent; type: Type; path: string };

/** An office with an agent, and a site with one type that redirects to `url`, enabled for both. */
export async function aShop(
  given: { url?: string; clickParam?: string; avp?: boolean; useApproveSale?: boolean; heard?: false } = {},
): Promise<Shop> {
  const shop = await writeTransaction(async () => {
    const office = await anOffice({ agents: 1 });
    const { url = "https://shop.example/in", heard: _heard, ...site } = given;
    const { types } = await aSite({ ...site, types: [{ url }], enabledFor: [office] });
    const [agent] = office.agents;
    const [type] = types;
    if (!agent || !type) throw new Error("A shop needs an agent and a type.");
    await markLinksChanged();
    return { office, agent, type, path: `/api/links/go/${type.siteId}/${type.id}/${agent.id}` };
  });
  // Without an open handler there is nothing to notify.
  if (given.heard !== false) await heard();
  return shop;
}

/** Changes rows, notifies the workers, and waits until this process has applied the change. */
export async function change(...statements: Statement[]): Promise<void> {
  await writeTransaction(async () => {
    for (const statement of statements) await execute(statement);
    await markLinksChanged();
  });
  await heard();
}

async function heard(): Promise<void> {
  const [state] = await read<{ version: number }>(sql`SELECT version FROM link_state`);
  const inMemory = () => figure("links_version");
  for (const deadline = Date.now() + 60_000; (await inMemory()) < (state?.version ?? 0); await pause(5)) {
    if (Date.now() > deadline) throw new Error("The change of links was not heard.");
  }
}

/** The log of the test's database; undefined before its first click. */
export async function logFolder(): Promise<string | undefined> {
  const sealed = await writeTransaction(() => findSealedKey("visitors"));
  return sealed && folderOf(unsealKey("visitors", sealed));
}

/** Waits until all clicks so far are in the database, unless nothing loads them. */
export async function allLoaded(ms = 2_000): Promise<boolean> {
  const folder = await logFolder();
  return folder === undefined || untilLoaded(folder, ms);
}

/** Reads what is in the database once the clicks so far are. */
export async function read<T>(statement: Statement): Promise<T[]> {
  await allLoaded();
  return writeTransaction(() => queryRows<T>(statement));
}

export type Stored = {
  id: string;
  clicked_at: Date;
  agent_id: number;
  company_id: number;
  site_id: number;
  type_id: number;
  class: number;
  reason: string | null;
  is_unique: boolean;
  flags: number;
  geo: string;
  ip: string | null;
  ua: string | null;
  referer: string | null;
  subs: Record<string, string> | null;
};

/** The clicks of an agent in the order of their storage. IDs of one millisecond are in no order. */
export const clicksOf = (agent: Pick<Agent, "id">): Promise<Stored[]> =>
  read<Stored>(sql`
    SELECT clicks.*, host(ip) AS ip, user_agents.text AS ua FROM clicks LEFT JOIN user_agents ON user_agents.id = ua_id
    WHERE agent_id = ${agent.id} ORDER BY clicked_at, clicks.ctid`);

/** The sums of an agent's deltas. */
export async function measuresOf(agent: Pick<Agent, "id">): Promise<{ hits: number; raws: number; uniques: number }> {
  const [sums] = await read<{ hits: number; raws: number; uniques: number }>(sql`
    SELECT coalesce(sum(hits), 0)::int AS hits, coalesce(sum(raws), 0)::int AS raws,
      coalesce(sum(uniques), 0)::int AS uniques
    FROM stats_delta WHERE agent_id = ${agent.id}`);
  return sums ?? { hits: 0, raws: 0, uniques: 0 };
}
