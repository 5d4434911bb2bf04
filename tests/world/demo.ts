import { spawn } from "node:child_process";
import { onEveryNodeAlone } from "./nodes";
import { SECRETS } from "./shared";
import { demoName, ensureTemplate } from "./template";

/** Answers the name of the template with the demo company, seeded once for each state of the seeders and day. */
export async function ensureDemo(server: string, migrated: string): Promise<string> {
  const name = demoName();
  await ensureTemplate(server, name, async (url, client) => {
    const part = new URL(url).pathname.slice(1);
    await onEveryNodeAlone(server, migrated, `CREATE DATABASE ${part} TEMPLATE ${migrated}`);
    await seed(url);
    // A copy of the database copies its files: freed and visible rows are settled once, here.
    await client.query("CHECKPOINT");
  });
  return name;
}

/** The seeder has a process of its own: in this one the server's code may already work with another database. */
function seed(url: string): Promise<void> {
  return new Promise((done, failed) => {
    let said = "";
    const env = { ...process.env, ...SECRETS, DATABASE_URL: url, DEMO: "on", LOG_LEVEL: "error" };
    const args = ["--import", "tsx", "seeders/main.ts", "--profile", "demo"];
    const seeder = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [seeder.stdout, seeder.stderr]) stream.on("data", (text) => (said += String(text)));
    seeder.on("error", failed);
    seeder.on("close", (code) => (code === 0 ? done() : failed(new Error(`The demo was not seeded: ${said}`))));
  });
}
