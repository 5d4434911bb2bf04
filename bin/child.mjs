import { spawn } from "node:child_process";
import os from "node:os";
import { root } from "./project.mjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs a program of the project in this terminal, passes signals on to it, and resolves with its exit code. With
 * `aside`, its output is buffered and printed at its end, so that two parallel programs do not mix their output.
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
