import { spawn } from "node:child_process";
import os from "node:os";
import { root } from "./project.mjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs a program of the project in this terminal, passes signals on to it, and resolves with its exit code. With
 * `aside`, its output is buffered and printed at its end, so that two parallel programs do not mix their output; with
 * `silent`, it has none.
 */
export function run(args, env = {}, { aside = false, silent = false } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = silent ? "ignore" : aside ? ["ignore", "pipe", "pipe"] : "inherit";
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio });
    const output = [];
    for (const stream of aside ? [child.stdout, child.stderr] : []) stream.on("data", (bytes) => output.push(bytes));
    const handlers = Object.fromEntries(SIGNALS.map((signal) => [signal, () => child.kill(signal)]));
    for (const signal of SIGNALS) process.on(signal, handlers[signal]);
    const watch = whenOrphaned(() => child.kill("SIGTERM"));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearInterval(watch);
      for (const name of SIGNALS) process.off(name, handlers[name]);
      process.stderr.write(Buffer.concat(output));
      resolve(signal ? 128 + os.constants.signals[signal] : code);
    });
  });
}

/** npm runs scripts through a shell. When that shell is killed, nothing passes its signal on. */
function whenOrphaned(act) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid !== parent) act();
  }, 250);
}

/** Runs a program without showing its output. Throws with that output when it fails. */
export function runQuietly(file, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32" && file !== process.execPath,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(output) : reject(new Error(output.trim()))));
  });
}
