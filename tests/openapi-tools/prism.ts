import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../world/free-port";
import { program, TOOLS } from "./install";

/** Prism between a program and the server: it compares each answer with the API document. */
export type Prism = { url: string; stop: () => void };

export async function aPrism(document: string, upstream: string): Promise<Prism> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const options = [
    "--port",
    String(port),
    "--host",
    "127.0.0.1",
    "--validate-request",
    "false",
    "--verboseLevel",
    "warn",
  ];
  const child = spawn(process.execPath, program("prism", "proxy", document, upstream, ...options), {
    cwd: TOOLS,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const output of [child.stdout, child.stderr]) output.on("data", (part: Buffer) => (said += part.toString()));
  await listening(url, child, () => said);
  return { url, stop: () => void child.kill() };
}

async function listening(url: string, child: ChildProcess, said: () => string): Promise<void> {
  while (child.exitCode === null) {
    const isUp = await fetch(`${url}/api/captcha`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await pause(200);
  }
  throw new Error(`Prism ended: ${said()}`);
}

type Violation = { location: string[]; severity: string; message: string; code?: string };

/** The violations of the answer, as Prism reports them in a header. Those of the request are the test's own. */
export function violationsOf(headers: Headers): string[] {
  const found = JSON.parse(headers.get("sl-violations") ?? "[]") as Violation[];
  return found
    .filter(({ location }) => location[0] === "response")
    .map(({ location, message }) => `${location.join(".")}: ${message}`);
}
