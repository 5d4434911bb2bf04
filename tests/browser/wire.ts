import { get, type IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { expect } from "vitest";
import { pageOf } from "../world/page";
import type { Visitor } from "../world/visitor";

type Transfer = { status: number; headers: IncomingHttpHeaders; text: string; bytes: number };

/** The request headers of Chromium on which the size of a response depends. */
const LIKE_CHROMIUM = { Accept: "text/html", "Accept-Encoding": "gzip, deflate, br, zstd", Connection: "keep-alive" };

/** A response and its bytes on the wire, headers included. */
export function transfer(url: string, as?: Visitor): Promise<Transfer> {
  const cookie = [...(as?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { ...LIKE_CHROMIUM, ...(cookie ? { Cookie: cookie } : {}) };
  return new Promise((done, failed) => {
    // Each response has its own connection, so all bytes read from it belong to this response.
    const request = get(url, { agent: false, headers }, (response) => {
      const { statusCode: status = 0, headers: received, socket } = response;
      const chunks: Buffer[] = [];
      response.on("error", failed);
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const body = Buffer.concat(chunks);
        const text = (received["content-encoding"] === "br" ? brotliDecompressSync(body) : body).toString();
        done({ status, headers: received, text, bytes: socket.bytesRead });
      });
    });
    request.on("error", failed);
  });
}

/** Elements whose file the browser requests when it reads the page. */
const FILES = ":is(script, img, iframe, embed, source, input, track)[src], link[href]:not([rel=expect])";
/** The other ways to name a file. `weigh` does not count them, so it refuses pages with one. */
const NOT_COUNTED = ":is(img, source)[srcset], video, audio, object, style, [style*='url(']";

export type Weight = {
  html: string;
  /** Bytes of the document. */
  document: number;
  /** Path and bytes of each file that the document names. */
  files: Map<string, number>;
};

/** The bytes that a first visit to a page transfers, measured without a browser; undefined for a redirect. */
export async function weigh(
  url: string,
  { path, status = 200 }: { path: string; status?: number },
  as?: Visitor,
): Promise<Weight | undefined> {
  const document = await transfer(url + path, as);
  if (document.headers.location) return undefined;
  expect(document.status, path).toBe(status);
  const page = pageOf(document.text);
  expect(page.all(NOT_COUNTED).map(({ html }) => html)).toEqual([]);
  const addresses = page
    .all(FILES)
    .map((element) => element.attr("src") ?? element.attr("href") ?? "")
    .filter((address) => !address.startsWith("data:"));
  const files = new Map<string, number>();
  for (const address of addresses) files.set(address, await bytesOfFile(url + address));
  return { html: document.text, document: document.bytes, files };
}

const known = new Map<string, Promise<number>>();

/** Bytes of a file that the browser keeps in its cache. */
export function bytesOfFile(url: string): Promise<number> {
  const bytes = known.get(url) ?? measureFile(url);
  known.set(url, bytes);
  return bytes;
}

async function measureFile(url: string): Promise<number> {
  const { status, headers, text, bytes } = await transfer(url);
  expect(status, url).toBe(200);
  expect(headers["cache-control"], url).toMatch(/max-age=\d{3,}/);
  // Styles and scripts can name files too; `weigh` does not count those.
  if (url.endsWith(".css")) expect(text, url).not.toMatch(/@import|url\((?!["']?data:)/);
  if (url.endsWith(".js")) expect(text, url).not.toMatch(/\b(from|import)\s*["']\.*\//);
  return bytes;
}
