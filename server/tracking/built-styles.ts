import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

type Styles = { css: string; /** For a Content-Security-Policy. */ source: string };

const FOLDER = path.resolve("build/client/assets");
const NAME = /^signed-out-.*\.css$/;

let styles: Styles | undefined;

/**
 * The built styles of pages for people without a session, to be sent within the page: the domains of tracked links need
 * not serve other files. Empty if there is no build, as in development.
 */
export function builtStyles(): Styles {
  if (styles) return styles;
  const css = readStyles();
  return (styles = { css, source: `'sha256-${createHash("sha256").update(css).digest("base64")}'` });
}

function readStyles(): string {
  try {
    const name = readdirSync(FOLDER).find((file) => NAME.test(file));
    return name === undefined ? "" : readFileSync(path.join(FOLDER, name), "utf8").trim();
  } catch {
    return "";
  }
}
