import { createHmac, timingSafeEqual } from "node:crypto";
import http from "node:http";

const USAGE = `Usage: npm run receive -- SECRET [PORT]   (SECRET is that of the webhook, whsec_…; the port is 8787 by default)`;
const MAX_AGE_SECONDS = 300;
const MAX_BODY = 1_000_000;

/**
 * `npm run receive -- SECRET [PORT]`: receives events on this machine alone and prints those whose signature is right. For
 * programs in development, and as an example of a receiver. Resolves when it is stopped.
 */
export async function receive([secret = "", port = "8787", ...more]) {
  if (!/^whsec_.+/.test(secret) || !/^\d+$/.test(port) || more.length > 0) {
    console.error(USAGE);
    return 2;
  }
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const seen = new Set();
  const server = http.createServer(async (req, res) => {
    const body = await textOf(req);
    const refused = body === undefined ? "the body is too long" : refusal(req, body, key);
    if (refused) {
      console.error(`Refused: ${refused}.`);
      return res.writeHead(400, { "Content-Type": "text/plain" }).end(refused);
    }
    const event = JSON.parse(body);
    const again = seen.has(event.id) ? " (again)" : "";
    seen.add(event.id);
    console.log(
      `${event.id} ${event.type}${event.test ? " (test)" : ""}${again}\n${JSON.stringify(event.data, null, 2)}`,
    );
    res.writeHead(204).end();
  });
  return new Promise((done, failed) => {
    server.on("error", failed);
    server.listen(Number(port), "127.0.0.1", () =>
      console.log(`Receiving at http://127.0.0.1:${port}/. The server needs WEBHOOK_PRIVATE=on. Ctrl+C stops.`),
    );
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => server.close(() => done(0)));
  });
}

async function textOf(req) {
  const parts = [];
  let bytes = 0;
  for await (const part of req) {
    bytes += part.length;
    if (bytes > MAX_BODY) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Why a request is not a genuine event; undefined for one that is. The body must not be parsed before. */
function refusal({ method, headers }, body, key) {
  if (method !== "POST") return "not a POST";
  const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signatures = "" } = headers;
  if (!id || !time || !signatures) return "the headers of a signature are missing";
  if (!(Math.abs(Date.now() / 1000 - time) < MAX_AGE_SECONDS)) return "the signature is older than five minutes";
  const expected = createHmac("sha256", key).update(`${id}.${time}.${body}`).digest();
  const isGenuine = signatures.split(" ").some((part) => {
    const [version, signature = ""] = part.split(",");
    const given = Buffer.from(signature, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isGenuine ? undefined : "the signature is not that of this secret";
}
