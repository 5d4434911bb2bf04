import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, in which every program runs. */
export const root = fileURLToPath(new URL("..", import.meta.url));
export const at = (...parts) => path.join(root, ...parts);
export const textOf = (file) => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
};

/** One hash over the names and contents of all files below `places`. */
export function hashOf(places) {
  const hash = createHash("sha256");
  for (const file of places.flatMap(filesBelow).sort()) {
    hash.update(path.relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

function filesBelow(place) {
  const stats = statSync(place, { throwIfNoEntry: false });
  if (!stats) return [];
  if (stats.isFile()) return [place];
  return readdirSync(place).flatMap((name) => filesBelow(path.join(place, name)));
}
