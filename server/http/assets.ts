import { createReadStream, existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import type { Request, RequestHandler, Response } from "express";

type File = { path: string; type: string; length: number; tag: string; encodings: Encoding[] };
type Encoding = { name: "br" | "gzip"; path: string; length: number };

const TYPES: Record<string, string> = {
  css: "text/css; charset=utf-8",
  gif: "image/gif",
  ico: "image/x-icon",
  jpg: "image/jpeg",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  map: "application/json",
  png: "image/png",
  svg: "image/svg+xml; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  webmanifest: "application/manifest+json",
  webp: "image/webp",
  woff2: "font/woff2",
};
const YEAR = "public, max-age=31536000, immutable";
const HOUR = "public, max-age=3600";

/**
 * Serves the files of the browser build, by exact path only. Names below /assets/ contain a content hash, those below /kit/
 * a version, and may be cached for a year. Pages of other origins load them. The build creates the compressed copies.
 */
export function assets(folder: string): RequestHandler {
  const files = index(folder);
  return (req, res, next) => {
    const file = req.method === "GET" || req.method === "HEAD" ? files.get(req.path) : undefined;
    if (file) send(file, req, res);
    else next();
  };
}

function send(file: File, req: Request, res: Response): void {
  const accepted = String(req.headers["accept-encoding"] ?? "");
  const encoding = file.encodings.find(({ name }) =>
    new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\b)`).test(accepted),
  );
  const { path: source, length } = encoding ?? file;
  res.setHeader("Cache-Control", /^\/(assets|kit)\//.test(req.path) ? YEAR : HOUR);
  res.setHeader("Vary", "Accept-Encoding");
  res.setHeader("ETag", file.tag);
  if (req.headers["if-none-match"]?.includes(file.tag)) {
    res.status(304).end();
    return;
  }
  res.setHeader("Content-Type", file.type);
  res.setHeader("Content-Length", length);
  if (encoding) res.setHeader("Content-Encoding", encoding.name);
  if (req.method === "HEAD") res.end();
  else
    createReadStream(source)
      .on("error", () => res.destroy())
      .pipe(res);
}

function index(folder: string): Map<string, File> {
  const files = new Map<string, File>();
  if (!existsSync(folder)) return files;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = path.join(folder, name);
    const { size, mtimeMs } = statSync(file);
    const type = TYPES[path.extname(name).slice(1)];
    if (!type) continue;
    files.set(`/${name.split(path.sep).join("/")}`, {
      path: file,
      type,
      length: size,
      tag: `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`,
      encodings: [...encodingOf(file, "br", "br"), ...encodingOf(file, "gz", "gzip")],
    });
  }
  return files;
}

function encodingOf(file: string, suffix: string, name: Encoding["name"]): Encoding[] {
  const stats = statSync(`${file}.${suffix}`, { throwIfNoEntry: false });
  return stats ? [{ name, path: `${file}.${suffix}`, length: stats.size }] : [];
}
