import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { at } from "./project.mjs";

const FILE = at(".cache", "run.lock");
const BEAT = 1_000;
/** Milliseconds. A holder without a heartbeat for this long was killed, or its machine was stopped. */
const DEAD_AFTER = 10_000;

/** Runs `work` while no other start of this project installs or builds. */
export async function alone(work) {
  const token = `${process.pid} ${randomUUID()}`;
  mkdirSync(at(".cache"), { recursive: true });
  for (let told = false; !take(token); await pause(200)) {
    if (clearDead() || told) continue;
    console.error("Waiting for another start of this project to finish its set-up…");
    told = true;
  }
  const beat = setInterval(() => utimesSync(FILE, new Date(), new Date()), BEAT);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    if (read(FILE) === token) rmSync(FILE, { force: true });
  }
}

function take(token) {
  try {
    writeFileSync(FILE, token, { flag: "wx" });
    return true;
  } catch (fault) {
    if (fault.code === "EEXIST") return false;
    throw fault;
  }
}

function clearDead() {
  const token = read(FILE);
  const beaten = statSync(FILE, { throwIfNoEntry: false })?.mtimeMs;
  if (!token || beaten === undefined) return false;
  if (isAlive(Number(token.split(" ")[0])) && Date.now() - beaten < DEAD_AFTER) return false;
  // If several processes find a dead holder, only one of them moves its file away. A live holder's file, moved by
  // mistake, is put back.
  const aside = `${FILE}.${randomUUID()}`;
  try {
    renameSync(FILE, aside);
  } catch {
    return true;
  }
  if (read(aside) !== token) renameSync(aside, FILE);
  else rmSync(aside, { force: true });
  return true;
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return fault.code === "EPERM";
  }
}
