import { spawn } from "node:child_process";
import os from "node:os";
import { root } from "./project.mjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs a program of the project in this terminal, passes signals on to it, and resolves with its exit code. Beside
 * another one it is heard at its end (`aside`), so that the two do not talk at once.
 */
export function run(args, env = {}, { aside = false } = {}) {
  return new Promise((done, failed) => {
    const stdio = aside ? ["ignore", "pipe", "pipe"] : "inherit";
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio });
    const said = [];
    for (const stream of aside ? [child.stdout, child.stderr] : []) stream.on("data", (bytes) => said.push(bytes));
    const pass = Object.fromEntries(SIGNALS.map((signal) => [signal, () => child.kill(signal)]));
    for (const signal of SIGNALS) process.on(signal, pass[signal]);
    const watch = whenOrphaned(() => child.kill("SIGTERM"));
    child.on("error", failed);
    child.on("close", (code, signal) => {
      clearInterval(watch);
      for (const name of SIGNALS) process.off(name, pass[name]);
      process.stderr.write(Buffer.concat(said));
      done(signal ? 128 + os.constants.signals[signal] : code);
    });
  });
}

/** npm puts a shell between itself and a script; when that shell is killed, nobody passes its signal on. */
function whenOrphaned(act) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid !== parent) act();
  }, 250);
}

/** Runs a program without showing what it says; throws with that when it fails. */
export function runQuietly(file, args, env = {}) {
  return new Promise((done, failed) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32" && file !== process.execPath,
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
    child.on("error", failed);
    child.on("close", (code) => (code === 0 ? done(said) : failed(new Error(said.trim()))));
  });
}
