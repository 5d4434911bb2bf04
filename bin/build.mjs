import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { bundle } from "./bundle.mjs";
import { runQuietly } from "./child.mjs";
import { precompress } from "./precompress.mjs";
import { at, hashOf, root, textOf } from "./project.mjs";

const STAMP = at("build", ".sources");

/** Everything that the built product is made from. */
const sources = () => [
  ...["app", "server", "models", "seeders", "replay", "bin", "public", "package.json", "package-lock.json"].map(
    (name) => at(name),
  ),
  ...readdirSync(root)
    .filter((name) => /\.config\.\w+$/.test(name))
    .map((name) => at(name)),
];

export const isBuilt = () => textOf(STAMP) === hashOf(sources());

export async function build() {
  // The hash is taken first: sources that are edited during the build belong to the next one.
  const hash = hashOf(sources());
  const startedAt = Date.now();
  console.error("Building…");
  rmSync(STAMP, { force: true });
  try {
    const remix = at("node_modules", "@remix-run", "dev", "dist", "cli.js");
    await runQuietly(process.execPath, [remix, "vite:build"], { NODE_ENV: "production" });
  } catch (error) {
    throw new Error(`The build failed.\n${errorSummary(error.message)}`, { cause: error });
  }
  await bundle(at("build", "server"));
  await precompress(at("build", "client"));
  writeFileSync(STAMP, hash);
  console.error(`Built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/** The error and its place. The bundler adds hundreds of lines about itself. */
function errorSummary(output) {
  const errorOutput = output.slice(Math.max(0, output.search(/^(✗|error during build)/m)));
  return errorOutput
    .split("\n")
    .filter((line) => !/^\s+at /.test(line))
    .slice(0, 15)
    .join("\n");
}
