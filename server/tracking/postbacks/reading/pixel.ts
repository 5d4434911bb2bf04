import type { IncomingMessage } from "node:http";
import { hostOf } from "../pixel";
import { type Received, readPairs, receivedFrom } from "./request";
import type { Unreadable } from "./body";

/** A request of a pixel, and the host of its page; empty if the browser does not name it. */
export type ReceivedByPixel = { received: Received; pixelHost: string };

/**
 * Reads the parameters of a postback with the key of a pixel in place of the secret. Headers other than those that browsers
 * send by themselves do not count. Throws RequestAborted.
 */
export async function readPixel(req: IncomingMessage): Promise<ReceivedByPixel> {
  const { pairs, unreadable } = await readPairs(req);
  const keys = pairs.flatMap(([name, value]) => (name === "key" && typeof value === "string" ? [value.trim()] : []));
  const own = pairs.filter(([name]) => name !== "key");
  const isSecretThere = own.some(([name]) => name === "secret");
  const received = receivedFrom({ headers: {} }, { pairs: own, unreadable: isSecretThere ? SECRET : unreadable });
  const known = keys.slice(0, 1).filter((key) => key !== "");
  return {
    // The secret is masked wherever it occurs. It names no site here.
    received: { ...received, secrets: [...known, ...received.secrets], noSite: known.length > 0 ? NO_SITE : NO_KEY },
    pixelHost: pageHostOf(req),
  };
}

const LONGEST_HOST = 255;

/** A page without an address, such as a file, sends the origin "null". */
function pageHostOf({ headers: { origin, referer } }: IncomingMessage): string {
  const page = origin === undefined || origin === "null" ? referer : origin;
  return (hostOf(page ?? "") ?? "").slice(0, LONGEST_HOST);
}

const NO_KEY = "No pixel key was sent. Send it as the parameter key.";
const NO_SITE = "No site has this pixel key: it is wrong, or it was revoked.";
const SECRET: Unreadable = {
  ...{ status: 401, reason: "bad_secret", field: "secret" },
  detail: "A secret was sent by a page, where everybody can read it. Revoke it, and send the pixel key as key.",
};
