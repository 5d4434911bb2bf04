import { spawn } from "node:child_process";
import path from "node:path";
import { Problem } from "./recording";

const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Starts the built product on a free port of this machine with the settings that a recording needs. All other settings,
 * including the database, come from `env`. It ends by `close`, or with this program. Throws a Problem when it does not
 * start.
 */
export async function startServer(env: NodeJS.ProcessEnv): Promise<{ url: string; close(): Promise<void> }> {
  const { APP_URL: _, ...rest } = env;
  const settings = { HOST: "127.0.0.1", PORT: "0", CLICK_RATE: "0", TRUST_PROXY: "127.0.0.1", CAPTCHA: "off" };
  const child = spawn(process.execPath, [path.resolve("build/server/index.js")], {
    env: { LOG_LEVEL: "error", ...rest, ...settings, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const close = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  const interrupted = () => void close().then(() => process.exit(130));
  for (const signal of ENDING) process.once(signal, interrupted);
  void ended.then(() => ENDING.forEach((signal) => process.off(signal, interrupted)));
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (text: Buffer) => {
      output += text.toString();
      const address = /^Open (http:\S+)$/m.exec(output)?.[1];
      if (address) resolve(address);
    });
    void ended.then(() => reject(new Problem("The server that was to take the recording did not start.")));
  });
  return { url, close };
}
