import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { clientOf } from "../kernel/net/client-address";
import { now } from "../kernel/time/now";
import { config } from "../kernel/process/config";
import { isUnreachable, writeTransaction } from "../kernel/database/transactions";
import { log } from "../kernel/process/log";
import { counter } from "../kernel/process/metrics";
import { loadHashKeys, loadOrCreateKey, useHashKeys } from "../kernel/process/secrets";
import { type Coded, type LinkCodes, ownLinkCodes, savedLinkCodes, withoutEmphasis } from "../links";
import { answerPage } from "./answers";
import { AddressRate } from "./clicks/address-rate";
import { answerClick, answerHead, type ClickDependencies } from "./clicks/answer-click";
import type { Context } from "./context";
import { countries } from "./clicks/countries";
import type { LinkCopy } from "./links/link-copy";
import { watchLinks } from "./links/link-watch";
import { joinQueries } from "./links/named-links";
import { answerPixel } from "./postbacks/answer-pixel";
import { answerBatch, answerPostback } from "./postbacks/answer-postback";
import { Rate, visitors } from "./clicks/visitor";
import { type Route, routeOf } from "./route";
import { readSavedLinks } from "./links/saved-links";
import { ClickLog } from "./log/click-log";
import { folderOf, formerFolderOf } from "./log/folder";
import { convertFormerSpool } from "./log/former-spool";
import { setLogFolder, waitingIn } from "./log/progress";
import { startLoading } from "./log/start-loading";
import { userAgents } from "./clicks/user-agents";

const LONGEST_URL = 8 * 1024;
/** An address may be that of many visitors, and open many links. */
const LINKS_PER_ADDRESS = 10;
const CODES_REMEMBERED = 50_000;
/** A log with this many bytes to load needs all of the database's time. */
const BEHIND_BYTES = 2 * 2 ** 20;

export type Tracker = {
  /** Answers a request to a tracked path. Returns false for every other path, without touching the response. */
  handleRequest: (req: IncomingMessage, res: ServerResponse) => boolean;
  /** Whether the clicks of this server are far from being in the database. */
  isBehind: () => boolean;
  /** Writes the clicks in flight to the log, then closes it. Further clicks get 503. */
  close: () => Promise<void>;
};

/**
 * Opens the hot path: `/api/l/{code}`, `/api/links/go/{siteId}/{typeId}/{agentId}`, `/api/postback`, its batches and `/api/pixel.gif`, answered by
 * node:http before the rest of the product receives the request. Resolves once the links have been read from the
 * database or, if it is down, from the saved links.
 */
export async function openTracker(): Promise<Tracker> {
  const { CLICK_RATE, TRUST_PROXY } = config();
  const { visitorsKey, codes, copy } = await loadStartupState();
  const watch = await watchLinks(copy);
  const folder = folderOf(visitorsKey);
  const clickLog = new ClickLog(folder);
  setLogFolder(folder);
  const context: Context = {
    links: watch.current,
    knowsSecret: (hash) => watch.current().secrets?.has(hash.toString("hex")),
    countryOf: countries(),
    clickLog,
    clientOf: ({ socket, headers }) => clientOf(socket.remoteAddress, headers, TRUST_PROXY),
  };
  const rate = new Rate(CLICK_RATE, now().getTime());
  const dependencies: ClickDependencies = {
    context,
    clickLog,
    rate,
    addressRate: new AddressRate(CLICK_RATE * LINKS_PER_ADDRESS),
    userAgent: userAgents(),
    visitor: visitors(visitorsKey),
  };

  const decoded = new LRUCache<string, Coded>({ max: CODES_REMEMBERED });
  const decode = (code: string): Coded | undefined => {
    const cached = decoded.get(code);
    if (cached) return cached;
    // Only valid codes are cached: guesses must not evict real links.
    const coded = codes.decode(code);
    if (coded) decoded.set(code, coded);
    return coded;
  };

  /** The link of a route, and the parameters of a click on it. */
  function idsOf(route: LinkRoute): { ids: Coded; query: string } | undefined {
    if (route.kind !== "code") return { ids: route, query: route.query };
    const { legacy, named } = context.links();
    for (const code of withoutEmphasis(route.code)) {
      const ids = decode(code) ?? legacy.byCode.get(code);
      if (ids) return { ids, query: route.query };
      const own = named.byAlias.get(code);
      if (own) return { ids: own, query: joinQueries(route.query, own.query) };
    }
    return undefined;
  }

  function handleLink(route: LinkRoute, req: IncomingMessage, res: ServerResponse): void {
    if (req.method !== "GET" && req.method !== "HEAD") return answerPage(res, 405, ["Allow", "GET, HEAD"]);
    const { ids, query } = idsOf(route) ?? {};
    const link = ids && context.links().find(ids.siteId, ids.typeId, ids.agentId);
    if (!link || query === undefined) return answerUnknown(res);
    if (req.method === "HEAD") answerHead(context, link, query, req, res);
    else answerClick(dependencies, link, query, req, res);
  }

  return {
    handleRequest(req, res) {
      const target = req.url ?? "";
      const route = routeOf(target);
      if (!route) return false;
      if (route.kind === "postback") void answerPostback(req, res, context);
      else if (route.kind === "batch") void answerBatch(req, res, context);
      else if (route.kind === "pixel") void answerPixel(req, res, context);
      else if (target.length > LONGEST_URL) answerPage(res, 414);
      else if (route.kind === "unknown") answerUnknown(res);
      else handleLink(route, req, res);
      return true;
    },
    isBehind: () => waitingIn(folder).bytes > BEHIND_BYTES,
    async close() {
      await clickLog.close();
      await watch.close();
    },
  };
}

/** Finds the folder of this server's click log, for a process that does not write it. */
export async function findLog(): Promise<void> {
  setLogFolder(folderOf((await loadStartupState()).visitorsKey));
}

/**
 * Loads the click log of this server into the database, and what a former version has left on the disk. Returns a function
 * that loads what is left and stops.
 */
export async function openLogLoader(): Promise<() => Promise<void>> {
  const { visitorsKey } = await loadStartupState();
  const folder = folderOf(visitorsKey);
  setLogFolder(folder);
  await convertFormerSpool(formerFolderOf(visitorsKey), folder);
  return startLoading(folder);
}

type LinkRoute = Extract<Route, { kind: "code" | "link" }>;

function answerUnknown(res: ServerResponse): void {
  unknown.add();
  answerPage(res, 404);
}

type StartupState = { visitorsKey: Buffer; codes: LinkCodes; copy?: LinkCopy };

/**
 * Reads the keys from the database or, while it is down, from the saved links. Throws the database's error if nothing
 * was saved.
 */
async function loadStartupState(): Promise<StartupState> {
  try {
    const visitorsKey = await writeTransaction(async () => {
      await loadHashKeys();
      return loadOrCreateKey("visitors");
    });
    return { visitorsKey, codes: await ownLinkCodes() };
  } catch (error) {
    const saved = isUnreachable(error) ? await readSavedLinks() : undefined;
    if (!saved) throw error;
    log().warn({ event: "database unavailable", effect: "links are served from the saved copy" });
    if (saved.hashKeys) useHashKeys(saved.hashKeys);
    return { ...saved, codes: savedLinkCodes(saved.linksKey) };
  }
}

const unknown = counter("links_unknown_total", "Requests for links that do not exist.");
