import { spawn } from "node:child_process";
import { utimes } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { aDatabase } from "../world/database";
import { freePort } from "../world/free-port";
import { aFolder } from "../world/server";
import { SECRETS } from "../world/shared";

const STARTS_WITHIN = 180_000;

test(
  "the development server answers screens, calls, links and health checks in one process, and again after an edit",
  async () => {
    const { url: DATABASE_URL } = await aDatabase();
    const port = await freePort();
    const { PATH = "", HOME = "" } = process.env;
    const child = spawn(process.execPath, ["bin/run.mjs", "dev"], {
      env: {
        ...{ PATH, HOME, TZ: "UTC", NODE_ENV: "development", ...SECRETS, DATABASE_URL, DATA_DIR: await aFolder() },
        ...{ DEMO: "off", CAPTCHA: "off", LOG_LEVEL: "warn", HOST: "127.0.0.1", PORT: String(port) },
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = new Promise((done) => child.once("close", done));
    onTestFinished(async () => {
      child.kill("SIGTERM");
      await ended;
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (said += text.toString()));
    await expect.poll(() => said, { timeout: STARTS_WITHIN }).toContain(`Open http://127.0.0.1:${port}`);
    const status = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then((answer) => answer.status);
    // Pages are compiled when they are asked for, and the process may find itself too busy for others meanwhile.
    await expect.poll(() => status("/login"), { timeout: STARTS_WITHIN }).toBe(200);
    const paths = ["/login", "/api/sites", "/api/l/nothing", "/healthz", "/readyz", "/metrics"];
    const answers = async () =>
      Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await status(path)])));
    await expect.poll(answers, { timeout: STARTS_WITHIN }).toEqual({
      "/login": 200,
      "/api/sites": 401,
      "/api/l/nothing": 404,
      "/healthz": 200,
      "/readyz": 200,
      "/metrics": 200,
    });
    // A file that most others import, as if it had been edited.
    await utimes("server/kernel/time/index.ts", new Date(), new Date());
    await expect.poll(() => said, { timeout: STARTS_WITHIN }).toContain("reload server/kernel/time/index.ts");
    await expect.poll(() => status("/login"), { timeout: STARTS_WITHIN }).toBe(200);
  },
  4 * STARTS_WITHIN,
);
