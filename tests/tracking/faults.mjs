import { readFileSync } from "node:fs";
import { open } from "node:fs/promises";

/**
 * Preloaded into a server: simulates faults of a machine. The file named by FAULTS contains the current ones. "full":
 * a write stores half of its bytes and fails with ENOSPC. "clock": the time is an hour earlier.
 */
const LOOK_MS = 20;
const AN_HOUR = 3_600_000;

let faults = "";
setInterval(() => {
  try {
    faults = readFileSync(process.env.FAULTS, "utf8");
  } catch {
    faults = "";
  }
}, LOOK_MS).unref();

const clock = Date.now.bind(Date);
Date.now = () => (faults.includes("clock") ? clock() - AN_HOUR : clock());

const handle = await open("/dev/null");
const files = Object.getPrototypeOf(handle);
await handle.close();
const { write } = files;
files.write = async function (bytes, at, length, position) {
  if (!faults.includes("full")) return write.call(this, bytes, at, length, position);
  await write.call(this, bytes, at, Math.floor(length / 2), position);
  throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
};
