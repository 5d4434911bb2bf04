import { spawn } from "node:child_process";
import { ensureBuilt } from "./server";

/** How a program ended, and what it wrote on both outputs. */
export type Ended = { code: number | null; said: string };

/**
 * Runs a program of the build, such as "admin", with the settings of this process and `env`, where "" takes one away, and
 * with `words` on its standard input.
 */
export async function runProgram(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
  words = "",
): Promise<Ended> {
  await ensureBuilt();
  return new Promise((done, failed) => {
    const settings = Object.entries({ ...process.env, ...env }).filter(([, value]) => value !== "");
    const program = spawn(process.execPath, [`build/server/${name}.js`, ...args], {
      env: Object.fromEntries(settings) as NodeJS.ProcessEnv,
    });
    let said = "";
    for (const stream of [program.stdout, program.stderr])
      stream.on("data", (text: Buffer) => (said += text.toString()));
    program.once("error", failed);
    program.once("close", (code) => done({ code, said }));
    program.stdin.end(words);
  });
}
