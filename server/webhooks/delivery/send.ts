import { lookup as resolve, type LookupAddress } from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "../../kernel/addresses/public-address";
import { config } from "../../kernel/process/config";
import { now } from "../../kernel/time/now";
import { isAllowedPort, NOT_PUBLIC, WRONG_PORT } from "../address";

/** `plain`: also without TLS. */
export type Outgoing = {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: string;
  plain?: true;
};

/**
 * The answer to a request, or the error in its place. `answer` is the beginning of the body; `ms` its duration; `retryAfter`
 * the seconds for which the receiver asks to wait.
 */
export type Answer = {
  status: number | null;
  error: string | null;
  answer: string | null;
  ms: number;
  retryAfter?: number;
};

const TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const STORED_CHARACTERS = 2_000;

/**
 * Sends a request to a public address and never throws. Every address of the host is checked, and the connection uses
 * only checked ones, so that a name that resolves differently the second time does not reach a private network.
 * Redirects are not followed. The request ends after five seconds or 64 KB of answer.
 */
export async function send({ method, url, headers, body, plain }: Outgoing): Promise<Answer> {
  const began = performance.now();
  const outcome = (rest: Omit<Answer, "ms">): Answer => ({ ...rest, ms: Math.round(performance.now() - began) });
  try {
    const { status, answer, retryAfter } = await request(method, url, headers, body, plain);
    const error = status >= 300 && status < 400 ? "Redirects are not followed." : null;
    return outcome({ status, error, answer, retryAfter: secondsOf(retryAfter) });
  } catch (error) {
    return outcome({ status: null, error: messageOf(error), answer: null });
  }
}

export const isSuccess = ({ status }: Answer): boolean => status !== null && status >= 200 && status < 300;

/** The seconds of a header `Retry-After`, a number or a date; undefined if it is neither. */
export function secondsOf(header: string | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now().getTime()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0);
}

class Refused extends Error {}

const messageOf = (error: unknown): string => {
  if (error instanceof Refused) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return (code ? `${code}: ${message}` : message).slice(0, 500);
};

function request(
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: string,
  plain?: boolean,
): Promise<{ status: number; answer: string; retryAfter: string | undefined }> {
  const target = new URL(url);
  requireAllowed(target, plain);
  const { request: open } = target.protocol === "https:" ? https : http;
  return new Promise((done, failed) => {
    // A connection of its own: a kept one would have been checked for an earlier request only.
    const sent = open(target, { method, headers, agent: false, lookup: checkedLookup }, (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      const { statusCode: status = 0, headers: answered } = response;
      const finish = () => done({ status, answer: textOf(Buffer.concat(parts)), retryAfter: answered["retry-after"] });
      response.on("data", (part: Buffer) => {
        parts.push(part);
        bytes += part.length;
        if (bytes <= MAX_ANSWER_BYTES) return;
        finish();
        response.destroy();
      });
      response.on("end", finish);
      response.on("error", failed);
    });
    const tooSlow = new Refused(`No complete answer within ${TIMEOUT_MS / 1000} seconds.`);
    const limit = setTimeout(() => sent.destroy(tooSlow), TIMEOUT_MS);
    sent.on("error", failed);
    sent.on("close", () => {
      clearTimeout(limit);
      // Without effect after a complete answer.
      failed(sent.errored ?? new Refused("The connection was closed before the answer."));
    });
    sent.end(body);
  });
}

const textOf = (bytes: Buffer): string =>
  bytes.toString("utf8").toWellFormed().replaceAll("\0", "\uFFFD").slice(0, STORED_CHARACTERS);

function requireAllowed({ protocol, hostname, port }: URL, plain = false): void {
  if (config().WEBHOOK_PRIVATE) return;
  if (protocol !== "https:" && !plain) throw new Refused("Only https addresses are called.");
  if (!isAllowedPort(port)) throw new Refused(WRONG_PORT);
  const ip = hostname.replace(/^\[|\]$/g, "");
  if (isIP(ip)) requirePublic(ip);
}

function requirePublic(ip: string): void {
  if (!config().WEBHOOK_PRIVATE && !isPublicAddress(ip)) throw new Refused(NOT_PUBLIC);
}

/** A name that does not resolve fails like one that resolves to a private network: the error must not tell them apart. */
const checkedLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = error ? [] : addresses;
    if (!first) return callback((config().WEBHOOK_PRIVATE && error) || new Refused(NOT_PUBLIC), "", 4);
    try {
      for (const { address } of addresses) requirePublic(address);
    } catch (refused) {
      return callback(refused as Error, "", 4);
    }
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
