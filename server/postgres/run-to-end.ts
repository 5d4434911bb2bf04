import { spawn, type SpawnOptions } from "node:child_process";

/** Runs a program to its end. Throws with its output when it fails. */
export function runToEnd(file: string, args: string[], options: SpawnOptions): Promise<void> {
  return new Promise((done, failed) => {
    let said = "";
    const child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
    child.on("error", failed);
    child.on("close", (code) => (code === 0 ? done() : failed(new Error(`${file} failed: ${said.trim()}`))));
  });
}
