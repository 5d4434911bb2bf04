import fs, { readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

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

// Standard output has no disk.
const STANDARD = 2;
const { write } = fs;
fs.write = (fd, bytes, at, length, position, done) => {
  if (fd <= STANDARD || !faults.includes("full")) return write(fd, bytes, at, length, position, done);
  const noSpace = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  write(fd, bytes, at, Math.floor(length / 2), position, () => done(noSpace));
};
syncBuiltinESMExports();
