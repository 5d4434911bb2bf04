import type { IncomingMessage } from "node:http";
import {
  ENCODED,
  isEncoded,
  JSON_TYPE,
  kindOf,
  LARGEST_BODY,
  malformed,
  otherType,
  type Pairs,
  pairsOf,
  parse,
  readBytes,
  TOO_LARGE,
  type Unreadable,
} from "./body";
import { bearerOf, type Received, receivedFrom } from "./request";

/** Postbacks of one request. */
export const MAX_BODIES = 500;
/** Bytes of a list whose sender is unknown until its postbacks are read. */
const LARGEST_UNKNOWN = 1024 * 1024;

/**
 * Reads a JSON list of postbacks, each with the parameters of one, the secret in it or in the header. Or says why the list
 * cannot be read. Throws RequestAborted.
 */
export async function readBatch(
  req: IncomingMessage,
  isKnown: (secret: string) => boolean,
): Promise<Received[] | Received> {
  const bodies = await readBodies(req, isKnown(bearerOf(req) ?? "") ? MAX_BODIES * LARGEST_BODY : LARGEST_UNKNOWN);
  const received = (body: Pairs | Unreadable) =>
    Array.isArray(body) ? receivedFrom(req, { pairs: body }) : receivedFrom(req, { pairs: [], unreadable: body });
  return isList(bodies) ? bodies.map(received) : received(bodies);
}

const isList = (bodies: (Pairs | Unreadable)[] | Unreadable): bodies is (Pairs | Unreadable)[] => Array.isArray(bodies);

async function readBodies(req: IncomingMessage, largest: number): Promise<(Pairs | Unreadable)[] | Unreadable> {
  if (req.method !== "POST") return malformed(405, "A list of postbacks is sent by POST.");
  const bytes = await readBytes(req, largest);
  if (bytes === undefined) return malformed(413, `The list is longer than ${largest / 1024} KB. Send fewer at once.`);
  if (isEncoded(req)) return ENCODED;
  const { "content-type": type = "" } = req.headers;
  if (!JSON_TYPE.test(type)) return otherType(type, "a list as application/json");
  const value = parse(new TextDecoder().decode(bytes));
  if ("unreadable" in value) return value.unreadable;
  const { json } = value;
  if (!Array.isArray(json)) return malformed(400, `The body must be a JSON list of postbacks; it is ${kindOf(json)}.`);
  if (json.length > MAX_BODIES)
    return malformed(413, `The list has ${json.length} postbacks. Send at most ${MAX_BODIES} at once.`);
  return json.map((body) => (isTooLarge(body) ? TOO_LARGE : pairsOf(body)));
}

function isTooLarge(body: unknown): boolean {
  try {
    return Buffer.byteLength(JSON.stringify(body)) > LARGEST_BODY;
  } catch {
    // Too many levels to be written again.
    return true;
  }
}
